import type * as z from "zod";
import { referencedPatient } from "#clinical/patients/patients.commands.ts";
import { isoInstant } from "#kernel/clock.ts";
import { AppError, fieldError } from "#kernel/errors.ts";
import { refuseForeignScope } from "#resource/body-checks.ts";
import { writesOf } from "#resource/command-writes.ts";
import type { WriteContext } from "#resource/context.ts";
import { defineRecord } from "#resource/record.ts";
import { nextState } from "#resource/state-machine.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import {
  emergencyAccessCrud,
  emergencyAccessesContract,
  emergencyAccessFields,
  emergencyMinutes,
  emergencyStatuses,
} from "./emergency-accesses.contract.ts";
import { emergencyAccessEvents } from "./emergency-accesses.events.ts";
import { emergencyGuard } from "./emergency-accesses.guard.ts";
import { emergencyAccessStates } from "./emergency-accesses.states.ts";
import { emergencyAccessesTable, type EmergencyAccessRow } from "./emergency-accesses.table.ts";

const { opened, reviewed, updated } = emergencyAccessEvents;

type UpdateBody = z.output<typeof emergencyAccessesContract.update.body>;

function missingNote(message: string): AppError {
  return fieldError({ path: "review_note", code: "validation_error", message });
}

/** Looks at an opening, once, with a word about it. @throws AppError forbidden, invalid_transition, validation_error */
function review(ctx: WriteContext, row: EmergencyAccessRow, { status, review_note }: UpdateBody) {
  const from = enumValueOf(emergencyStatuses, row.status);
  const to = enumValueOf(emergencyStatuses, status ?? from);
  const isNoted = (review_note ?? null) !== null;
  if (to === from) {
    if (isNoted && review_note !== row.review_note) throw missingNote("goes with looking at it");
    return {};
  }
  nextState(emergencyAccessStates, from, to);
  if (row.opened_by === ctx.caller.id)
    throw new AppError("forbidden", "Somebody else looks at what you have opened.");
  if (!isNoted) throw missingNote("is required: what you have found");
  return { status: to, reviewed_by: ctx.caller.id, reviewed_at: ctx.write.at };
}

/** Records that were opened in an emergency. */
export const emergencyAccesses = defineRecord(emergencyAccessesContract, emergencyAccessFields, {
  crud: emergencyAccessCrud,
  table: emergencyAccessesTable,
  events: { updated },
  // That it was looked at shows nothing of the patient.
  patientOf: null,
  writes: {
    "emergency_access.create": [
      writesOf(emergencyAccessesTable, { makes: true, events: [opened] }),
    ],
    "emergency_access.update": [
      writesOf(emergencyAccessesTable, {
        changes: ["status", "reviewed_by", "reviewed_at", "review_note", "metadata"],
        events: [reviewed, updated],
      }),
    ],
  },
  guards: {
    "emergency_access.create": emergencyGuard,
    "emergency_access.update": emergencyGuard,
  },
  handlers: (records) => ({
    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      const patient = await referencedPatient(ctx, "patient_id", body.patient_id);
      const row = ctx.write.insert(emergencyAccessesTable, ctx.newId("eac"), {
        ...records.mapping.first(body),
        patient_id: patient.id,
        branch_id: ctx.branch.id,
        opened_by: ctx.caller.id,
        expires_at: isoInstant(Date.parse(ctx.write.at) + emergencyMinutes * 60_000),
        reviewed_by: null,
        reviewed_at: null,
      });
      ctx.write.emit(opened, emergencyAccessesTable, row, {});
      return records.present(ctx, row);
    },
    update: async ({ params, body }, ctx) => {
      const row = await records.forChange(ctx, params.id, body);
      const step = review(ctx, row, body);
      const after = ctx.write.update(emergencyAccessesTable, row, {
        ...records.mapping.later(body),
        ...step,
      });
      const event = "status" in step ? reviewed : updated;
      if (after !== row) ctx.write.emit(event, emergencyAccessesTable, after, {});
      return records.present(ctx, after);
    },
  }),
});
