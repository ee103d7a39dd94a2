import { samePersons } from "#clinical/patients/same-person.commands.ts";
import { inList } from "#db/statements.ts";
import { isoInstant } from "#kernel/clock.ts";
import { maySeeBranch } from "#resource/branch-scope.ts";
import type { ReadContext } from "#resource/context.ts";
import type { NextAppointment } from "./appointments.contract.ts";

const ahead = ["booked", "confirmed"] as const;

// A hundred patients with as many appointments each as a course of treatment has.
const mostAhead = 2_000;

/**
 * When each of some patients comes next, under whichever of a person's records, in the branches that the caller may see: one
 * question for all of them, by the index of patients' appointments. Who has no appointment ahead is left out.
 */
export async function nextAppointments(
  ctx: ReadContext,
  patientIds: readonly string[],
): Promise<NextAppointment[]> {
  const { db, tenantId, caller } = ctx;
  const persons = await samePersons(db, tenantId, patientIds);
  const rows = await db
    .selectFrom("appointments")
    .select(["id", "patient_id", "branch_id", "provider_id", "slot_time"])
    .where("tenant_id", "=", tenantId)
    .where("patient_id", "in", inList([...new Set([...persons.values()].flat())]))
    .where("slot_time", ">", isoInstant(ctx.now()))
    .where("status", "in", ahead)
    .orderBy("slot_time")
    .limit(mostAhead)
    .execute();
  // Asked for there, the engine would take the few branches' index and go through all of their appointments.
  const visible = rows.filter((row) => maySeeBranch(caller, row.branch_id));
  return [...persons].flatMap(([id, records]) => {
    const next = visible.find((row) => records.includes(row.patient_id));
    if (next === undefined) return [];
    const { id: appointmentId, branch_id, provider_id, slot_time } = next;
    return [{ patient_id: id, appointment_id: appointmentId, branch_id, provider_id, slot_time }];
  });
}
