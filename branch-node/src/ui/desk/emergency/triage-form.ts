import type {
  arrivalModes,
  consciousness,
  TriageScale,
} from "@edgeward/shared/clinical/triage/triage.contract.ts";
import type { ReadVitals } from "#ui/desk/vitals/vitals-form.ts";
import type { TriageBody } from "./triage-queries.ts";

/** The form of a triage, as it is typed. */
export interface TriageDraft {
  readonly patientId: string | null;
  readonly scale: TriageScale;
  /** "" while nobody has chosen one. */
  readonly level: string;
  readonly complaint: string;
  readonly arrival: (typeof arrivalModes)[number];
  readonly avpu: (typeof consciousness)[number] | "";
  /** The three parts of the Glasgow Coma Scale; "" where they were not looked at. */
  readonly gcs: Readonly<Record<"e" | "v" | "m", string>>;
  readonly isPregnant: boolean;
  readonly isInfectious: boolean;
  readonly isMlc: boolean;
  /** Whether the questions of the Emergency Severity Index were answered. */
  readonly isAsked: boolean;
  readonly isDying: boolean;
  readonly isHighRisk: boolean;
  readonly isDangerous: boolean;
  readonly resources: number;
  readonly overrideReason: string;
  /** What the Manchester scale's chart names, one a line. */
  readonly discriminators: string;
}

/** A form in which nothing has been typed. */
export const emptyTriage: TriageDraft = {
  patientId: null,
  scale: "ESI",
  level: "",
  complaint: "",
  arrival: "walk_in",
  avpu: "",
  gcs: { e: "", v: "", m: "" },
  isPregnant: false,
  isInfectious: false,
  isMlc: false,
  isAsked: false,
  isDying: false,
  isHighRisk: false,
  isDangerous: false,
  resources: 0,
  overrideReason: "",
  discriminators: "",
};

/** What is still missing before it can be sent. */
export type TriageGap = "patient" | "level" | "complaint" | "gcs";

/** What of a form is missing, in the order of its fields. @param isKnown whose triage it is stands without the form */
export function gapsOf(draft: TriageDraft, isKnown: boolean): readonly TriageGap[] {
  const parts = Object.values(draft.gcs).filter((part) => part !== "").length;
  const missing: readonly (readonly [TriageGap, boolean])[] = [
    ["patient", !isKnown && draft.patientId === null],
    ["level", draft.level === ""],
    ["complaint", draft.complaint.trim() === ""],
    ["gcs", parts > 0 && parts < 3],
  ];
  return missing.flatMap(([gap, isMissing]) => (isMissing ? [gap] : []));
}

function questionsOf(draft: TriageDraft) {
  if (draft.scale === "MTS") {
    const named = draft.discriminators.split("\n").map((line) => line.trim());
    return { discriminators: named.filter((line) => line !== "") };
  }
  if (!draft.isAsked) return {};
  const { isDying, isHighRisk, isDangerous, resources } = draft;
  const reason = draft.overrideReason.trim();
  return {
    esi: {
      life_saving: isDying,
      high_risk: isHighRisk,
      danger_zone_vitals: isDangerous,
      resources,
    },
    ...(reason === "" ? {} : { override_reason: reason }),
  };
}

function gcsOf({ gcs: { e, v, m } }: TriageDraft) {
  return e === "" ? {} : { gcs: { e: Number(e), v: Number(v), m: Number(m) } };
}

/** What is sent of a form that lacks nothing. */
export function bodyOfDraft(
  draft: TriageDraft,
  vitals: ReadVitals["values"],
): Omit<TriageBody, "encounter_id"> {
  const { pain } = vitals;
  return {
    scale: draft.scale,
    level: Number(draft.level),
    chief_complaint: draft.complaint.trim(),
    mode_of_arrival: draft.arrival,
    ...(Object.keys(vitals).length === 0 ? {} : { vitals }),
    ...(pain === undefined ? {} : { pain }),
    ...(draft.avpu === "" ? {} : { avpu: draft.avpu }),
    ...gcsOf(draft),
    ...(draft.isPregnant ? { pregnant: true } : {}),
    ...(draft.isInfectious ? { infectious_flag: true } : {}),
    ...(draft.isMlc ? { mlc: true } : {}),
    ...questionsOf(draft),
  };
}
