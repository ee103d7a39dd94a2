import type { Kind } from "./commands.ts";

/** Faults that are put into the simulation to see that it notices them. None of them is in the product. */
export const defects = {
  no_horizon: "the feed passes rows of transactions that began after one still open",
  no_dedupe: "what was taken before is taken again",
  last_write_wins: "a later clock overwrites without a conflict",
  clock_decides_states: "a state goes where the later clock says",
  gap_accepted: "a batch that does not join on is taken",
  reply_not_kept: "a repeated batch is answered as known, also what was refused",
  ledger_overwritten: "a ledger keeps one row an item",
  echo_for_all: "a node is never sent what became of its own operations",
  conflicts_not_sent: "conflicts stay at the hub",
  poison_stops_stream: "one refused operation refuses its batch",
  unknown_fields_dropped: "fields that the hub does not know are dropped",
  scope_ignored: "every branch gets the rows of all",
  place_without_rows: "a batch counts as taken although its rows were not kept",
  effects_repeated: "a repeated batch sets its effects off again",
  hold_forgotten: "what builds on a refused record is taken all the same",
  cursor_first: "the cursor is kept before the rows it covers",
  pending_hidden: "a pulled row covers what waits to be sent",
  overlay_of_taken: "what the hub has taken is put on top of what came later",
  commit_lost: "a commit that was answered is not on the disk",
  stamp_twice: "the clock gives every stamp twice",
  restore_unnoticed:
    "a branch brought back from a backup goes on as if nothing had happened, and the hub takes its places for known",
  epoch_kept: "the hub lets a restored branch go on in its old epoch",
  numbers_before_greeting:
    "a restored branch numbers bills before it has heard which numbers it gave",
  compacted_too_far: "compaction takes the newest entry of a record out of the feed",
  tablet_answered_early: "a branch answers a tablet before it has kept what came",
  overdraft_unseen: "nobody is notified of stock below nothing",
  purge_untold: "a branch is not sent that a grant has ended",
  number_outside: "a number is taken in a transaction of its own",
} as const;

export type Defect = keyof typeof defects;

/** What it takes to meet a rare one. */
export const defectSteps: Readonly<Partial<Record<Defect, readonly Kind[]>>> = {
  restore_unnoticed: ["backup", "put_back", "register", "push"],
  epoch_kept: ["backup", "put_back"],
  numbers_before_greeting: ["backup", "put_back", "bill", "push"],
  tablet_answered_early: ["tablet_reading", "tablet_send", "full"],
  purge_untold: ["grant", "revoke", "visit", "push", "pull"],
  number_outside: ["bill", "crash"],
  overlay_of_taken: ["edit_first", "hub_edit", "push", "pull"],
  hold_forgotten: ["poison", "reading", "push"],
  cursor_first: ["crash", "pull", "edit", "push"],
  overdraft_unseen: ["stock"],
  ledger_overwritten: ["stock"],
};

/** The defects of one run; none in the runs that test the product. */
export type Defects = ReadonlySet<Defect>;

export const noDefects: Defects = new Set();
