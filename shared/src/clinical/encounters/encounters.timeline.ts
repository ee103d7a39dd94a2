import { certificatesOfVisit } from "#clinical/certificates/certificates.timeline.ts";
import { consentsOfVisit } from "#clinical/consents/consents.timeline.ts";
import { documentsOfVisit } from "#clinical/documents/documents.timeline.ts";
import { ordersOfVisit } from "#clinical/lab-orders/lab-orders.timeline.ts";
import { resultsOfVisit } from "#clinical/lab-results/lab-results.timeline.ts";
import { administrationsOfVisit } from "#clinical/medication-administrations/medication-administrations.timeline.ts";
import { prescriptionsOfVisit } from "#clinical/prescriptions/prescriptions.timeline.ts";
import { studiesOfVisit } from "#clinical/radiology-studies/radiology-studies.timeline.ts";
import { isAllowed, isInScope, type ResourceName } from "#contract/access.ts";
import type { Page } from "#contract/paging.ts";
import { stampOf } from "#write/row-change.ts";
import { isoInstant } from "#kernel/clock.ts";
import { parseHlc } from "#kernel/hlc.ts";
import type { ReadContext } from "#resource/context.ts";
import { entryPage } from "#resource/entry-page.ts";
import { timelineKinds, type TimelineEntry } from "./encounters.contract.ts";
import { auditOf, staysOfVisit, triageOfVisit } from "./encounters.queries.ts";
import type { EncounterRow } from "./encounters.table.ts";
import { vitalsLine } from "./encounters.vitals.ts";

// A stay of weeks has hundreds; more than this is a fault somewhere, and must not take the node's memory.
const mostAuditEvents = 2000;
const longestSummary = 200;

type Entry = TimelineEntry & { readonly place: string };

function shortened(summary: string): string {
  return Array.from(summary).slice(0, longestSummary).join("");
}

interface Item extends Pick<TimelineEntry, "summary"> {
  readonly at: string;
  readonly by: string | null;
  readonly words?: TimelineEntry["words"];
  readonly text?: string;
}

function entriesOf(
  row: Pick<EncounterRow, "id">,
  kind: TimelineEntry["kind"],
  items: readonly Item[],
  table = "encounters",
): readonly Entry[] {
  return items.map(({ at, by, summary, words = [], text = null }, index) => ({
    at,
    kind,
    ref_type: table,
    ref_id: row.id,
    summary: shortened(summary),
    words,
    text: shortText(text),
    actor_id: by,
    place: placeOf(kind, `${table === "encounters" ? "" : table}${String(index).padStart(6, "0")}`),
  }));
}

function shortText(text: string | null): string | null {
  return text === null ? null : shortened(text);
}

// Of entries at the same instant the cause comes before its trace in the audit.
function placeOf(kind: TimelineEntry["kind"], rest: string): string {
  return `${String(timelineKinds.indexOf(kind)).padStart(2, "0")}/${rest}`;
}

function noteEntries(row: EncounterRow): readonly Entry[] {
  const written = parseHlc(stampOf(row, "notes"));
  const at = written === undefined ? row.created_at : isoInstant(written.ms);
  const notes = row.notes === null ? [] : [{ at, by: null, summary: row.notes, text: row.notes }];
  const addenda = row.addenda.map((addendum) => ({
    at: addendum.at,
    by: addendum.by,
    summary: addendum.text,
    text: addendum.text,
  }));
  return entriesOf(row, "note", [...notes, ...addenda]);
}

function ownEntries(row: EncounterRow): readonly Entry[] {
  const states = row.status_history.map((step) => ({
    ...step,
    summary: `Visit ${step.status.replaceAll("_", " ")}`,
    words: [step.status],
  }));
  const measurements = row.vitals_history.map((set) => ({
    at: set.at,
    by: set.by,
    summary: vitalsLine(set.values),
    text: vitalsLine(set.values),
  }));
  return [
    ...entriesOf(row, "status", states),
    ...noteEntries(row),
    ...entriesOf(row, "vital", measurements),
  ];
}

function mayRead({ role, caller }: ReadContext, resource: ResourceName): boolean {
  const held = role === null ? caller.roles : [role];
  return isAllowed(held, resource, "read") && isInScope(caller.scopes, resource, "read");
}

/** The stay of an inpatient visit: its states, and the moves from bed to bed. */
async function stayEntries(ctx: ReadContext, row: EncounterRow): Promise<readonly Entry[]> {
  if (row.encounter_type !== "IPD" || !mayRead(ctx, "admissions")) return [];
  const stays = await staysOfVisit(ctx.db, ctx.tenantId, row.id);
  return stays.flatMap((stay) => {
    const states = stay.status_history.map((step) => ({
      ...step,
      summary: `Admission ${step.status.replaceAll("_", " ")}`,
      words: [step.status],
    }));
    const moves = stay.transfers.map((move) => ({
      ...move,
      summary: "Moved to another bed",
      words: ["moved"],
    }));
    return [
      ...entriesOf(stay, "status", states, "admissions"),
      ...entriesOf(stay, "status", moves, "admissions.transfers"),
    ].map((entry) => ({ ...entry, ref_type: "admissions" }));
  });
}

/** How urgent an emergency was judged to be, and what became of it. */
async function triageEntries(ctx: ReadContext, row: EncounterRow): Promise<readonly Entry[]> {
  if (row.encounter_type !== "emergency" || !mayRead(ctx, "triage")) return [];
  const all = await triageOfVisit(ctx.db, ctx.tenantId, row.id);
  return all.flatMap((triage) => {
    const first = triage.retriages[0]?.from_level ?? triage.level;
    const states = triage.status_history.map((step, index) => {
      const summary = `Triage ${step.status.replaceAll("_", " ")}`;
      const words = [step.status];
      const level = `${triage.scale} ${first}`;
      return index === 0
        ? { ...step, summary: `${summary}, ${triage.scale} level ${first}`, words, text: level }
        : { ...step, summary, words };
    });
    const anew = triage.retriages.map((each) => ({
      ...each,
      summary: `Triaged again, from level ${each.from_level} to ${each.to_level}`,
      words: ["triaged_again"],
      text: `${each.from_level} → ${each.to_level}`,
    }));
    return [
      ...entriesOf(triage, "triage", states, "triage"),
      ...entriesOf(triage, "triage", anew, "triage.retriages"),
    ].map((entry) => ({ ...entry, ref_type: "triage" }));
  });
}

async function auditEntries(ctx: ReadContext, row: EncounterRow): Promise<readonly Entry[]> {
  const ids = [row.id, row.appointment_id, row.admission_id, row.triage_id].filter(
    (id) => id !== null,
  );
  const events = await auditOf(ctx.db, ctx.tenantId, ids, mostAuditEvents);
  return events.map((event) => ({
    at: event.created_at,
    kind: "audit",
    ref_type: "audit_events",
    ref_id: event.id,
    summary: `${event.action.replaceAll("_", " ")} in ${event.entity_type}`,
    words: [event.action],
    text: null,
    actor_id: event.actor_id,
    place: placeOf("audit", event.id),
  }));
}

/** What was asked for in a visit and what came of it, as far as the caller may read each. */
async function recordEntries(ctx: ReadContext, row: EncounterRow): Promise<readonly Entry[]> {
  const records = [
    ...(await ordersOfVisit(ctx, row.id)),
    ...(await resultsOfVisit(ctx, row.id)),
    ...(await studiesOfVisit(ctx, row.id)),
    ...(await prescriptionsOfVisit(ctx, row.id)),
    ...(await certificatesOfVisit(ctx, row.id)),
    ...(await consentsOfVisit(ctx, row)),
    ...(await administrationsOfVisit(ctx, row.id)),
    ...(await documentsOfVisit(ctx, row.id)),
  ];
  return records.map((entry, index) => ({
    ...entry,
    summary: shortened(entry.summary),
    text: shortText(entry.text),
    place: placeOf(entry.kind, `${entry.ref_id}/${String(index).padStart(6, "0")}`),
  }));
}

/** One page of what happened in an encounter, oldest first. */
export async function timelinePage(
  ctx: ReadContext,
  row: EncounterRow,
  paging: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
): Promise<Page<TimelineEntry>> {
  const entries = [
    ...ownEntries(row),
    ...(await recordEntries(ctx, row)),
    ...(await stayEntries(ctx, row)),
    ...(await triageEntries(ctx, row)),
    ...(await auditEntries(ctx, row)),
  ];
  const scope = JSON.stringify(["encounters.timeline", ctx.tenantId, row.id]);
  const page = entryPage(ctx, scope, entries, paging);
  return { ...page, data: page.data.map(({ place: _place, ...entry }) => entry) };
}
