import { isAllowed } from "#contract/access.ts";
import type { Change } from "#db/model.ts";
import { sameJson } from "#kernel/canonical-json.ts";
import type { Arrival, Guard } from "#resource/command-writes.ts";
import { keptAcknowledgement } from "#clinical/lab-results/lab-result-parts.contract.ts";
import { keptReport, pastReports, type RadiologyReport } from "./radiology-study-parts.contract.ts";
import { radiologyCrud } from "./radiology-studies.contract.ts";
import { verifiedStudyStatuses } from "./radiology-studies.states.ts";
import { radiologyStudiesTable } from "./radiology-studies.table.ts";

function each(faultOf: (change: Change, arrival: Arrival) => string | null): Guard {
  return (arrival) => {
    for (const [nth, change] of arrival.operation.changes.entries()) {
      const fault = change.table === radiologyStudiesTable.name ? faultOf(change, arrival) : null;
      if (fault !== null) return `changes.${nth}.${fault}`;
    }
    return null;
  };
}

function orderedFault({ fields }: Change): string | null {
  const { status, report = null, past_reports: past = [], critical_ack: told = null } = fields;
  if (status !== "draft" && status !== "ordered")
    return "fields.status: of a study that is ordered is draft or ordered";
  if (told !== null) return "fields.critical_ack: comes with a critical finding";
  if (report !== null) return "fields.report: comes when there are images";
  return sameJson(past, []) ? null : "fields.past_reports: are of a study that was reported";
}

function reportIn(value: unknown): RadiologyReport | null {
  return keptReport.safeParse(value).data ?? null;
}

interface Given {
  readonly change: Change;
  readonly arrival: Arrival;
  /** The report that the change gives. */
  readonly report: RadiologyReport;
  /** The one that stood, and whether somebody had verified it. */
  readonly stood: RadiologyReport | null;
  readonly wasVerified: boolean;
  /** Whether the study's report is to hold from here on. */
  readonly isToHold: boolean;
}

function unverifiedFault({ report, arrival, isToHold, wasVerified }: Given): string | null {
  if (isToHold) return "fields.report.verified_by: is missing";
  if (wasVerified) return "fields.report: was verified; it is amended by another one";
  const isOwn = report.reported_by === arrival.operation.actor.id;
  return isOwn ? null : "fields.report.reported_by: is not who reports";
}

function verifiedFault({ change, report, arrival, ...given }: Given): string | null {
  const { reported_by: reporter, verified_by: verifier } = report;
  if (!given.isToHold) return "fields.report.verified_by: goes with the state final or amended";
  if (verifier === reporter) return "fields.report.verified_by: is who reported";
  if (verifier !== arrival.operation.actor.id)
    return "fields.report.verified_by: is not who verifies";
  if (given.stood === null) return null;
  if (given.stood.reported_by !== reporter) return "fields.report.reported_by: is not who reported";
  const kept = pastReports.safeParse(change.added?.["past_reports"] ?? []).data ?? [];
  const isKept = !given.wasVerified || kept.some(({ report: past }) => sameJson(past, given.stood));
  return isKept ? null : "added.past_reports: lack the report that is amended";
}

/** What is wrong with a report where it arrives; a report of which nothing is said stays. */
function reportedFault(change: Change, arrival: Arrival): string | null {
  const { status, report: given } = change.fields;
  const before = arrival.before(change);
  const holds = (state: unknown) => verifiedStudyStatuses.includes(String(state));
  if (given === undefined) {
    return status !== undefined && holds(status) ? "fields.report: is missing" : null;
  }
  const report = reportIn(given);
  if (report === null) return "fields.report: is none";
  const { roles } = arrival;
  if (roles !== null && !isAllowed(roles, radiologyCrud.resource, "approve"))
    return "fields.report: is not theirs to give";
  const stood = reportIn(before?.["report"]);
  const about: Given = {
    change,
    arrival,
    report,
    stood,
    wasVerified: stood !== null && stood.verified_by !== null,
    isToHold: holds(status ?? before?.["status"]),
  };
  return report.verified_by === null ? unverifiedFault(about) : verifiedFault(about);
}

/** What is wrong with who was told of a critical finding, where that arrives. */
function toldFault({ table, id, fields }: Change, { operation, before }: Arrival): string | null {
  const { critical_ack: given, report } = fields;
  if (given === undefined) return null;
  const path = "fields.critical_ack";
  const stood = before({ table, id });
  if (given === null)
    return reportIn(report)?.critical === true ? null : `${path}: was given, and stays`;
  const told = keptAcknowledgement.safeParse(given).data;
  if (told === undefined) return `${path}: is none`;
  if (told.by !== operation.actor.id) return `${path}.by: is not who has told it`;
  if (told.at !== operation.at) return `${path}.at: is not when it was noted`;
  if (stood === null) return null;
  if (reportIn(report ?? stood["report"])?.critical !== true)
    return `${path}: is of a critical finding alone`;
  return (stood["critical_ack"] ?? null) === null ? null : `${path}: was given already`;
}

/** What a study has to be where its order arrives: without a report. */
export const orderedGuard = each(orderedFault);

/**
 * What a report has to be where it arrives: given by who may, under their own name, verified by somebody else who may, and
 * amended only beside the one that it stands in place of; and of a critical finding somebody is told once, by whom it says.
 */
export const reportedGuard = each(
  (change, arrival) => reportedFault(change, arrival) ?? toldFault(change, arrival),
);
