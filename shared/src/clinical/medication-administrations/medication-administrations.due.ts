import { samePerson } from "#clinical/patients/same-person.commands.ts";
import type { PrescribedItem } from "#clinical/prescriptions/prescription-parts.contract.ts";
import type { PrescriptionRow } from "#clinical/prescriptions/prescriptions.table.ts";
import type { Page } from "#contract/paging.ts";
import { inList } from "#db/statements.ts";
import { syncStatesOf } from "#db/read.ts";
import type { SyncState } from "#contract/record.ts";
import { isoInstant } from "#kernel/clock.ts";
import { addDays, instantOf, localDate } from "#kernel/zones.ts";
import type { ReadContext } from "#resource/context.ts";
import { entryPage } from "#resource/entry-page.ts";
import type {
  DoseState,
  DueDose,
  MedicationAdministration,
} from "./medication-administrations.contract.ts";
import { standingSince } from "./medication-administrations.queries.ts";
import { plannedDose, stoppedAt } from "./medication-administrations.rules.ts";
import type { AdministrationRow } from "./medication-administrations.table.ts";
import { dueTimes, dueWithinMs, isAsNeeded, type Stretch } from "./medication-schedule.ts";

const dayMs = 24 * 3_600_000;
// Who begins a night's shift sees its doses, and the morning's.
const shiftMs = 12 * 3_600_000;
// More than anybody has at once.
const mostVisits = 20;
const mostPrescriptions = 200;

/** Who is looked after on a ward or in the emergency takes what is given; others take their medicines home. */
const caredFor = ["IPD", "emergency"] as const;
const beingThere = ["arrived", "triaged", "in_progress", "on_leave", "discharge_ready"] as const;
const asked = ["issued", "partially_dispensed", "dispensed", "stopped"] as const;

type Order = Pick<
  PrescriptionRow,
  | "id"
  | "rx_no"
  | "encounter_id"
  | "items"
  | "weight_kg"
  | "status"
  | "status_history"
  | "issued_at"
  | "expires_at"
>;

async function ordersOf(
  { db, tenantId, branch }: ReadContext,
  patientIds: readonly string[],
): Promise<readonly Order[]> {
  const visits = await db
    .selectFrom("encounters")
    .select("id")
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branch.id)
    .where("patient_id", "in", inList(patientIds))
    .where("encounter_type", "in", caredFor)
    .where("visit_status", "in", beingThere)
    .limit(mostVisits)
    .execute();
  if (visits.length === 0) return [];
  return db
    .selectFrom("prescriptions")
    .select(["id", "rx_no", "encounter_id", "items", "weight_kg", "status", "status_history"])
    .select(["issued_at", "expires_at"])
    .where("tenant_id", "=", tenantId)
    .where("encounter_id", "in", inList(visits.map(({ id }) => id)))
    .where("status", "in", asked)
    .orderBy("id", "desc")
    .limit(mostPrescriptions)
    .execute();
}

/** How a dose stands that nothing was noted of. @param now milliseconds since the epoch */
function openState(dueAt: string, now: number): DoseState {
  const since = now - Date.parse(dueAt);
  if (since > dueWithinMs) return "late";
  return since < -dueWithinMs ? "upcoming" : "due";
}

/** What is looked at: since when open doses count, from when the day begins, and until when. */
interface Window extends Stretch {
  readonly today: string;
  readonly now: number;
  readonly zone: string;
}

function windowOf(ctx: ReadContext): Window {
  const now = ctx.now();
  const zone = ctx.branch.timeZone;
  const day = localDate(now, zone);
  const tomorrow = instantOf(addDays(day, 1), "00:00", zone);
  return {
    from: isoInstant(now - dayMs),
    to: isoInstant(Math.max(tomorrow - 1, now + shiftMs)),
    today: isoInstant(instantOf(day, "00:00", zone)),
    now,
    zone,
  };
}

interface Found {
  readonly due_at: string | null;
  readonly state: DoseState;
  readonly row: AdministrationRow | null;
}

function noted(row: AdministrationRow): Found {
  const states = ["given", "refused", "held"] as const;
  const state = states.find((one) => one === row.status) ?? "held";
  return { due_at: row.due_at, state, row };
}

/** From when on a prescription asks for nothing more; null for one that stands. */
function endOf(order: Order): string | null {
  return stoppedAt(order) ?? (order.status === "dispensed" ? null : order.expires_at);
}

function dosesOf(
  order: Order,
  item: PrescribedItem,
  rows: readonly AdministrationRow[],
  window: Window,
): readonly Found[] {
  const isOver = order.status === "stopped";
  const own = rows.filter((row) => row.prescribed_item_id === item.id);
  // What was due last evening and is given after midnight is of the night's work: whoever gave it sees that it is noted.
  const isOfToday = ({ due_at: due, created_at: at }: AdministrationRow) =>
    at >= window.today || (due ?? at) >= window.today;
  const ofToday = own.filter(isOfToday).map(noted);
  if (isAsNeeded(item))
    return isOver ? ofToday : [...ofToday, { due_at: null, state: "as_needed", row: null }];
  if (isOver || order.issued_at === null) return ofToday;
  const course = { issued_at: order.issued_at, ended_at: endOf(order), zone: window.zone };
  const known = new Set(own.map((row) => row.due_at));
  const open = dueTimes(item, course, window).filter((time) => !known.has(time));
  return [
    ...ofToday,
    ...open.map((time): Found => ({
      due_at: time,
      state: openState(time, window.now),
      row: null,
    })),
  ];
}

/** How a version that stands is answered. */
export type Presents = (row: AdministrationRow, state: SyncState) => MedicationAdministration;

// Behind every instant: what is given as it is needed has no time of its own.
const behindAll = "~";

/** What of a dose follows from its prescription. */
function prescribed(order: Order, item: PrescribedItem) {
  return {
    prescription_id: order.id,
    prescribed_item_id: item.id,
    encounter_id: order.encounter_id,
    rx_no: order.rx_no,
    drug_name: item.drug_name,
    generic_name: item.generic_name,
    strength: item.strength,
    instructions: item.instructions,
    frequency: item.frequency,
    custom_text: item.custom_text,
    route: item.route,
    ...plannedDose(item, order.weight_kg),
  };
}

function entriesOf(orders: readonly Order[], rows: readonly AdministrationRow[], window: Window) {
  return orders.flatMap((order) =>
    order.items.flatMap((item) =>
      dosesOf(order, item, rows, window).map(({ due_at, state, row }) => ({
        at: due_at ?? row?.created_at ?? behindAll,
        place: `${item.id}/${row?.id ?? ""}`,
        row,
        dose: { ...prescribed(order, item), due_at, state },
      })),
    ),
  );
}

/** A page of the doses of a patient who stays here. @param paging whose, and where to go on */
export async function dueDoses(
  ctx: ReadContext,
  paging: {
    readonly patient_id: string;
    readonly limit?: number | undefined;
    readonly cursor?: string | undefined;
  },
  present: Presents,
): Promise<Page<DueDose>> {
  const { patient_id: patientId } = paging;
  const window = windowOf(ctx);
  const orders = await ordersOf(ctx, await samePerson(ctx.db, ctx.tenantId, patientId));
  const itemIds = orders.flatMap(({ items }) => items.map(({ id }) => id));
  const rows = await standingSince(ctx, itemIds, window.from);
  const ids = rows.map(({ id }) => id);
  const stateOf = await syncStatesOf(ctx, ids);
  const scope = JSON.stringify(["medication_administrations.due", ctx.tenantId, patientId]);
  const page = entryPage(ctx, scope, entriesOf(orders, rows, window), paging);
  ctx.auditRead("medication_administrations", null, patientId);
  return {
    ...page,
    data: page.data.map(({ dose, row }) => ({
      ...dose,
      administration: row === null ? null : present(row, stateOf(row.id)),
    })),
  };
}
