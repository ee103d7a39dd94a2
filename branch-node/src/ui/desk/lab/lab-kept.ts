import * as z from "zod";
import type { LabOrder } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import type { LabResult } from "@edgeward/shared/clinical/lab-results/lab-results.contract.ts";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import { signChoices, type ValueDraft } from "./result-form.ts";

/** What is typed of one result. */
export interface ResultFields {
  readonly draft: ValueDraft;
  /** The values after the first: a result may say several things. */
  readonly others: readonly ValueDraft[];
  /** Why a result that was verified is corrected. */
  readonly reason: string;
}

/** What is typed of several tests of an order, by the tests' ids. */
export type AllFields = Readonly<Record<string, ValueDraft>>;

// A value that is not understood whole is not shown: its sign or its confirmation may be what is missing.
const value = z.object({
  value: z.string(),
  sign: z.enum(signChoices),
  isConfirmed: z.boolean(),
  conclusion: z.string(),
});

const about = z.object({ seen: z.string() });
const oneShape = about.extend({
  fields: z.object({ draft: value, others: z.array(value), reason: z.string() }),
});
const allShape = about.extend({ fields: z.record(z.string(), value) });

/** What was typed, and of what. */
interface Kept<Fields> {
  readonly fields: Fields;
  /** As of `seenOf`, when it was typed. */
  readonly seen: string;
}

/**
 * What a value is typed of: the specimens that the laboratory has of the order, and the version of the result that stands.
 * A value of another specimen, or on top of another version, has to be looked at again.
 */
export function seenOf(
  specimens: readonly Pick<LabOrder["specimens"][number], "id" | "rejected">[],
  before: Pick<LabResult, "id" | "version"> | null,
): string {
  const taken = specimens.filter(({ rejected }) => !rejected).map(({ id }) => id);
  return [...taken, ...(before === null ? [] : [`${before.id}.${before.version}`])].join(" ");
}

function state(order: Pick<LabOrder, "id" | "patient_id">, seen: string, intentKey: string) {
  return { order_id: order.id, patient_id: order.patient_id, seen, intent_key: intentKey };
}

/** The form of one result as the branch keeps it. */
export function resultState(
  fields: ResultFields,
  order: Pick<LabOrder, "id" | "patient_id">,
  seen: string,
  intentKey: string,
): FormState {
  return { ...state(order, seen, intentKey), fields: { ...fields } };
}

/** The form of several results as the branch keeps it: of each test under the key of the attempt that is under way. */
export function allState(
  fields: AllFields,
  order: Pick<LabOrder, "id" | "patient_id">,
  seen: string,
  intentKey: string,
): FormState {
  return { ...state(order, seen, intentKey), fields: { ...fields } };
}

/** Reads the form of one result back; null for what is none. */
export function readResult(formState: FormState): Kept<ResultFields> | null {
  return oneShape.safeParse(formState).data ?? null;
}

/** Reads the form of several results back; null for what is none. */
export function readAll(formState: FormState): Kept<AllFields> | null {
  return allShape.safeParse(formState).data ?? null;
}
