import * as z from "zod";
import {
  diagnosisCode,
  diagnosisSystems,
  isCodeOf,
  optionalText,
} from "#clinical/encounters/encounter-parts.contract.ts";
import { date, enumOf, str, ts } from "#contract/fields.ts";

/** How dangerous contact with a substance would be. */
export const criticalities = ["low", "high", "unable_to_assess"] as const;

/** An allergy as a body says it. */
export const allergy = z.strictObject({
  substance: str(1, 200),
  code: str(1, 64).nullable().optional(),
  criticality: enumOf(criticalities),
  reaction: str(0, 500).nullable().optional(),
  recorded_at: ts.optional(),
});

/** A problem that outlasts a visit, such as diabetes. */
export const condition = z
  .strictObject({
    code: diagnosisCode,
    system: enumOf(diagnosisSystems),
    display: str(0, 200).nullable().optional(),
    onset: date.nullable().optional(),
    note: str(0, 500).nullable().optional(),
    recorded_at: ts.optional(),
  })
  .refine(({ system, code }) => isCodeOf(system, code), {
    path: ["code"],
    message: "is not a code of its system",
  });

/** A condition as it is answered. */
export const keptCondition = z.looseObject({
  code: z.string(),
  system: z.string(),
  display: optionalText,
  onset: optionalText,
  note: optionalText,
  recorded_at: z.string().optional(),
});
