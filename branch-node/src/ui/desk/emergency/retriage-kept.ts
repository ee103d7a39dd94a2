import * as z from "zod";
import type { Triage } from "@edgeward/shared/clinical/triage/triage.contract.ts";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import { vitalNames, type VitalsDraft } from "#ui/desk/vitals/vitals-form.ts";

// What another version of the page has put down is read as far as it is understood.
const text = z.string().catch("");

const shape = z.object({
  fields: z.object({ level: text, reason: text }),
  vitals: z.record(z.enum(vitalNames), text),
  seen: text,
});

/** What is typed as somebody is judged again. */
export interface RetriageDraft {
  readonly level: string;
  readonly reason: string;
}

/** An emergency that is judged again, and how it stood as that was begun. */
export interface KeptRetriage {
  readonly draft: RetriageDraft;
  readonly vitals: VitalsDraft;
  readonly seen: string;
}

interface Judged extends Pick<Triage, "status" | "level"> {
  readonly retriages: readonly unknown[];
}

/** How an emergency stands: another level on top of another judgement has to be looked at again. */
export function judgementOf({ status, level, retriages }: Judged): string {
  return `${status} ${level} ${retriages.length}`;
}

/** The form as the branch keeps it. Its key goes with it: sent twice, somebody is judged once. */
export function retriageState(
  { draft, vitals, seen }: KeptRetriage,
  patientId: string,
  intentKey: string,
): FormState {
  return {
    fields: { ...draft },
    vitals: { ...vitals },
    seen,
    patient_id: patientId,
    intent_key: intentKey,
  };
}

/** Reads one back; null for what is none. */
export function readRetriage(formState: FormState): KeptRetriage | null {
  const { data } = shape.safeParse(formState);
  if (data === undefined) return null;
  return { draft: data.fields, vitals: data.vitals, seen: data.seen };
}
