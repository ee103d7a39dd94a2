import * as z from "zod";
import { enumOf, idOf } from "#contract/fields.ts";
import { takenFields } from "./patients.merging.contract.ts";

/** Beside the fields that are chosen, those that are worked out from one of them. */
const keptTaken = [...takenFields, "dob_estimated"] as const;

const anyMembers = z.record(z.string(), z.unknown());

/** What a merged record keeps of its merge, so that it can be undone. */
export const mergeDetailsShape = z.strictObject({
  /** The survivor. */
  into: idOf("pat"),
  /** What the record was before. */
  status: enumOf(["active", "inactive"]),
  /** The stamps of the record's fields that whoever merged it had seen. */
  seen: z.record(z.string().max(64), z.string().max(128)),
  /** What the survivor had and has of what it took over. */
  taken: z.partialRecord(
    enumOf(keptTaken),
    z.strictObject({ before: z.unknown(), after: z.unknown() }),
  ),
  /** Allergies that the survivor did not know of. */
  added_allergies: z.array(anyMembers).max(100),
  /** Conditions that the survivor did not have; nothing where an earlier program has merged. */
  added_conditions: z.array(anyMembers).max(100).optional(),
  /** Whether of the survivor it was said that there is no allergy. */
  had_no_known_allergies: z.boolean().nullable().optional(),
});

/** What a merged record keeps of its merge. */
export type MergeDetails = Readonly<z.output<typeof mergeDetailsShape>>;
