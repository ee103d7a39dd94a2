import * as z from "zod";
import { enumOf, idOf, str, text, ts } from "#contract/fields.ts";
import { actorIdForm, recordForms, statusHistoryForm } from "#contract/record.ts";
import { encounterTypes } from "#clinical/appointments/appointments.contract.ts";
import { vitals } from "./encounter-parts.contract.ts";
import { encounterFields, visitStatuses } from "./encounters.contract.ts";

const made = { at: ts, by: actorIdForm } as const;

/** What is added to notes that stand. */
export const addendumText = text(20_000);

/** The form in which an encounter's fields are kept. */
export const encounterForms = {
  ...recordForms("enc"),
  ...encounterFields,
  patient_id: idOf("pat"),
  encounter_type: enumOf(encounterTypes),
  addenda: z.array(z.strictObject({ text: addendumText, ...made })),
  appointment_id: idOf("apt"),
  admission_id: str(1, 64),
  triage_id: str(1, 64),
  vitals_history: z.array(z.strictObject({ ...made, values: vitals })),
  status_history: statusHistoryForm(visitStatuses),
} as const;
