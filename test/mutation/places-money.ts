import type { Place } from "./place.ts";

const clinical = "shared/src/clinical";

/** What is agreed with payers, where goods stand, and what is paid back. */
export const moneyPlaces: readonly Place[] = [
  {
    file: `${clinical}/payments/payments.guard.ts`,
    original: "  return row.amount_minor > leftBefore(change, origin, arrival)",
    replacement: "  return row.amount_minor < 0",
    why: "a branch that was put back pays back or uses once more what it had paid back or used",
    often: ["refund", "backup", "put_back", "push"],
  },
  {
    file: `${clinical}/stock/stock-counts.guard.ts`,
    original:
      "return there === known ? [] : [refusedCount(`changes.${nth}.fields.quantity`, fault)];",
    replacement: "return [];",
    why: "a branch that was put back puts a difference down once more that it had counted",
    often: ["stock_move", "backup", "put_back", "push"],
  },
  {
    file: `${clinical}/payments/payments.commands.ts`,
    original: "    if (amount > left) throw wrong(",
    replacement: "    if (amount < 0) throw wrong(",
    why: "more is paid back than was paid",
    often: ["refund", "push"],
  },
  {
    file: `${clinical}/payments/payments.commands.ts`,
    original: "const isHere = row !== null && row.branch_id === ctx.branch.id;",
    replacement: "const isHere = row !== null;",
    why: "a branch pays back what another one has taken",
    often: ["refund", "grant", "push", "pull"],
  },
  {
    file: "shared/src/pipeline/run.ts",
    original: `if (home === "hub" && kind === "branch") {`,
    replacement: `if (home === "hub" && kind !== "branch" && kind !== "hub") {`,
    why: "a branch agrees on something with a payer",
    often: ["agree_here", "payer", "push", "pull"],
  },
  {
    file: "shared/src/pipeline/run.ts",
    original: `if (home === "branch" && kind === "hub" && branch?.hasNode === true) {`,
    replacement: `if (home === "branch" && kind === "hub" && branch?.hasNode === false) {`,
    why: "the hub changes the shelves of a branch that has a node",
    often: ["place_change", "stock_up", "push"],
  },
];
