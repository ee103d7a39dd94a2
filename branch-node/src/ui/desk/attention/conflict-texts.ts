import type { ConflictResolution } from "@edgeward/shared/contract/conflict-values.ts";
import type { Conflict } from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import type { QuarantinedOperation } from "@edgeward/shared/sync/wire/operations.contract.ts";
import type { Say, TextId } from "#ui/i18n/text.ts";

/** A way to resolve a conflict, as the page offers it. */
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

/** The ways in which a conflict can be resolved here, the one that changes nothing first. */
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
  // Merging them is no decision of these: it settles the conflict by itself.
  if (kind === "alike") return [{ ...dismiss, text: "conflict.twoPeople" }];
  if (kind === "duplicate") {
    // A number that is printed stays; a time is moved or given back at the appointment.
    const isKept = conflict.field === "uhid" || conflict.field === "slot_time";
    const clear = { text: "conflict.clear", resolution: "merge", isWritten: false } as const;
    return isKept ? [keep, dismiss] : [keep, clear, dismiss];
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
  invalid_field: ["quarantine.enterAgain", "quarantine.enterAndDiscard"],
  malformed_operation: ["quarantine.enterAgain", "quarantine.enterAndDiscard"],
  missing_record: ["quarantine.enterAgain", "quarantine.enterAndDiscard"],
  fact_changed: ["quarantine.enterAgain", "quarantine.enterAndDiscard"],
  dependency_discarded: ["quarantine.enterAgain", "quarantine.enterAndDiscard"],
  owned_by_branch: ["quarantine.otherBranch", "quarantine.otherBranch"],
  branch_forbidden: ["quarantine.otherBranch", "quarantine.otherBranch"],
  hub_only: ["quarantine.atHub", "quarantine.atHub"],
  unknown_table: ["quarantine.afterUpdate", "quarantine.retryAfterUpdate"],
  unknown_operation: ["quarantine.afterUpdate", "quarantine.retryAfterUpdate"],
  database_refused: ["quarantine.afterUpdate", "quarantine.retryAfterUpdate"],
  unknown_author: ["quarantine.askAdministrator", "quarantine.addAuthor"],
  no_right_then: ["quarantine.hubDecides", "quarantine.hubDecides"],
  too_large: ["quarantine.askAdministrator", "quarantine.raiseLimit"],
  duplicate_value: ["quarantine.useOther", "quarantine.useOtherAndDiscard"],
};

type Undecided = Pick<QuarantinedOperation, "outcome" | "code"> &
  Partial<Pick<QuarantinedOperation, "node_id" | "type">>;

/** By which an operation is known that gives a hub back what it has lost. */
const lostRowType = "sync.lost_row";

/** What only a hub changes: it has lost it, a branch has offered it, and nothing at the branch is wrong. */
function isOfferedRow({ type, code }: Partial<Pick<QuarantinedOperation, "type" | "code">>) {
  return type === lostRowType && code === "hub_only";
}

/** Whether an operation was sent by a tablet and has not been taken by this branch: the hub has never seen it. */
export function isOfTablet({ node_id: sender }: Partial<Pick<QuarantinedOperation, "node_id">>) {
  return sender?.startsWith("dev_") === true;
}

/** What is said in place of a sentence about the hub where this branch is meant. */
const branchTexts: Partial<Readonly<Record<TextId, TextId>>> = {
  "quarantine.afterUpdate": "quarantine.hereAsk",
  "quarantine.askAdministrator": "quarantine.hereAsk",
  "quarantine.discardMeans": "quarantine.hereDiscardMeans",
  "quarantine.retryAfterUpdate": "quarantine.tryAgain",
  "quarantine.stillRefused": "quarantine.hereStillRefused",
  "quarantine.whyMissing": "quarantine.hereMissing",
  "quarantine.whyNewer": "quarantine.hereUnknown",
  "quarantine.whyStore": "quarantine.hereStore",
  "quarantine.whyUnknown": "quarantine.hereUnknown",
  "quarantine.whyUnread": "quarantine.hereUnread",
  "quarantine.whyWaiting": "quarantine.hereWaiting",
};

/** A sentence about an operation that was not taken, by who has not taken it. */
export function quarantineText(
  operation: Partial<Pick<QuarantinedOperation, "node_id" | "type">>,
  text: TextId,
): TextId {
  if (operation.type === lostRowType && text === "quarantine.discardMeans")
    return "quarantine.lostDiscardMeans";
  return isOfTablet(operation) ? (branchTexts[text] ?? text) : text;
}

/** What to do about an operation that was not taken. @param mayResolve whether the reader decides about it */
export function adviceFor(operation: Undecided, mayResolve: boolean): TextId {
  if (isOfferedRow(operation)) return mayResolve ? "quarantine.lostRetry" : "quarantine.lostAsk";
  return quarantineText(operation, hubAdvice(operation, mayResolve));
}

function hubAdvice({ outcome, code }: Undecided, mayResolve: boolean): TextId {
  if (outcome === "held" && code === null) return "quarantine.waits";
  if (code === "too_many_grants") return "quarantine.withTheHour";
  if (outcome === "held" && !mayResolve) return "quarantine.waitsForRecord";
  const [clerk, administrator] = adviceTexts[code ?? ""] ?? [
    "quarantine.askAdministrator",
    "quarantine.tryAgain",
  ];
  return mayResolve ? administrator : clerk;
}

const reasonTexts: Readonly<Record<string, TextId>> = {
  invalid_field: "quarantine.whyUnread",
  malformed_operation: "quarantine.whyUnread",
  validation_error: "quarantine.whyUnread",
  missing_record: "quarantine.whyMissing",
  invalid_reference: "quarantine.whyMissing",
  fact_changed: "quarantine.whyFact",
  dependency_discarded: "quarantine.whyDiscarded",
  owned_by_branch: "quarantine.whyOtherBranch",
  branch_forbidden: "quarantine.whyOtherBranch",
  hub_only: "quarantine.whyHubOnly",
  forbidden: "quarantine.whyForbidden",
  not_of_command: "quarantine.whyForbidden",
  unknown_author: "quarantine.whyAuthor",
  no_right_then: "quarantine.whyRight",
  too_large: "quarantine.whyTooLarge",
  too_many_grants: "quarantine.whyLending",
  unknown_table: "quarantine.whyNewer",
  unknown_operation: "quarantine.whyNewer",
  database_refused: "quarantine.whyStore",
  duplicate_value: "quarantine.whyTaken",
};

/** Why it was not taken, for people. */
export function reasonFor(operation: Undecided): TextId {
  if (isOfferedRow(operation)) return "quarantine.lostWhy";
  return quarantineText(operation, hubReason(operation));
}

function hubReason({ outcome, code }: Undecided): TextId {
  if (outcome === "held" && code === null) return "quarantine.whyWaiting";
  return reasonTexts[code ?? ""] ?? "quarantine.whyUnknown";
}

const operationTexts: Readonly<Record<string, TextId>> = {
  "patient.create": "quarantine.patientCreate",
  "patient.update": "quarantine.patientUpdate",
  "appointment.create": "quarantine.appointment",
  "appointment.update": "quarantine.appointment",
  "appointment.cancel": "quarantine.appointment",
  "encounter.create": "quarantine.encounter",
  "encounter.update": "quarantine.encounter",
  "conflict.resolve": "quarantine.conflict",
  "grant_request.create": "quarantine.wish",
  "draft.create": "conflict.form",
  "draft.update": "conflict.form",
  "draft.discard": "conflict.form",
};

/** What a hub has lost, by the table that holds it. */
const lostTexts: Readonly<Record<string, TextId>> = {
  holidays: "quarantine.lostHoliday",
  lab_tests: "quarantine.lostTest",
  payers: "quarantine.lostPayer",
  price_lists: "quarantine.lostPrices",
};

/** What an operation did, in words; its own name, spelt out, where the page has none. */
export function operationText(
  { type, entity }: Pick<QuarantinedOperation, "type" | "entity">,
  say: Say,
): string {
  if (type === lostRowType) return say(lostTexts[entity] ?? "quarantine.lostRow");
  const text = operationTexts[type];
  return text === undefined ? type.replaceAll(/[._]/gu, " ") : say(text);
}
