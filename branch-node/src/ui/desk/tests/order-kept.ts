import * as z from "zod";
import { labPriorities } from "@edgeward/shared/clinical/lab-orders/lab-order-parts.contract.ts";
import { specimenTypes } from "@edgeward/shared/clinical/lab-tests/lab-test-parts.contract.ts";
import { labTestKinds } from "@edgeward/shared/clinical/lab-tests/lab-tests.contract.ts";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import type { OrderDraft } from "./order-draft.ts";

// What another version of the page has put down is read as far as it is understood.
const text = z.string().catch("");

const chosenTest = z.object({
  code: z.string(),
  name: z.string(),
  kind: z.enum(labTestKinds),
  fasting: z.boolean(),
  specimen_type: z.enum(specimenTypes).nullable(),
  tests: z.array(z.string()),
});

const shape = z.object({
  fields: z.object({
    typed: text,
    chosen: z.array(chosenTest).catch([]),
    priority: z.enum(labPriorities).catch("routine"),
    notes: text,
    doctorId: text,
  }),
  visit_id: z.string().nullable().catch(null),
});

/** An order that is not placed yet, as the branch keeps it. Its key goes with it: sent twice, it is placed once. */
export function orderState(
  fields: OrderDraft,
  visitId: string | null,
  intentKey: string,
): FormState {
  return { fields: { ...fields }, visit_id: visitId, intent_key: intentKey };
}

/** Reads one back, with the visit in which it was written; null for what is none. */
export function readOrder(
  formState: FormState,
): { readonly fields: OrderDraft; readonly visitId: string | null } | null {
  const { data } = shape.safeParse(formState);
  return data === undefined ? null : { fields: data.fields, visitId: data.visit_id };
}
