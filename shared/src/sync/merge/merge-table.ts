import type { MergeKind } from "#db/table.ts";
import type { RejectionCode } from "./merge-outcome.ts";

/** What a change may meet where it arrives, and how a sentence says it. */
export const situations = {
  insert_new: "A new record arrives",
  insert_again: "The same operation arrives again",
  insert_alike: "Another operation made the same record with the same values",
  insert_unlike: "Another operation made a record of the same id with other values",
  insert_for_other_branch: "A new record names another branch",
  insert_for_no_branch: "A new record names no branch",
  update_seen: "A change of a value that its writer had seen",
  update_again: "The same change arrives again",
  update_other_field: "A change beside one of another field that its writer had not seen",
  update_same_field: "A change of a field that another changed unseen, by a later clock",
  update_same_field_earlier: "The same, by an earlier clock",
  update_same_value: "Two changed one field unseen to the same value",
  state_seen: "A state goes on from the one its writer had seen",
  state_unseen_possible: "A state moved unseen, and the new one is still reachable",
  state_unseen_impossible: "A state moved unseen, and the new one is no longer reachable",
  set_unseen: "Two added to one set unseen",
  list_unseen: "Two added to one list unseen",
  follower_of_winner: "A field worked out from one whose new value stands",
  follower_of_loser: "A field worked out from one whose new value does not stand",
  other_branch_record: "A change of another branch's record",
  no_branch_record: "A change of a record that names no branch",
  other_tenant_record: "A change of another tenant's record",
  move_to_other_branch: "A change that gives the record to another branch",
  missing_record: "A change of a record that is not there",
  unknown_field: "A field that only a newer node knows",
  wrong_type: "A value of the wrong kind",
  house_field: "A system column",
} as const;

/** One of the situations in which two nodes meet. */
export type Situation = keyof typeof situations;

/** What the table expects of one kind of record in one situation. */
export type Expected =
  | "applied"
  | "merged"
  | "duplicate"
  | "conflict_incoming"
  | "conflict_standing"
  | RejectionCode;

const expectedLabels: Readonly<Partial<Record<Expected, string>>> = {
  applied: "taken",
  merged: "taken beside what stands",
  duplicate: "known, nothing changes",
  conflict_incoming: "taken, and a person sees both",
  conflict_standing: "what stands is kept, and a person sees both",
};

type Column = Readonly<Record<Situation, Expected>>;

const refusals = {
  other_tenant_record: "tenant_mismatch",
  missing_record: "missing_record",
  wrong_type: "invalid_field",
  house_field: "invalid_field",
} as const;

const merging = {
  ...refusals,
  insert_new: "applied",
  insert_again: "duplicate",
  insert_alike: "merged",
  insert_unlike: "conflict_incoming",
  insert_for_other_branch: "branch_forbidden",
  insert_for_no_branch: "branch_forbidden",
  update_seen: "applied",
  update_again: "duplicate",
  update_other_field: "merged",
  update_same_field: "conflict_incoming",
  update_same_field_earlier: "conflict_standing",
  update_same_value: "merged",
  state_seen: "applied",
  state_unseen_possible: "merged",
  state_unseen_impossible: "conflict_standing",
  set_unseen: "merged",
  list_unseen: "merged",
  follower_of_winner: "conflict_incoming",
  follower_of_loser: "conflict_standing",
  other_branch_record: "branch_forbidden",
  no_branch_record: "hub_only",
  move_to_other_branch: "branch_forbidden",
  unknown_field: "applied",
} as const satisfies Column;

const appending = {
  ...merging,
  insert_unlike: "fact_changed",
  update_seen: "fact_changed",
  update_again: "fact_changed",
  update_other_field: "fact_changed",
  update_same_field: "fact_changed",
  update_same_field_earlier: "fact_changed",
  update_same_value: "fact_changed",
  state_seen: "fact_changed",
  state_unseen_possible: "fact_changed",
  state_unseen_impossible: "fact_changed",
  set_unseen: "fact_changed",
  list_unseen: "fact_changed",
  follower_of_winner: "fact_changed",
  follower_of_loser: "fact_changed",
  unknown_field: "fact_changed",
} as const satisfies Column;

function always(outcome: RejectionCode): Column {
  return {
    ...merging,
    ...Object.fromEntries(Object.keys(situations).map((name) => [name, outcome])),
  };
}

/** What becomes of every kind of change to every kind of record. Tests run each cell; the documentation prints it. */
export const mergeTable: Readonly<Record<MergeKind, Column>> = {
  fact: appending,
  ledger: appending,
  shared_document: merging,
  branch_owned: {
    ...merging,
    insert_for_other_branch: "owned_by_branch",
    insert_for_no_branch: "owned_by_branch",
    other_branch_record: "owned_by_branch",
    no_branch_record: "owned_by_branch",
  },
  central_reference: always("hub_only"),
  local: always("not_syncable"),
};

const kindLabels: Readonly<Record<MergeKind, string>> = {
  fact: "Fact",
  ledger: "Ledger",
  shared_document: "Shared document",
  branch_owned: "Owned by a branch",
  central_reference: "Central reference",
  local: "Local",
};

const kinds: readonly MergeKind[] = [
  "fact",
  "ledger",
  "shared_document",
  "branch_owned",
  "central_reference",
  "local",
];

function cell(expected: Expected): string {
  return expectedLabels[expected] ?? `refused: \`${expected}\``;
}

const preface = `# What becomes of a change from a branch

The hub judges each change of each operation by the kind of record it is for and by what it meets. A writer has seen a
value when the change names the stamp that stands on it; clocks only decide between two values of which neither had seen
the other, and never between states; one that is more than five minutes ahead decides nothing against one that is not.
Nothing is thrown away: what is refused is kept with its reason, and a value that does not stand is kept in a conflict for
a person.

The table is of records that belong to one branch. Of records that the tenant's branches share, such as patients, each
of them makes and changes any; a record of such a kind that names no branch is nobody's alone. What belongs to a branch
and names none (a print template of the whole tenant) goes to every branch, and only the hub makes and changes it.

This page is printed from the table in \`shared/src/sync/merge/merge-table.ts\`; a test runs each of its cells.
`;

/** The table as a page of the documentation. */
export function printMergeTable(): string {
  const heads = kinds.map((kind) => kindLabels[kind]);
  const lines = Object.entries(situations).map(([name, words]) => {
    const cells = kinds.map((kind) => cell(expectedOf(kind, name)));
    return `| ${[words, ...cells].join(" | ")} |`;
  });
  const rule = `| ${["", ...heads].map(() => "---").join(" | ")} |`;
  return [preface, `| ${["", ...heads].join(" | ")} |`, rule, ...lines, ""].join("\n");
}

function expectedOf(kind: MergeKind, name: string): Expected {
  const found = Object.entries(mergeTable[kind]).find(([situation]) => situation === name);
  if (found === undefined) throw new Error(`the table says nothing of ${name}`);
  return found[1];
}
