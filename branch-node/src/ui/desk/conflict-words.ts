import type {
  Conflict,
  ConflictResolution,
} from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import type { AsideOperation } from "@edgeward/shared/sync/operations.contract.ts";
import type { Say, TextId } from "#ui/i18n/text.ts";

const fieldTexts: Readonly<Record<string, TextId>> = {
  name: "register.name",
  phone: "patient.phone",
  alternate_phone: "patient.phone",
  dob: "register.dob",
  gender: "register.gender",
  address: "register.address",
  abha_id: "register.abha",
  emergency_contact: "register.guardian",
  chief_complaint: "encounter.complaint",
  diagnosis_code: "encounter.diagnosis",
  disposition: "encounter.disposition",
  notes: "encounter.notes",
  form_state: "conflict.form",
  resolution: "conflict.decision",
};

/** What people call a field; its own name, spelt out, where the page has none. */
export function fieldWords(field: string, say: Say): string {
  const text = fieldTexts[field];
  return text === undefined ? field.replaceAll(/[_:]/gu, " ") : say(text);
}

function memberWords(name: string, value: unknown, say: Say): string {
  return `${name.replaceAll("_", " ")}: ${valueWords(value, say)}`;
}

/** A value as a person reads it: nothing, yes or no, its parts, or itself. */
export function valueWords(value: unknown, say: Say): string {
  if (value === null || value === undefined || value === "") return say("conflict.nothing");
  if (typeof value === "boolean") return say(value ? "conflict.yes" : "conflict.no");
  if (typeof value === "string" || typeof value === "number") return String(value);
  if (Array.isArray(value)) {
    return value.length === 0
      ? say("conflict.nothing")
      : value.map((one) => valueWords(one, say)).join("; ");
  }
  const members = Object.entries(value).filter(([, one]) => one !== null && one !== "");
  if (members.length === 0) return say("conflict.nothing");
  return members.map(([name, one]) => memberWords(name, one, say)).join(", ");
}

/** A way to settle a conflict, as the page offers it. */
export interface Choice {
  readonly resolution: ConflictResolution;
  readonly text: TextId;
  /** Shown beside it: the value that would stand. Undefined where no value belongs to it. */
  readonly value?: unknown;
  /** Whether a value is to be written. */
  readonly isWritten: boolean;
}

function isText(value: unknown): boolean {
  return value === null || typeof value === "string";
}

const dismiss: Choice = { resolution: "dismiss", text: "conflict.dismiss", isWritten: false };

/** The ways in which a conflict can be settled here, the one that changes nothing first. */
export function choicesFor(conflict: Conflict): readonly Choice[] {
  const { kind, kept, other, entity } = conflict;
  const keep = {
    text: "conflict.keep",
    resolution: "keep",
    value: kept.value,
    isWritten: false,
  } as const;
  if (entity === "conflicts" || kind === "balance") return [keep, dismiss];
  if (kind === "duplicate") {
    const isPrinted = conflict.field === "uhid";
    const clear = { text: "conflict.clear", resolution: "merge", isWritten: false } as const;
    return isPrinted ? [keep, dismiss] : [keep, clear, dismiss];
  }
  const take = {
    text: "conflict.takeOther",
    resolution: "take_other",
    value: other.value,
    isWritten: false,
  } as const;
  const write = { text: "conflict.write", resolution: "merge", isWritten: true } as const;
  const isWritable = kind === "field" && isText(kept.value) && isText(other.value);
  return [keep, take, ...(isWritable ? [write] : []), dismiss];
}

const adviceTexts: Readonly<Record<string, TextId>> = {
  invalid_field: "aside.enterAgain",
  missing_record: "aside.enterAgain",
  fact_changed: "aside.enterAgain",
  dependency_discarded: "aside.enterAgain",
  owned_by_branch: "aside.otherBranch",
  branch_forbidden: "aside.otherBranch",
  hub_only: "aside.atHub",
  unknown_table: "aside.afterUpdate",
  database_refused: "aside.afterUpdate",
};

/** What to do about an operation that the hub has not taken. */
export function adviceFor(operation: Pick<AsideOperation, "outcome" | "code">): TextId {
  if (operation.outcome === "held") return "aside.waits";
  return adviceTexts[operation.code ?? ""] ?? "aside.askAdministrator";
}

const operationTexts: Readonly<Record<string, TextId>> = {
  "patient.create": "aside.patientCreate",
  "patient.update": "aside.patientUpdate",
  "appointment.create": "aside.appointment",
  "appointment.update": "aside.appointment",
  "appointment.cancel": "aside.appointment",
  "encounter.create": "aside.encounter",
  "encounter.update": "aside.encounter",
  "conflict.resolve": "aside.conflict",
};

/** What an operation did, in words; its own name, spelt out, where the page has none. */
export function operationWords(type: string, say: Say): string {
  const text = operationTexts[type];
  return text === undefined ? type.replaceAll(/[._]/gu, " ") : say(text);
}
