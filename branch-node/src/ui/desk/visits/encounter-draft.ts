import type * as z from "zod";
import type { Diagnosis } from "@edgeward/shared/clinical/encounters/encounter-parts.contract.ts";
import {
  dispositions,
  type Encounter,
  type updateEncounterBody,
} from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import type { TextId } from "#ui/i18n/text.ts";

/** One diagnosis of a form; the first is the primary one. */
export type DraftDiagnosis = Omit<Diagnosis, "rank">;

/** An encounter's form as it stands. */
export interface EncounterDraft {
  readonly complaint: string;
  /** What is typed to find a diagnosis, and not chosen yet. */
  readonly diagnosis: string;
  readonly diagnoses: readonly DraftDiagnosis[];
  readonly notes: string;
  readonly advice: string;
  readonly disposition: string;
  /** The day from which the patient comes again, YYYY-MM-DD, or empty. */
  readonly followUp: string;
  /** Whether its time is booked when the visit is finished. */
  readonly isFollowUpBooked: boolean;
  /** What is being added to the notes of a visit that is over. */
  readonly addendum: string;
}

type Change = z.input<typeof updateEncounterBody>;

/** The form of an encounter as it was saved last. */
export function encounterDraft(encounter: Encounter): EncounterDraft {
  return {
    complaint: encounter.chief_complaint ?? "",
    diagnosis: "",
    diagnoses: encounter.diagnoses
      .toSorted((one, other) => one.rank - other.rank)
      .map(({ rank: _rank, ...diagnosis }) => diagnosis),
    notes: encounter.notes ?? "",
    advice: encounter.advice ?? "",
    disposition: encounter.disposition ?? "",
    followUp: encounter.follow_up_date ?? "",
    isFollowUpBooked: true,
    addendum: "",
  };
}

/** The diagnoses with one more behind them; as they were where they have its code already. */
export function withDiagnosis(
  diagnoses: readonly DraftDiagnosis[],
  code: string,
  display: string | null,
): readonly DraftDiagnosis[] {
  if (diagnoses.some((each) => each.code === code)) return diagnoses;
  const named = display === null ? {} : { display };
  return [...diagnoses, { code, system: "icd10", use: "provisional", ...named }];
}

/** The diagnoses with one of them as the primary one. */
export function withPrimary(
  diagnoses: readonly DraftDiagnosis[],
  code: string,
): readonly DraftDiagnosis[] {
  return [
    ...diagnoses.filter((each) => each.code === code),
    ...diagnoses.filter((each) => each.code !== code),
  ];
}

function orNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}

/** What the form says, as the contract writes it. */
export function encounterFields(draft: EncounterDraft): Change {
  return {
    chief_complaint: orNull(draft.complaint),
    diagnoses: draft.diagnoses.map((diagnosis, place) => ({ ...diagnosis, rank: place + 1 })),
    notes: orNull(draft.notes),
    advice: orNull(draft.advice),
    disposition: dispositions.find((each) => each === draft.disposition) ?? null,
    follow_up_date: orNull(draft.followUp),
  };
}

/**
 * What the branch is sent for an addition to notes that stand: it adds what lies behind them, or all where a text
 * begins otherwise.
 */
export function addendumNotes(notes: string | null, addendum: string): string {
  const text = addendum.trim();
  return notes !== null && notes !== "" && text.startsWith(notes) ? `${notes}\n${text}` : text;
}

type Faults = Readonly<Partial<Record<keyof EncounterDraft, TextId>>>;

function diagnosisFault({ diagnosis, diagnoses }: EncounterDraft): Faults {
  if (diagnosis.trim() !== "") return { diagnosis: "diagnosis.unchosen" };
  return diagnoses.length === 0 ? { diagnosis: "encounter.needsDiagnosis" } : {};
}

/** What is missing before an encounter can be completed. */
export function completionFaults(draft: EncounterDraft): Faults {
  return {
    ...diagnosisFault(draft),
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
