import * as z from "zod";
import { num } from "#contract/code-fields.ts";
import { date, enumOf, idOf, int, str, ts } from "#contract/fields.ts";
import { actorIdForm, readOnlyFields } from "#contract/record.ts";

/** The states that a prescription is kept in; the ways between them stand in the state table beside this file. */
export const keptStatuses = [
  "draft",
  "issued",
  "partially_dispensed",
  "dispensed",
  "stopped",
  "cancelled",
  "entered_in_error",
] as const;

/** One of them. */
export type KeptStatus = (typeof keptStatuses)[number];

/** The states that answers say: one that nobody has come for in time has expired. */
export const prescriptionStatuses = [...keptStatuses, "expired"] as const;

/** One of them. */
export type PrescriptionStatus = (typeof prescriptionStatuses)[number];

/** What a drug comes as. */
export const drugForms = [
  "tablet",
  "capsule",
  "syrup",
  "injection",
  "drops",
  "ointment",
  "cream",
  "inhaler",
  "patch",
  "suppository",
  "powder",
  "other",
] as const;

/** One of them. */
export type DrugForm = (typeof drugForms)[number];

/** How a drug is given. */
export const routes = [
  "oral",
  "iv",
  "im",
  "sc",
  "topical",
  "inhaled",
  "rectal",
  "vaginal",
  "ophthalmic",
  "otic",
  "nasal",
  "sublingual",
  "other",
] as const;

/** One of them. */
export type Route = (typeof routes)[number];

/** How often a drug is given. */
export const frequencies = [
  "od",
  "bd",
  "tds",
  "qid",
  "q4h",
  "q6h",
  "q8h",
  "q12h",
  "hs",
  "stat",
  "sos",
  "weekly",
  "alternate_days",
  "custom",
] as const;

/** One of them. */
export type Frequency = (typeof frequencies)[number];

/** In what one dose is measured; `_per_kg` for every kilogram of the patient. */
export const doseUnits = [
  "tablet",
  "capsule",
  "suppository",
  "patch",
  "ampoule",
  "sachet",
  "drop",
  "puff",
  "application",
  "ml",
  "mcg",
  "mg",
  "g",
  "unit",
  "mcg_per_kg",
  "mg_per_kg",
  "ml_per_kg",
] as const;

/** One of them. */
export type DoseUnit = (typeof doseUnits)[number];

/** In what a quantity is counted. */
const quantityUnits = [
  "tablet",
  "capsule",
  "suppository",
  "patch",
  "ampoule",
  "sachet",
  "ml",
  "pack",
  "unit",
] as const;

/** One of them. */
export type QuantityUnit = (typeof quantityUnits)[number];

const amount = num(0.001, 100_000, 3);
const optionalText = (longest: number) => str(0, longest).nullable();
const mostItems = 40;

const medicine = {
  item_id: idOf("itm").nullable(),
  drug_name: str(1, 200),
  generic_name: str(1, 200),
  strength: optionalText(60),
  form: enumOf(drugForms),
  route: enumOf(routes),
  dose: amount,
  dose_unit: enumOf(doseUnits),
  frequency: enumOf(frequencies),
  custom_text: optionalText(200),
  duration_days: int(1, 365).nullable(),
  quantity: amount,
  refills: int(0, 5),
  as_needed: z.boolean(),
  instructions: optionalText(500),
  substitution_allowed: z.boolean(),
  start_date: date.nullable(),
} as const;

/** The medicines of a prescription, as a body says them. */
export const givenItems = z
  .array(
    z.strictObject({
      ...readOnlyFields(["id", "quantity_unit"]),
      ...medicine,
      item_id: medicine.item_id.optional(),
      drug_name: medicine.drug_name.optional(),
      strength: medicine.strength.optional(),
      custom_text: medicine.custom_text.optional(),
      duration_days: medicine.duration_days.optional(),
      quantity: medicine.quantity.optional(),
      refills: medicine.refills.optional(),
      as_needed: medicine.as_needed.optional(),
      instructions: medicine.instructions.optional(),
      substitution_allowed: medicine.substitution_allowed.optional(),
      start_date: medicine.start_date.optional(),
    }),
  )
  .min(1)
  .max(mostItems);

/** A medicine as a body says it. */
export type GivenItem = z.output<typeof givenItems>[number];

const keptItem = z.strictObject({
  id: idOf("rxi"),
  ...medicine,
  quantity_unit: enumOf(quantityUnits),
});

/** The medicines of a prescription, as they are kept. */
export const keptItems = z.array(keptItem).max(mostItems);

/** A medicine as it is kept. */
export type PrescribedItem = z.output<typeof keptItem>;

const answeredText = z.string().nullable();

/** The medicines of a prescription, as the wire writes them. */
export const itemsShape = z.array(
  z.strictObject({
    id: idOf("rxi"),
    item_id: answeredText,
    drug_name: z.string(),
    generic_name: z.string(),
    strength: answeredText,
    form: z.enum(drugForms),
    route: z.enum(routes),
    dose: z.number(),
    dose_unit: z.enum(doseUnits),
    frequency: z.enum(frequencies),
    custom_text: answeredText,
    duration_days: z.int().nullable(),
    quantity: z.number(),
    quantity_unit: z.enum(quantityUnits),
    refills: z.int(),
    as_needed: z.boolean(),
    instructions: answeredText,
    substitution_allowed: z.boolean(),
    start_date: answeredText,
  }),
);

const severities = ["contraindicated", "major", "moderate", "minor"] as const;
/** What comes of two medicines together. */
const interactionEffects = [
  "blood_pressure_crisis",
  "serotonin_excess",
  "loses_effect",
  "bone_marrow",
  "toxicity",
  "heart_rhythm",
  "muscle_damage",
  "vessel_spasm",
  "deep_sedation",
] as const;

/** One of them. */
export type InteractionEffect = (typeof interactionEffects)[number];

const alertSources = ["allergy", "duplicate", "interaction"] as const;

/** No prescription says more of what stands against its medicines. */
export const mostAlerts = 400;

/** What stands against a medicine, as it is kept. */
export const keptAlerts = z
  .array(
    z.strictObject({
      severity: enumOf(severities),
      source: enumOf(alertSources),
      pair: str(1, 420),
      text: str(1, 500),
      /** What comes of two medicines together. */
      effect: enumOf(interactionEffects).optional(),
    }),
  )
  .max(mostAlerts);

/** What stands against a medicine. */
export type Alert = z.output<typeof keptAlerts>[number];

/** What stands against the medicines, as the wire writes it. */
export const alertsShape = z.array(
  z.strictObject({
    severity: z.enum(severities),
    source: z.enum(alertSources),
    pair: z.string(),
    text: z.string(),
    effect: z.enum(interactionEffects).optional(),
  }),
);

const reason = str(10, 500);

/** Why somebody prescribes in spite of what stands against it, as a body says it. */
export const givenOverride = z.strictObject({ ...readOnlyFields(["by", "at"]), reason });

/** The same, as it is kept. */
export const keptOverride = z.strictObject({ reason, by: actorIdForm, at: ts });

/** The same, as the wire writes it. */
export const overrideShape = z.strictObject({
  reason: z.string(),
  by: z.string(),
  at: z.string(),
});
