import * as z from "zod";
import type { RadiologyStudy } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.contract.ts";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";

/** A report, as it is typed. */
export interface ReportDraft {
  readonly findings: string;
  readonly impression: string;
  /** "" where no category is given. */
  readonly birads: string;
  readonly isCritical: boolean;
  readonly reason: string;
}

// What another version of the page has put down is read as far as it is understood.
const text = z.string().catch("");

const shape = z.object({
  fields: z.object({
    findings: text,
    impression: text,
    birads: text,
    isCritical: z.boolean().catch(false),
    reason: text,
  }),
  seen: text,
});

/** A report, and the one that stood as it was begun. */
export interface KeptReport {
  readonly draft: ReportDraft;
  readonly seen: string;
}

interface Reported extends Pick<RadiologyStudy, "status"> {
  readonly report: Pick<NonNullable<RadiologyStudy["report"]>, "reported_at"> | null;
}

/** What stands of a study's report: words on top of another one have to be looked at again. */
export function standingOf({ status, report }: Reported): string {
  return `${status} ${report?.reported_at ?? ""}`;
}

/** The form as the branch keeps it. Its key goes with it: sent twice, it is reported once. */
export function reportState(
  { draft, seen }: KeptReport,
  patientId: string,
  intentKey: string,
): FormState {
  return { fields: { ...draft }, seen, patient_id: patientId, intent_key: intentKey };
}

/** Reads one back; null for what is none. */
export function readReport(formState: FormState): KeptReport | null {
  const { data } = shape.safeParse(formState);
  return data === undefined ? null : { draft: data.fields, seen: data.seen };
}
