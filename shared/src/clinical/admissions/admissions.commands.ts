import { openEncounter } from "#clinical/encounters/encounters.commands.ts";
import type { EncounterRow } from "#clinical/encounters/encounters.table.ts";
import { isAllowed, isInScope } from "#contract/access.ts";
import { AppError, fieldError } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import {
  openingStatus,
  openStay,
  visitIn,
  type FieldPath,
  type StayBody,
  type VisitBody,
} from "./admissions.admit.ts";
import { admissionCrud } from "./admissions.contract.ts";

function refuseUnadmitted(body: VisitBody): StayBody {
  const { encounter_type: type, admission } = body;
  if (type !== "IPD") {
    const message = "must be IPD to admit a patient";
    throw fieldError({ path: "encounter_type", code: "validation_error", message });
  }
  if (admission !== undefined) return admission;
  const message = "is required to admit a patient";
  throw fieldError({ path: "admission", code: "validation_error", message });
}

// The visit's own rights let nobody in: who may open one may not always admit.
function refuseWithoutRight({ caller, role }: WriteContext): void {
  const held = role === null ? caller.roles : [role];
  const isGranted =
    isAllowed(held, "admissions", "create") && isInScope(caller.scopes, "admissions", "create");
  if (!isGranted) throw new AppError("forbidden", "This role may not create admissions.");
}

/** Opens an inpatient visit with its admission, both or neither. @throws AppError as `admit`, and forbidden */
export async function admitWithVisit(ctx: WriteContext, body: VisitBody): Promise<EncounterRow> {
  const stay = refuseUnadmitted(body);
  refuseWithoutRight(ctx);
  const id = ctx.newId(admissionCrud.prefix);
  const encounterId = ctx.newId("enc");
  const visit = await openEncounter(ctx, visitIn(body, openingStatus(stay)), {
    id: encounterId,
    stayId: id,
  });
  const path: FieldPath = (name) => `admission.${name}`;
  await openStay(ctx, stay, { id, patientId: visit.patient_id, encounterId, path });
  return visit;
}
