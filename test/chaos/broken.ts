/** A promise that did not hold. */
export class Broken extends Error {
  readonly promise: keyof typeof promises;

  constructor(promise: keyof typeof promises, what: string) {
    super(`${promise} (${promises[promise].split(":")[0]}): ${what}`);
    this.name = "Broken";
    this.promise = promise;
  }
}

/** The promises, by number; each is looked at in every history unless its name says otherwise. */
export const promises = {
  1: "convergence: every branch's rows in scope equal the hub's byte for byte",
  2: "no acknowledged write lost: every one is in the hub's operations, or visibly held or refused",
  3: "no duplicate effect: one effect an event",
  4: "idempotence: every batch sent again changes nothing at the hub",
  5: "order: a branch's operations stand at the hub in the order in which it made them",
  6: "no silent loss: a value overwritten unseen is in a conflict",
  7: "feed completeness: no reader skips a row, also beside transactions that stay open",
  8: "numbers: unique, and each series without a gap",
  9: "ledger: the sums are those of the facts, everywhere",
  10: "isolation: no row or operation crosses a branch",
  11: "poison: all but the refused and what builds on them is taken",
  12: "schema: fields that nobody knows travel unchanged",
  13: "clocks: skew changes nothing but who wins a tie",
  14: "bootstrap: a file and the feed behind it come to what the whole feed comes to",
  15: "scope: nothing is left at a branch that it may no longer have",
  16: "bounded work: an idle look costs a constant",
  17: "one holder: what only one record may have is held by one that has it, and a double is shown to somebody",
} as const;
