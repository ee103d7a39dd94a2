import { sameJson } from "#kernel/canonical-json.ts";
import { AppError, fieldError } from "#kernel/errors.ts";
import { mayDo } from "#resource/caller-rights.ts";
import type { WriteContext } from "#resource/context.ts";
import {
  reportComputed,
  type GivenReport,
  type RadiologyReport,
  type RadiologyStatus,
} from "./radiology-study-parts.contract.ts";
import { isOfBreast } from "./radiology-safety.contract.ts";
import { radiologyCrud } from "./radiology-studies.contract.ts";
import { verifiedStudyStatuses } from "./radiology-studies.states.ts";
import type { RadiologyStudyRow } from "./radiology-studies.table.ts";

function wrong(path: string, message: string) {
  return fieldError({ path, code: "validation_error", message });
}

type Contents = Pick<RadiologyReport, "findings" | "impression" | "birads" | "critical">;
type ReportChange = Partial<Pick<RadiologyStudyRow, "report" | "past_reports">>;

const reportedStatuses: readonly RadiologyStatus[] = ["preliminary", "final", "amended"];

/** What a body makes of a report's contents. @throws AppError read_only_field, validation_error */
function contentsOf(row: RadiologyStudyRow, given: GivenReport): Contents {
  const stood: Readonly<Record<string, unknown>> = { ...row.report };
  for (const name of reportComputed) {
    if (given[name] === undefined || sameJson(given[name], stood[name])) continue;
    const message = "is set by the server";
    throw fieldError({ path: `report.${name}`, code: "read_only_field", message });
  }
  const { findings, impression, birads = null, critical = false } = given;
  if (birads !== null && !isOfBreast(row))
    throw wrong("report.birads", "is of images of a breast alone");
  return { findings, impression, birads, critical };
}

function isSame(one: Contents, other: Contents | null): boolean {
  return (
    other !== null &&
    one.findings === other.findings &&
    one.impression === other.impression &&
    one.birads === other.birads &&
    one.critical === other.critical
  );
}

/** Refuses a report of those who give none. @throws AppError forbidden */
function refuseReporter(ctx: WriteContext): void {
  if (mayDo(ctx, radiologyCrud.resource, "approve")) return;
  throw new AppError("forbidden", "Only those who report on images can do this.");
}

function refuseOwn(ctx: WriteContext, report: RadiologyReport): void {
  if (report.reported_by !== ctx.caller.id) return;
  throw wrong("status", "is given by somebody else than who reported");
}

function refuseUnconcluded({ impression }: Contents): void {
  if (impression === "") throw wrong("report.impression", "is required to verify");
}

function verifiedNow(ctx: WriteContext) {
  return { verified_by: ctx.caller.id, verified_at: ctx.write.at };
}

/** A report as the caller gives it, to be verified by somebody else. */
function reported(ctx: WriteContext, contents: Contents): RadiologyReport {
  refuseReporter(ctx);
  const reporter = { reported_by: ctx.caller.id, reported_at: ctx.write.at };
  return { ...contents, ...reporter, verified_by: null, verified_at: null };
}

function verified(ctx: WriteContext, report: RadiologyReport, given: Contents): RadiologyReport {
  refuseReporter(ctx);
  refuseOwn(ctx, report);
  if (!isSame(given, report))
    throw wrong("report", "is changed by whoever reports, before it is verified");
  refuseUnconcluded(report);
  return { ...report, ...verifiedNow(ctx) };
}

/** Another report in place of one that was verified, which is kept as it was. */
function amended(
  ctx: WriteContext,
  row: RadiologyStudyRow,
  given: Contents,
  reason: string | null,
): ReportChange {
  const { report } = row;
  if (report === null || isSame(given, report))
    throw wrong("report", "is as it was; say what is otherwise");
  refuseReporter(ctx);
  refuseOwn(ctx, report);
  refuseUnconcluded(given);
  const past = { at: ctx.write.at, by: ctx.caller.id, reason, report };
  return {
    report: { ...report, ...given, ...verifiedNow(ctx) },
    past_reports: [...row.past_reports, past],
  };
}

/** Refuses what goes with another state. @throws AppError validation_error */
function refuseLoose(row: RadiologyStudyRow, given: Contents | null): void {
  if (given === null || isSame(given, row.report)) return;
  throw verifiedStudyStatuses.includes(row.status)
    ? wrong("status", "is required: amended, for the report was verified")
    : wrong("report", "goes with the state preliminary");
}

/** The step that a body asks for, and what it says of the report. */
export interface ReportStep {
  readonly status: RadiologyStatus;
  /** Whether the study goes to that state now, or is amended once more. */
  readonly isStep: boolean;
  readonly reason: string | null;
  readonly said: GivenReport | null | undefined;
}

/** Whether a body amends once more what was amended. @throws AppError read_only_field, validation_error */
export function isAmendedAgain(
  row: RadiologyStudyRow,
  {
    status,
    report,
  }: {
    readonly status?: RadiologyStatus | undefined;
    readonly report?: GivenReport | null | undefined;
  },
): boolean {
  if (status !== "amended" || row.status !== "amended" || !report) return false;
  return !isSame(contentsOf(row, report), row.report);
}

/** What a change makes of a study's report. @throws AppError forbidden, validation_error, read_only_field */
export function reportIn(
  ctx: WriteContext,
  row: RadiologyStudyRow,
  { status, isStep, reason, said }: ReportStep,
): ReportChange {
  const { report } = row;
  if (said === null && report !== null) throw wrong("report", "is corrected, never taken back");
  const given = said ? contentsOf(row, said) : report;
  if (isStep && given === null && reportedStatuses.includes(status))
    throw wrong("report", "is required");
  if (given !== null && status === "preliminary")
    return isSame(given, report) ? {} : { report: reported(ctx, given) };
  if (given !== null && isStep && status === "final" && report !== null)
    return { report: verified(ctx, report, given) };
  if (given !== null && isStep && status === "amended") return amended(ctx, row, given, reason);
  refuseLoose(row, given);
  return {};
}
