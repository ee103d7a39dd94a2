import type * as z from "zod";
import {
  dispositions,
  type Encounter,
  type updateEncounterBody,
} from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import type { TextId } from "#ui/i18n/text.ts";

/** An encounter's form as it stands. */
export interface EncounterDraft {
  readonly complaint: string;
  readonly diagnosis: string;
  readonly notes: string;
  readonly disposition: string;
}

type Change = z.input<typeof updateEncounterBody>;

/** The form of an encounter as it was saved last. */
export function encounterDraft(encounter: Encounter): EncounterDraft {
  return {
    complaint: encounter.chief_complaint ?? "",
    diagnosis: encounter.diagnosis_code ?? "",
    notes: encounter.notes ?? "",
    disposition: encounter.disposition ?? "",
  };
}

function orNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}

/** What the form says, as the contract writes it. */
export function encounterFields(draft: EncounterDraft): Change {
  return {
    chief_complaint: orNull(draft.complaint),
    diagnosis_code: orNull(draft.diagnosis.toUpperCase()),
    notes: orNull(draft.notes),
    disposition: dispositions.find((each) => each === draft.disposition) ?? null,
  };
}

/** What is missing before an encounter can be completed. */
export function completionFaults(
  draft: EncounterDraft,
): Readonly<Partial<Record<keyof EncounterDraft, TextId>>> {
  return {
    ...(draft.diagnosis.trim() === "" ? { diagnosis: "encounter.needsDiagnosis" } : {}),
    ...(draft.disposition === "" ? { disposition: "encounter.needsDisposition" } : {}),
  };
}

/**
 * The changes that bring an encounter from where it is to what the form says, in order:
 * an encounter is begun before it is completed, as its states demand.
 */
export function stepsFor(
  { visit_status: status }: Pick<Encounter, "visit_status">,
  fields: Change,
  isComplete: boolean,
): readonly Change[] {
  const arrives: readonly Change[] = status === "planned" ? [{ visit_status: "arrived" }] : [];
  const isBegun = status === "in_progress" || status === "discharge_ready";
  const begins: Change = isBegun ? fields : { ...fields, visit_status: "in_progress" };
  if (!isComplete) return [...arrives, begins];
  return isBegun
    ? [{ ...fields, visit_status: "completed" }]
    : [...arrives, begins, { visit_status: "completed" }];
}
