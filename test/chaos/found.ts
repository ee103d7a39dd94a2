import type { Command, History, Kind } from "./commands.ts";

function step(kind: Kind, at: number, one: number, two: number): Command {
  return { kind, at: at - 1, one, two };
}

function among(branches: number, ...commands: readonly Command[]): History {
  return { branches, commands };
}

/** Histories that a search has found once, each the shortest that broke a promise then, with what it now holds. */
export const found: readonly (readonly [string, History])[] = [
  [
    "what a branch counts again, having been put back to before it had counted, is put down once",
    among(
      2,
      step("stock_move", 1, 0, 3),
      step("backup", 1, 0, 0),
      step("stock_move", 1, 0, 3),
      step("push", 1, 0, 0),
      step("put_back", 1, 0, 0),
      step("stock_move", 1, 0, 3),
    ),
  ],
  [
    "what a branch uses of an advance is used once, also where it was put back to an old copy since",
    among(
      2,
      // Paid ahead, and two bills.
      step("advance_use", 1, 0, 0),
      step("advance_use", 1, 0, 0),
      step("invoice", 1, 0, 0),
      step("backup", 1, 0, 0),
      step("advance_use", 1, 0, 0),
      step("push", 1, 0, 0),
      step("put_back", 1, 0, 0),
      step("advance_use", 1, 0, 1),
    ),
  ],
  [
    "what a branch has paid back of an advance is paid back once, also where it was put back to an old copy since",
    among(
      2,
      step("refund", 1, 0, 0),
      step("backup", 1, 0, 0),
      step("refund", 1, 0, 0),
      step("push", 1, 0, 0),
      step("put_back", 1, 0, 0),
      step("refund", 1, 0, 0),
    ),
  ],
  [
    "what a branch wrote after it was put back stays on top of what it takes back of its own",
    among(
      2,
      step("backup", 2, 2, 2),
      step("move", 2, 2, 2),
      step("push", 2, 0, 1),
      step("put_back", 2, 0, 3),
      step("move", 2, 1, 3),
      step("pull", 2, 6, 2),
    ),
  ],
  [
    "a change that the hub has lost is given back also where the hub has changed the record since",
    among(
      2,
      step("hub_backup", 1, 1, 3),
      step("hub_edit", 2, 0, 3),
      step("pull", 1, 7, 1),
      step("hub_put_back", 2, 7, 0),
      step("hub_edit", 2, 7, 0),
    ),
  ],
  [
    "a patient whom the hub had made and lost comes back also when a branch has changed it since",
    among(
      2,
      step("hub_backup", 1, 1, 3),
      step("hub_open", 1, 0, 0),
      step("hub_commit", 1, 0, 0),
      step("pull", 1, 7, 1),
      step("edit", 1, 1, 0),
      step("push", 1, 0, 0),
      step("hub_put_back", 2, 7, 0),
    ),
  ],
  [
    "a change that the hub has lost comes back beside what the branch has changed of the record since",
    among(
      2,
      step("hub_backup", 1, 1, 3),
      step("hub_edit", 2, 0, 3),
      step("pull", 1, 7, 1),
      step("hub_put_back", 2, 7, 0),
      step("edit", 1, 0, 0),
    ),
  ],
  [
    "what two branches give back to a hub after each other is one record everywhere",
    among(
      2,
      step("hub_backup", 1, 2, 1),
      step("hub_edit", 2, 5, 0),
      step("pull", 2, 2, 2),
      step("pull", 1, 7, 1),
      step("hub_put_back", 2, 5, 3),
      step("pull", 2, 7, 2),
      step("hub_put_back", 1, 1, 2),
    ),
  ],
  [
    "a branch that takes everything anew learns what was decided about its operations meanwhile",
    among(
      2,
      step("poison", 1, 0, 2),
      step("push", 1, 2, 1),
      step("decide", 1, 6, 0),
      step("hub_backup", 1, 1, 2),
      step("hub_put_back", 1, 3, 1),
    ),
  ],
  [
    "what was changed of another branch's record, and came back from the mirror, stands on what the hub then sends",
    among(2, step("move", 2, 0, 1), step("lose_database", 2, 5, 3), step("pull", 2, 3, 2)),
  ],
  [
    "an appointment that has moved frees its time for one that was booked at it elsewhere",
    among(
      3,
      step("hub_book", 1, 0, 1),
      step("book", 1, 0, 1),
      step("pull", 1, 7, 2),
      step("rebook", 1, 3, 1),
    ),
  ],
  [
    "a value that one patient gives up is the other's who came to have it as well",
    among(
      2,
      step("register", 1, 6, 2),
      step("push", 1, 2, 0),
      step("claim", 1, 0, 0),
      step("lose_database", 1, 6, 3),
      step("claim", 1, 2, 0),
      step("hub_edit", 2, 5, 1),
      step("pull", 1, 1, 0),
    ),
  ],
  [
    "a conflict that the hub has lost comes back where somebody has resolved it meanwhile",
    among(
      2,
      step("hub_backup", 1, 7, 0),
      step("edit_first", 2, 5, 3),
      step("hub_edit", 1, 0, 0),
      step("push", 2, 1, 1),
      step("pull", 1, 1, 3),
      step("resolve", 1, 2, 3),
      step("hub_put_back", 2, 0, 0),
    ),
  ],
  [
    "a record to whose values a restored hub comes in another order says everywhere who changed it last",
    among(
      3,
      step("hub_backup", 2, 3, 1),
      step("edit_first", 2, 6, 3),
      step("push", 2, 6, 3),
      step("edit_first", 1, 1, 1),
      step("push", 1, 0, 2),
      step("pull", 3, 4, 1),
      step("hub_put_back", 2, 5, 0),
    ),
  ],
  [
    "a branch that has lost its database gets a record also where its own change is all that is left in the feed",
    among(
      2,
      step("edit", 1, 1, 1),
      step("push", 1, 4, 1),
      step("compact", 2, 7, 0),
      step("lose_database", 1, 4, 2),
    ),
  ],
  [
    "what a hub had changed of a patient whom it lacks comes back when the branch has sent the patient again",
    among(
      2,
      step("register", 1, 3, 2),
      step("hub_backup", 2, 5, 0),
      step("regroup", 1, 0, 2),
      step("hub_edit", 2, 7, 0),
      step("pull", 2, 0, 1),
      step("hub_put_back", 2, 7, 0),
    ),
  ],
  [
    "what came back from the mirror stands on the records of a bootstrap file",
    among(2, step("move", 2, 0, 3), step("lose_database", 2, 7, 1), step("anew", 2, 0, 1)),
  ],
  [
    "a patient whose registration was under way when the hub was backed up comes back",
    among(
      2,
      step("hub_open", 1, 0, 2),
      step("hub_backup", 1, 5, 0),
      step("edit", 2, 2, 3),
      step("hub_commit", 2, 7, 2),
      step("anew", 2, 4, 0),
      step("hub_put_back", 2, 4, 1),
    ),
  ],
  [
    "a branch that lost its database and broke down while it took its work back goes on",
    among(
      3,
      step("rotate", 1, 7, 3),
      step("book", 1, 4, 3),
      step("check_in", 1, 0, 0),
      step("lose_database", 1, 7, 3),
      step("crash", 1, 7, 2),
      step("pull", 1, 4, 3),
    ),
  ],
  [
    "a value that a hub has lost is not said to be of the branch that gives it back below a change of its own",
    among(
      2,
      step("hub_backup", 1, 5, 2),
      step("poison", 1, 1, 1),
      step("hub_edit", 1, 1, 0),
      step("pull", 2, 4, 3),
      step("anew", 1, 5, 3),
      step("hub_put_back", 2, 3, 1),
    ),
  ],
  [
    "what a hub had taken and lost is sent again also where a handshake from before it was put back comes late",
    among(
      2,
      step("refer", 2, 1, 1),
      step("push", 2, 4, 0),
      step("push", 2, 5, 3),
      step("refer", 2, 7, 1),
      step("push", 2, 0, 0),
      step("hub_backup", 2, 6, 3),
      step("ask", 2, 1, 3),
      step("push", 2, 2, 1),
      step("hub_put_back", 1, 2, 3),
    ),
  ],
  [
    "a record that a hub has lost comes back with what only a newer program has written in it",
    among(
      2,
      step("hub_backup", 1, 5, 2),
      step("newer", 1, 7, 3),
      step("hub_edit", 1, 1, 0),
      step("anew", 1, 5, 3),
      step("hub_put_back", 2, 3, 1),
    ),
  ],
  [
    "what was decided about an operation whose answer was lost is learned with the answer that comes again",
    among(
      2,
      step("poison", 1, 1, 0),
      step("regroup", 1, 0, 3),
      step("decide", 1, 4, 0),
      step("pull", 1, 3, 3),
    ),
  ],
  [
    "a hub that has lost what was decided about an operation says of it again what it says itself",
    among(
      2,
      step("poison", 5, 1, 1),
      step("push", 7, 0, 0),
      step("hub_backup", 3, 0, 2),
      step("decide", 5, 6, 1),
      step("anew", 3, 5, 3),
      step("hub_put_back", 4, 3, 1),
    ),
  ],
  [
    "what a forger wrote over an honest change of its own is nobody's promise",
    among(
      2,
      step("edit", 1, 5, 1),
      step("anew", 1, 7, 0),
      step("beyond", 1, 1, 0),
      step("pull", 1, 3, 1),
    ),
  ],
  [
    "what is derived of a value that a forger wrote goes with it where the mirror brings both back",
    among(
      2,
      step("register", 1, 1, 0),
      step("beyond", 1, 1, 3),
      step("lose_database", 1, 4, 1),
      step("pull", 1, 0, 3),
    ),
  ],
  [
    "a row that a forger gives back to a hub is kept for a person, beside the operations of its node",
    among(
      2,
      step("hub_backup", 2, 6, 3),
      step("beyond", 2, 0, 2),
      step("hub_edit", 2, 1, 3),
      step("pull", 2, 0, 3),
      step("hub_put_back", 2, 4, 0),
    ),
  ],
  [
    "what a tablet hands over later than a person changed the same field shows the later value",
    among(
      2,
      step("tablet_edit", 1, 6, 0),
      step("edit", 1, 1, 0),
      step("tablet_send", 1, 1, 0),
      step("pull", 1, 1, 2),
    ),
  ],
  [
    "what a tablet changes stands on the value that it has seen, though that was written by a clock ahead of its own",
    among(
      2,
      step("clock", 1, 1, 3),
      step("register", 1, 2, 2),
      step("tablet_reading", 1, 7, 3),
      step("tablet_send", 1, 6, 1),
      step("pull", 1, 1, 3),
    ),
  ],
  [
    "what a tablet hands over late, beneath what the hub has changed since, is shown to a person",
    among(
      3,
      step("tablet_edit", 2, 0, 3),
      step("hub_edit", 3, 2, 1),
      step("pull", 2, 1, 2),
      step("tablet_send", 2, 0, 2),
      step("pull", 2, 6, 0),
    ),
  ],
  [
    "what a tablet hands over late stays beneath what somebody has changed since also when news of the record come before either is sent",
    among(
      6,
      step("hub_backup", 6, 2, 1),
      step("hub_put_back", 2, 6, 3),
      step("tablet_edit", 1, 7, 2),
      step("edit", 1, 1, 0),
      step("tablet_send", 1, 0, 3),
      step("pull", 1, 3, 0),
    ),
  ],
  [
    "two tablets and a desk that give one field three values lose none, though a branch has seen the first alone",
    among(
      2,
      step("edit", 1, 1, 0),
      step("tablet_edit", 1, 4, 1),
      step("tablet_edit", 2, 7, 3),
      step("push", 1, 1, 0),
      step("pull", 2, 0, 2),
    ),
  ],
  [
    "what a branch had sent before the hub was put back goes up again, though it entered an epoch since and the answer to its handshake was lost",
    among(
      2,
      step("hub_backup", 2, 7, 1),
      step("restart", 2, 5, 2),
      step("refer", 2, 4, 0),
      step("push", 2, 2, 0),
      step("lose_database", 2, 2, 2),
      step("pull", 2, 7, 0),
      step("hub_put_back", 2, 3, 2),
      step("push", 2, 4, 0),
    ),
  ],
  [
    "a decision that a restored hub has lost is forgotten also of an operation whose answer had not come",
    among(
      2,
      step("poison", 2, 4, 2),
      step("regroup", 2, 0, 0),
      step("hub_backup", 2, 0, 3),
      step("decide", 2, 1, 0),
      step("pull", 2, 7, 2),
      step("hub_put_back", 2, 6, 2),
    ),
  ],
  [
    "a decision about a consent that a restored hub has lost waits until that is there again",
    among(
      2,
      step("hub_backup", 1, 5, 3),
      step("consent", 2, 5, 0),
      step("push", 2, 2, 0),
      step("pull", 1, 4, 3),
      step("hub_put_back", 1, 0, 0),
      step("consent_decide", 1, 3, 2),
    ),
  ],
  [
    "what a branch does by itself to a patient with a name that was never put in order is taken at the hub",
    among(
      2,
      step("own_work", 1, 6, 1),
      step("edit_first", 2, 3, 1),
      step("push", 2, 0, 1),
      step("beyond", 1, 1, 2),
      step("full", 1, 3, 1),
      step("own_work", 1, 6, 2),
      step("pull", 1, 2, 3),
      step("own_work", 1, 0, 0),
    ),
  ],
];
