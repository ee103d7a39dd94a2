import type { Place } from "./place.ts";

const merge = "shared/src/sync/merge";

/** The rules of merging, and how what they come to is written. */
export const mergePlaces: readonly Place[] = [
  {
    file: `${merge}/merge-fields.ts`,
    original: "return `${incoming > here ? incoming : here}_`;",
    replacement: "return incoming > here ? incoming : here;",
    why: "a writer that saw one side of a union counts as one that saw both",
    often: ["allergy", "push", "pull"],
    unseen:
      "Entries travel as what was added, so whoever has seen one side adds to both. The stamp is for whole lists, as nodes of an earlier release send them, and no history has one; the tests beside the merge do.",
  },
  {
    file: `${merge}/merge-fields.ts`,
    original: "const isIncomingKept = !isState && isLaterClock(meeting, operation.hlc, here);",
    replacement: "const isIncomingKept = isLaterClock(meeting, operation.hlc, here);",
    why: "a state goes where the later clock says",
    often: ["move", "push", "pull"],
  },
  {
    file: `${merge}/merge-fields.ts`,
    original: "const isSeen = change.base[field] === here;",
    replacement: "const isSeen = change.base[field] === here || operation.hlc > here;",
    why: "a later clock overwrites without a conflict",
    often: ["edit_first", "hub_edit", "push"],
  },
  {
    file: `${merge}/merge-fields.ts`,
    original: `const both = union(present, added, table.fieldRules[field] === "list");`,
    replacement: "const both = added;",
    why: "a set has what its last writer knew",
    often: ["allergy", "push", "pull"],
  },
  {
    file: `${merge}/merge-fields.ts`,
    original: "    take(draft, field, value, operation.hlc > here ? operation.hlc : here);",
    replacement: "    take(draft, field, value, operation.hlc);",
    why: "the same value from an earlier clock takes the stamp back",
    often: ["edit_first", "hub_edit", "push", "pull", "clock"],
    unseen:
      "What comes of it is a conflict too many and never one too few, and no promise is about that; the tests beside the merge look at the stamp.",
  },
  {
    file: `${merge}/merge.ts`,
    original: "const isStraight = merged.isAllSeen && change.version === current.version + 1;",
    replacement: "const isStraight = change.version === current.version + 1;",
    why: "a change that had not seen everything counts as one that had",
    often: ["poison", "edit_first", "hub_edit", "push", "pull"],
  },
  {
    file: `${merge}/merge.ts`,
    original: "unknown_fields: { ...row.unknown_fields, ...Object.fromEntries(unknown) },",
    replacement: "unknown_fields: { ...row.unknown_fields },",
    why: "fields that the hub does not know are dropped",
    often: ["newer", "push"],
  },
  {
    file: `${merge}/merge-checks.ts`,
    original: `table.merge === "central_reference" && origin.kind === "branch"`,
    replacement: `table.merge === "central_reference" && origin.kind !== "branch"`,
    why: "a branch makes what only the hub may",
    often: ["poison", "push"],
  },
  {
    file: `${merge}/merge-checks.ts`,
    original: "if (isOwned && (isForeign || current.branch_id === null)) {",
    replacement: "if (isOwned && current.branch_id === null) {",
    why: "a branch's own record is refused to another by its audience alone",
    often: ["foreign", "visit", "book", "push"],
    unseen:
      "What is one branch's own is for that branch alone as well, and the check behind this one refuses the change; only the code is another.",
  },
  {
    file: `${merge}/merge-checks.ts`,
    original: `if (isForeign && table.audience === "branch") {`,
    replacement: `if (isForeign && table.audience !== "branch") {`,
    why: "a branch changes another one's record",
    often: ["foreign", "visit", "push"],
  },
  {
    file: `${merge}/merge-ledger.ts`,
    original: "sum >= 0 || sum - change < 0 ? []",
    replacement: "sum >= 0 || sum - change <= 0 ? []",
    why: "nobody is told where stock goes from nothing to less",
    often: ["stock", "push"],
  },
  {
    file: `${merge}/conflict-id.ts`,
    original: `deterministicId("cnf", operation.op_id, change.table, change.id, field, ...met)`,
    replacement: `deterministicId("cnf", change.table, change.id, field)`,
    why: "a second conflict about a field is taken for the first",
    often: ["edit_first", "hub_edit", "push", "pull"],
  },
  {
    file: `${merge}/conflict-id.ts`,
    original: "const met = [keptStamp, otherStamp].toSorted();",
    replacement: "const met = [String([keptStamp, otherStamp].length)];",
    why: "a second value that an operation meets is taken for the first",
    often: ["edit", "tablet_edit", "tablet_send", "push", "pull"],
  },
  {
    file: `${merge}/conflict-guard.ts`,
    original: 'return isClosed || result.conflicts.some(({ kind }) => kind === "state");',
    replacement: 'return isClosed && result.conflicts.some(({ kind }) => kind !== "state");',
    why: "two decisions about one conflict fight",
    often: ["edit_first", "hub_edit", "push", "pull", "resolve"],
  },
  {
    file: "shared/src/write/derived.ts",
    original: "if (freshNames?.has(claimName(claim)) !== true) gone.push(row(claim));",
    replacement: "if (freshNames === null) gone.push(row(claim));",
    why: "claims of changed records are never released",
    often: ["claim", "register", "push"],
  },
  {
    file: "shared/src/write/apply-rows.ts",
    original: "      yield* dialect.reserveFree(reservationsTable, rows);\n",
    replacement: "",
    why: "reservations that arrive are never written",
    often: ["book", "push"],
  },
  {
    file: "shared/src/write/apply-rows.ts",
    original: "      yield* insertRows(dialect, reservationsTable, doubles, onTaken);\n",
    replacement: "",
    why: "a time that was given out twice is free when the first leaves it",
    often: ["book", "hub_book", "rebook", "cancel", "push", "pull"],
  },
  {
    file: "shared/src/write/apply-rows.ts",
    original: `    if (onTaken === "skip") yield* noteDoubles(dialect, rows);\n`,
    replacement: "",
    why: "a value that two records have is nobody's when the first gives it up",
    often: ["claim", "register", "push", "pull"],
  },
  {
    file: "shared/src/write/apply-rows.ts",
    original: "yield* this.#freed(isArriving ? [...freed, ...moved] : freed);",
    replacement: "yield* this.#freed(freed);",
    why: "an appointment that has moved keeps its old time elsewhere",
    often: ["book", "rebook", "push"],
  },
  {
    file: "shared/src/kernel/hlc.ts",
    original:
      "if (seen.counter < largestCounter) return { ms: seen.ms, counter: seen.counter + 1 };",
    replacement:
      "if (seen.counter < largestCounter) return { ms: seen.ms, counter: seen.counter };",
    why: "a clock gives one stamp twice",
    often: ["edit_first", "clock", "hub_edit", "push", "pull"],
  },
  {
    file: "shared/src/write/series.ts",
    original: "const count = await write.next(`series:${series}`);",
    replacement: "const count = await write.next(`series:${place.branchCode}`);",
    why: "the bills of an epoch do not begin with one",
    often: ["bill", "backup", "put_back", "push"],
  },
];
