import type {
  Conflict,
  ConflictResolution,
} from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import type { AsideOperation } from "@edgeward/shared/sync/operations.contract.ts";
import type { Say, TextId } from "#ui/i18n/text.ts";

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

// What was moved stays moved: a person says whether a correction is still to come.
const seen: Choice = { resolution: "keep", text: "balance.seen", isWritten: false };
const explained: Choice = { resolution: "dismiss", text: "balance.explained", isWritten: false };

/** The ways in which a conflict can be settled here, the one that changes nothing first. */
export function choicesFor(conflict: Conflict): readonly Choice[] {
  const { kind, kept, other, entity } = conflict;
  const keep = {
    text: "conflict.keep",
    resolution: "keep",
    value: kept.value,
    isWritten: false,
  } as const;
  if (kind === "balance") return [seen, explained];
  if (entity === "conflicts") return [{ ...keep, text: "conflict.firstStands" }, dismiss];
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
