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

/** What a clerk does about each reason, and what an administrator does. */
const adviceTexts: Readonly<Record<string, readonly [TextId, TextId]>> = {
  invalid_field: ["aside.enterAgain", "aside.enterAndDiscard"],
  malformed_operation: ["aside.enterAgain", "aside.enterAndDiscard"],
  missing_record: ["aside.enterAgain", "aside.enterAndDiscard"],
  fact_changed: ["aside.enterAgain", "aside.enterAndDiscard"],
  dependency_discarded: ["aside.enterAgain", "aside.enterAndDiscard"],
  owned_by_branch: ["aside.otherBranch", "aside.otherBranch"],
  branch_forbidden: ["aside.otherBranch", "aside.otherBranch"],
  hub_only: ["aside.atHub", "aside.atHub"],
  unknown_table: ["aside.afterUpdate", "aside.retryAfterUpdate"],
  unknown_operation: ["aside.afterUpdate", "aside.retryAfterUpdate"],
  database_refused: ["aside.afterUpdate", "aside.retryAfterUpdate"],
};

type Aside = Pick<AsideOperation, "outcome" | "code">;

/** What to do about an operation that the hub has not taken. @param maySettle whether the reader decides about it */
export function adviceFor({ outcome, code }: Aside, maySettle: boolean): TextId {
  if (outcome === "held" && code === null) return "aside.waits";
  if (outcome === "held" && !maySettle) return "aside.waitsForRecord";
  const [clerk, administrator] = adviceTexts[code ?? ""] ?? [
    "aside.askAdministrator",
    "aside.tryAgain",
  ];
  return maySettle ? administrator : clerk;
}

const reasonTexts: Readonly<Record<string, TextId>> = {
  invalid_field: "aside.whyUnread",
  malformed_operation: "aside.whyUnread",
  validation_error: "aside.whyUnread",
  missing_record: "aside.whyMissing",
  invalid_reference: "aside.whyMissing",
  fact_changed: "aside.whyFact",
  dependency_discarded: "aside.whyDiscarded",
  owned_by_branch: "aside.whyOtherBranch",
  branch_forbidden: "aside.whyOtherBranch",
  hub_only: "aside.whyHubOnly",
  forbidden: "aside.whyForbidden",
  unknown_table: "aside.whyNewer",
  unknown_operation: "aside.whyNewer",
  database_refused: "aside.whyStore",
};

/** Why the hub has not taken it, for people. */
export function reasonFor({ outcome, code }: Aside): TextId {
  if (outcome === "held" && code === null) return "aside.whyHeld";
  return reasonTexts[code ?? ""] ?? "aside.whyUnknown";
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
  "draft.create": "conflict.form",
  "draft.update": "conflict.form",
  "draft.discard": "conflict.form",
};

/** What an operation did, in words; its own name, spelt out, where the page has none. */
export function operationWords(type: string, say: Say): string {
  const text = operationTexts[type];
  return text === undefined ? type.replaceAll(/[._]/gu, " ") : say(text);
}
