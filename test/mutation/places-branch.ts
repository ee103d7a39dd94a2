import type { Place } from "./place.ts";

const sync = "branch-node/src/sync";
const db = "branch-node/src/db";

/** How a branch sends, takes in and comes back, with what of its database only that uses. */
export const branchPlaces: readonly Place[] = [
  {
    file: `${sync}/answers.ts`,
    original: `return result.outcome === "held" || result.outcome === "rejected"`,
    replacement: `return result.outcome === "held"`,
    why: "a branch takes what was refused for taken",
    often: ["poison", "push"],
  },
  {
    file: `${sync}/answers.ts`,
    original: "values: [tenantId, JSON.stringify(resolved)],",
    replacement: "values: [tenantId, JSON.stringify(resolved.slice(resolved.length))],",
    why: "a branch shows what was taken as open",
    often: ["register", "push"],
  },
  {
    file: `${sync}/answers.ts`,
    original: "const upTo = [tenantId, epoch, throughSeq];",
    replacement: "const upTo = [tenantId, epoch, throughSeq + 1];",
    why: "the answer that was lost is noted of one operation too many",
    often: ["register", "push"],
  },
  {
    file: `${sync}/handshake.ts`,
    original: "  await followHub(options, reply);\n",
    replacement: "",
    why: "a branch does not follow a hub that was put back to a backup",
    often: ["hub_backup", "register", "push", "hub_put_back"],
  },
  {
    file: `${sync}/handshake.ts`,
    original: "  return here === opId;\n",
    replacement: "  return here === opId || here !== opId;\n",
    why: "a branch does not see by its own journal that it was put back",
    often: ["backup", "put_back", "register", "push"],
    unseen:
      "What it was given with its last handshake, the hub's place and the fork that its next batch would be each tell the same.",
  },
  {
    file: `${sync}/hub-restored.ts`,
    original: "    await sendAgainBehind(session, branch, held);\n",
    replacement: "",
    why: "what a hub has lost of a branch's work is not sent again",
    often: ["hub_backup", "register", "push", "hub_put_back"],
  },
  {
    file: `${sync}/hub-restored.ts`,
    original: `            stateStatement(session, "bootstrap", bootstrapNeeded),\n`,
    replacement: "",
    why: "a branch goes on at a place in the feed that means nothing any more",
    often: ["hub_backup", "hub_edit", "pull", "hub_put_back"],
  },
  {
    file: `${sync}/hub-restored.ts`,
    original: `stateStatement(session, hubLost, "1"),`,
    replacement: "",
    why: "what the hub had made and lost is not given back",
    often: ["hub_backup", "hub_open", "hub_commit", "pull", "hub_put_back"],
  },
  {
    file: `${sync}/restore.ts`,
    original: "        skipAheadStatement(tenantId, lostNumbers),\n",
    replacement: "",
    why: "a restored branch gives numbers that it had given and nobody has heard of",
    often: ["book", "check_in", "backup", "put_back", "pull"],
  },
  {
    file: `${sync}/restore.ts`,
    original: "    await putWaitingOnTop(session, identity, operation.changes);\n",
    replacement: "",
    why: "what comes back covers what was written since the restore",
    often: ["backup", "move", "push", "put_back", "pull"],
  },
  {
    file: `${sync}/restore.ts`,
    original:
      "    await movePending(session, identity.tenantId, epoch.current);\n    await session.runAll([forgetStatement",
    replacement: "    await session.runAll([forgetStatement",
    why: "an epoch keeps the gaps of what had come up before it",
    often: ["register", "backup", "push", "put_back"],
  },
  {
    file: `${sync}/restore.ts`,
    original: "const place = unfinished ?? cut ?? JSON.stringify({ epoch: from, seq });",
    replacement:
      "const place = unfinished ?? cut ?? JSON.stringify({ epoch: from, seq: seq + 1 });",
    why: "a restored branch leaves out the first operation of what it has lost",
    often: ["backup", "put_back", "register", "push"],
  },
  {
    file: `${sync}/restore.ts`,
    original: 'journal_state: isQuarantined ? own.outcome : "acknowledged",',
    replacement: 'journal_state: "acknowledged",',
    why: "a restored branch takes what was refused for taken",
    often: ["backup", "put_back", "poison", "push"],
  },
  {
    file: `${sync}/pull.ts`,
    original: "if (newest !== null) options.receiveStamp(newest);",
    replacement: "",
    why: "a branch's clock does not follow what it has taken in",
    often: ["clock", "edit_first", "hub_edit", "push", "pull"],
  },
  {
    file: `${sync}/pull.ts`,
    original: "await applySlice(options, slice, accepted, isLast ? page.cursor : null);",
    replacement: "await applySlice(options, slice, accepted, page.cursor);",
    why: "the cursor is kept before all of the rows that it covers",
    often: ["register", "crash", "push", "pull"],
  },
  {
    file: `${sync}/pull.ts`,
    original: `const isAlone = row.kind === "purge" || last?.[0]?.kind === "purge";`,
    replacement: `const isAlone = last?.[0]?.kind === "purge";`,
    why: "a purge among rows is taken for one of them",
    often: ["grant", "revoke", "visit", "push", "pull", "hub_edit"],
  },
  {
    file: `${sync}/push.ts`,
    original: "      await noteReply(options, reply);\n",
    replacement: "",
    why: "a branch forgets what it was answered",
    often: ["register", "push"],
  },
  {
    file: `${sync}/push.ts`,
    original: "sendAgainBehind(session, options, { epoch, seq: expectedSeq - 1 }),",
    replacement: "sendAgainBehind(session, options, { epoch, seq: expectedSeq }),",
    why: "after a gap the operation that the hub expects is left out",
    often: ["hub_backup", "register", "push", "hub_put_back"],
    unseen:
      "The handshake that follows every refusal puts the same right by itself: it lets all wait that lies behind the hub's place.",
  },
  {
    file: `${sync}/bootstrap.ts`,
    original: "const giveBack = lost === null ? null : givingBack(options);",
    replacement: "const giveBack = lost === null ? givingBack(options) : null;",
    why: "nothing is given back to a hub that has lost something",
    often: ["hub_backup", "hub_open", "hub_commit", "pull", "hub_put_back"],
  },
  {
    file: `${sync}/journal-sink.ts`,
    original: "const operation = deps.length === 0 ? unit.operation : { ...unit.operation, deps };",
    replacement:
      "const operation = deps.length >= 0 ? unit.operation : { ...unit.operation, deps };",
    why: "an operation does not say what it builds on",
    often: ["poison", "reading", "push"],
  },
  {
    file: `${sync}/journal-sink.ts`,
    original: "        ...pendingStatements(session, tenantId, unit),\n",
    replacement: "",
    why: "what waits to be sent is covered by what is pulled",
    often: ["edit_first", "hub_edit", "pull"],
  },
  {
    file: `${sync}/tablet-ingest.ts`,
    original: "if (await isJournaled(ctx, operation.op_id)) {",
    replacement: "if ((await isJournaled(ctx, operation.op_id)) && seq < 0) {",
    why: "a tablet's operation is taken twice when its branch has forgotten where it stood",
    often: ["tablet_edit", "tablet_send", "push", "backup", "put_back"],
  },
  {
    file: `${sync}/tablet-ingest.ts`,
    original:
      "      await keepTabletOperation".slice(2) +
      "(ctx.session, tablet, item.raw ?? item.operation, result, at);",
    replacement: "",
    why: "a branch forgets what it has answered a tablet",
    often: ["tablet_edit", "tablet_reading", "tablet_send"],
  },
  {
    file: `${db}/journal-rows.ts`,
    original: `    .where("journal_state", "=", "pending")\n    .orderBy("epoch")\n    .orderBy("seq")`,
    replacement: `    .where("journal_state", "=", "pending")\n    .orderBy("seq")`,
    why: "what waits in several epochs moves into the next in the wrong order",
    often: ["register", "push", "backup", "put_back", "hub_backup", "hub_put_back"],
  },
  {
    file: `${db}/arrived-rows.ts`,
    original:
      "one.version === other.version && one.hlc === other.hlc && sameJson(one.stamps, other.stamps)",
    replacement: "one.version === other.version && one.hlc === other.hlc",
    why: "two merges of the same changes in another order count as the same record",
    often: ["edit_first", "edit", "hub_edit", "push", "pull"],
  },
  {
    file: `${db}/arrived-rows.ts`,
    original: "AND j.journal_state = 'pending' AND (j.epoch <> ? OR j.seq > ?)",
    replacement: "AND j.journal_state = 'nothing' AND (j.epoch <> ? OR j.seq > ?)",
    why: "a pulled row covers what waits to be sent",
    often: ["edit_first", "hub_edit", "pull"],
  },
  {
    file: `${db}/purge.ts`,
    original: "    await removeRows(session, table, own.tenantId, ids);\n  }\n}",
    replacement:
      "    await removeRows(session, table, own.tenantId, ids.slice(ids.length));\n  }\n}",
    why: "nothing goes when a grant has ended",
    often: ["grant", "revoke", "visit", "push", "pull"],
  },
  {
    file: `${db}/purge.ts`,
    original: `      { text: "DELETE FROM reservations WHERE tenant_id = ? AND ref_id = ?", values },\n`,
    replacement: "",
    why: "a lent appointment that has gone still takes its time",
    often: ["grant", "revoke", "book", "push", "pull"],
  },
  {
    file: `${db}/purge.ts`,
    original: "...(table.claims?.(record) ?? []).map(({ kind, value }) => ({",
    replacement: "...(table.claims?.(record) ?? []).slice(9).map(({ kind, value }) => ({",
    why: "a lent appointment that has gone still holds its token",
    often: ["grant", "revoke", "book", "check_in", "push", "pull"],
  },
  {
    file: `${db}/snapshot.ts`,
    original: `    if (this.#table.audience === "branch") await this.#purgeMissing();\n`,
    replacement: "",
    why: "what a file no longer has of other branches stays",
    often: ["grant", "revoke", "visit", "push", "pull", "anew"],
  },
  {
    file: `${db}/snapshot.ts`,
    original: "return isStampOfHub(stamp) && stamp !== stampOf(there, name);",
    replacement: "return isStampOfHub(stamp) && row.hlc > there.hlc;",
    why: "a hub's change is not given back where it has changed the record since",
    often: ["hub_backup", "hub_edit", "pull", "hub_put_back"],
  },
  {
    file: `${db}/operation-outcomes.ts`,
    original: "      await removeRows(session, table, tenantId, [id]);\n",
    replacement: "",
    why: "a record stays whose making was discarded",
    often: ["poison", "push", "pull", "decide"],
  },
  {
    file: `${db}/recover.ts`,
    original: `    ...(isOpen ? marks : []),\n`,
    replacement: "",
    why: "what came back from the mirror is covered by what is pulled",
    often: ["lose_database", "edit_first", "hub_edit", "pull"],
  },
  {
    file: `${db}/recover.ts`,
    original: "    await replayOperation".slice(2) + "(session, operation, origin);",
    replacement: "",
    why: "what came back from the mirror stands in the journal and on no record",
    often: ["lose_database", "register", "edit"],
  },
];
