import { askedOfPerson } from "#clinical/patients/same-person.commands.ts";
import { refuseForeignScope } from "#resource/body-checks.ts";
import { defineRecord } from "#resource/record.ts";
import { admit } from "./admissions.admit.ts";
import { changeAdmission } from "./admissions.changes.ts";
import {
  admissionCrud,
  admissionFields,
  admissionsContract,
  isStaying,
} from "./admissions.contract.ts";
import { admissionEvents } from "./admissions.events.ts";
import { clearanceGuard } from "./admissions.guard.ts";
import { listedAdmissions } from "./admissions.queries.ts";
import { admissionsTable, type AdmissionRow } from "./admissions.table.ts";
import { admissionWrites } from "./admissions.writes.ts";

// Who lies in the bed leaves it; who only waits for it waits on. A patient who was taken in twice leaves one of the two.
function released({ status }: Pick<AdmissionRow, "status">, field: string) {
  if (field === "patient_id")
    return { status: isStaying(status) ? "transferred_out" : "cancelled" };
  const place = { bed_id: null, room_id: null };
  return status === "bed_assigned" ? { ...place, status: "requested" } : place;
}

/** Admissions: stays in beds, from the request to the discharge. */
export const admissions = defineRecord(admissionsContract, admissionFields, {
  crud: admissionCrud,
  table: admissionsTable,
  events: { updated: admissionEvents.updated },
  writes: admissionWrites,
  guards: { "admission.update": clearanceGuard },
  rules: {
    release: (row, { field }) => released({ status: String(row["status"]) }, field),
  },
  handlers: (records) => ({
    list: async ({ query }, ctx) =>
      records.list(ctx, await askedOfPerson(ctx, query), listedAdmissions(query)),
    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      return records.present(ctx, await admit(ctx, body));
    },
    update: async ({ params, body }, ctx) => {
      const row = await records.forChange(ctx, params.id, body);
      return records.present(ctx, await changeAdmission(ctx, row, body));
    },
  }),
});
