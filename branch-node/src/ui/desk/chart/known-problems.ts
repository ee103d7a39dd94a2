import { criticalities } from "@edgeward/shared/clinical/patients/known-problems.contract.ts";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import {
  diagnosisSystems,
  type DiagnosisSystem,
} from "@edgeward/shared/clinical/encounters/encounter-parts.contract.ts";

/** An allergy as a body says it. */
export interface Allergy {
  readonly substance: string;
  readonly criticality: (typeof criticalities)[number];
  readonly code?: string | null;
  readonly reaction?: string | null;
  readonly recorded_at?: string;
}

/** A condition as a body says it. */
export interface Condition {
  readonly code: string;
  readonly system: DiagnosisSystem;
  readonly display?: string | null;
  readonly onset?: string | null;
  readonly note?: string | null;
  readonly recorded_at?: string;
}

type Members = Readonly<Record<string, unknown>>;

// Sent back as it was kept, member for member: another form of it would be another entry.
function textMembers<Name extends string>(
  kept: Members,
  names: readonly Name[],
): Partial<Record<Name, string | null>> {
  const given: Partial<Record<Name, string | null>> = {};
  for (const name of names) {
    const { [name]: value } = kept;
    if (typeof value === "string" || value === null) given[name] = value;
  }
  return given;
}

function recordedAt({ recorded_at: at }: Members) {
  return typeof at === "string" ? { recorded_at: at } : {};
}

/** The allergies of a patient; one without a substance, which no form makes, is left out. */
export function allergiesOf({ allergies }: Pick<Patient, "allergies">): readonly Allergy[] {
  return allergies.flatMap((kept) => {
    const { substance } = kept;
    if (typeof substance !== "string") return [];
    const criticality = criticalities.find((each) => each === kept["criticality"]);
    return {
      substance,
      criticality: criticality ?? "unable_to_assess",
      ...textMembers(kept, ["code", "reaction"]),
      ...recordedAt(kept),
    };
  });
}

/** The conditions of a patient; a code that two branches have added stands once for each. */
export function conditionsOf({ conditions }: Pick<Patient, "conditions">): readonly Condition[] {
  return (conditions ?? []).flatMap((kept) => {
    const system = diagnosisSystems.find((each) => each === kept.system);
    if (system === undefined) return [];
    const { code } = kept;
    return {
      code,
      system,
      ...textMembers(kept, ["display", "onset", "note"]),
      ...recordedAt(kept),
    };
  });
}

/** What tells one substance from another, however it was typed. */
export function allergyKey({ substance }: Pick<Allergy, "substance">): string {
  return substance.trim().toLowerCase();
}

/** What tells one condition from another. */
export function conditionKey({ system, code }: Pick<Condition, "system" | "code">): string {
  return `${system} ${code}`;
}

/** Each entry once, the one that was written down last. */
export function newestOfEach<Entry extends { readonly recorded_at?: string }>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string,
): readonly Entry[] {
  const newest = new Map<string, Entry>();
  for (const entry of entries) {
    const known = newest.get(keyOf(entry));
    const isLater = (entry.recorded_at ?? "") >= (known?.recorded_at ?? "");
    if (known === undefined || isLater) newest.set(keyOf(entry), entry);
  }
  return [...newest.values()];
}

/** The list with an entry in place of those under one key; without one, they are taken away. */
export function withEntry<Entry>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string,
  replaced: string | null,
  entry: Entry | null,
): readonly Entry[] {
  const own = entry === null ? null : keyOf(entry);
  const kept = entries.filter((each) => keyOf(each) !== replaced && keyOf(each) !== own);
  return entry === null ? kept : [...kept, entry];
}
