import { samePerson } from "#clinical/patients/same-person.commands.ts";
import { deterministicId } from "#kernel/deterministic-id.ts";
import { isoInstant } from "#kernel/clock.ts";
import { addDays, instantOf, localDate } from "#kernel/zones.ts";
import type { WriteOrigin } from "#db/model.ts";
import type { Session, Store } from "#db/session.ts";
import { inList } from "#db/statements.ts";
import { nodeCommand } from "#resource/commands.ts";
import { writesOf } from "#resource/command-writes.ts";
import type { WriteRuntime, WrittenUnit } from "#write/model.ts";
import { sumOfEach } from "#resource/sum-of-each.ts";
import { openWrite } from "#write/write.ts";
import { appointmentEvents, emitChanged } from "./appointments.events.ts";
import { appointmentsTable, type AppointmentRow } from "./appointments.table.ts";

/** How long after its time a booked appointment counts as missed. */
const missedAfterMs = 60 * 60_000;

// What lies longer back is left as it is: a node that was off for weeks does not judge whom it has not seen.
const oldestMs = 7 * 24 * 3_600_000;
const mostAtOnce = 200;
const openStatuses: readonly string[] = ["booked", "confirmed"];

/** What marking a missed appointment writes: no person gives it. */
export const missedCommand = nodeCommand("appointment.miss", [
  writesOf(appointmentsTable, {
    changes: ["status", "status_history"],
    events: [appointmentEvents.no_show],
  }),
]);

/** Whose appointments are looked at: of one branch, by the node that is their home. */
export interface MissedOptions {
  readonly store: Store;
  readonly runtime: WriteRuntime;
  readonly tenantId: string;
  readonly branchId: string;
  /** IANA name. */
  readonly zone: string;
  /** As a write that no request has asked for, and whose author is the same on every node. */
  readonly origin: WriteOrigin;
  readonly onWritten?: (unit: WrittenUnit) => void;
}

async function overdue({ store, runtime, tenantId, branchId }: MissedOptions) {
  const now = runtime.now();
  return store.read({ tenantId }, (session) =>
    session.kysely
      .selectFrom("appointments")
      .select(["id", "slot_time"])
      .where("tenant_id", "=", tenantId)
      .where("branch_id", "=", branchId)
      .where("status", "in", [...openStatuses])
      .where("slot_time", "<=", isoInstant(now - missedAfterMs))
      .where("slot_time", ">=", isoInstant(now - oldestMs))
      // Whoever is left as they are, because they came otherwise, stands behind those of today.
      .orderBy("slot_time", "desc")
      .limit(mostAtOnce)
      .execute(),
  );
}

/** Whether the patient was there on that day otherwise: with a token of their own, or in a visit. */
async function hasCome(
  { kysely: db }: Session,
  { tenantId, branchId, zone }: MissedOptions,
  row: AppointmentRow,
): Promise<boolean> {
  const day = localDate(Date.parse(row.slot_time), zone);
  const ids = inList(await samePerson(db, tenantId, row.patient_id));
  const token = await db
    .selectFrom("appointments")
    .select("id")
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .where("patient_id", "in", ids)
    .where("business_date", "=", day)
    .executeTakeFirst();
  if (token !== undefined) return true;
  const startOf = (date: string) => isoInstant(instantOf(date, "00:00", zone));
  const visit = await db
    .selectFrom("encounters")
    .select("id")
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .where("patient_id", "in", ids)
    .where("created_at", ">=", startOf(day))
    .where("created_at", "<", startOf(addDays(day, 1)))
    .executeTakeFirst();
  return visit !== undefined;
}

type Overdue = Pick<AppointmentRow, "id" | "slot_time">;

/** The event's id follows from the appointment: a node that does it once more, after a loss, publishes the same. */
function repeatable(runtime: WriteRuntime, { id, slot_time: time }: Overdue): WriteRuntime {
  const event = () => deterministicId("evt", missedCommand.name, id, time);
  return { ...runtime, newId: (prefix) => (prefix === "evt" ? event() : runtime.newId(prefix)) };
}

function markOne(options: MissedOptions, one: Overdue): Promise<WrittenUnit | null> {
  const { store, runtime, tenantId, origin } = options;
  return store.write({ tenantId }, async (session) => {
    const write = openWrite(session, repeatable(runtime, one), origin, missedCommand.name);
    const row = await write.load(appointmentsTable, one.id);
    // Somebody may have come, or have been given another time, since they were looked for.
    const isSame = row?.slot_time === one.slot_time && openStatuses.includes(row.status);
    if (row === null || !isSame || (await hasCome(session, options, row))) return null;
    const at = isoInstant(Date.parse(row.slot_time) + missedAfterMs);
    const step = { status: "no_show", at, by: origin.actor.id, reason: null };
    const patch = { status: "no_show", status_history: [...row.status_history, step] };
    const changed = write.update(appointmentsTable, row, patch);
    emitChanged({ write }, row, changed);
    return write.flush([]);
  });
}

/** Marks whoever has not come an hour after their time; one who is there in any way is never marked. Returns how many. */
export async function markMissed(options: MissedOptions): Promise<number> {
  return sumOfEach(await overdue(options), async (one) => {
    const unit = await markOne(options, one);
    if (unit === null) return 0;
    options.onWritten?.(unit);
    return 1;
  });
}
