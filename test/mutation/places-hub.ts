import type { Place } from "./place.ts";

const feed = "hub/src/fleet/feed";
const nodes = "hub/src/fleet/nodes";

/** The hub's feed, its handshake, and its restore. */
export const hubPlaces: readonly Place[] = [
  {
    file: `${feed}/feed.ts`,
    original: `isBeginning || entry["origin_node_id"] !== query.nodeId`,
    replacement: `entry["origin_node_id"] !== query.nodeId`,
    why: "a branch that has lost everything is not sent records that it was the last to change",
    often: ["edit", "push", "compact", "lose_database"],
  },
  {
    file: `${feed}/feed.ts`,
    original: "        AND xid < ${horizonAt(6)}\n      ORDER BY",
    replacement: "        AND $6::xid8 IS NULL\n      ORDER BY",
    why: "the feed passes rows of transactions that began after one still open",
    often: ["hub_open", "hub_commit", "pull", "hub_edit"],
  },
  {
    file: `${feed}/feed-rows.ts`,
    original: "AND r.scope <> '*' AND g.branch_id <> r.scope) AS s`;",
    replacement: "AND r.scope = '*' AND g.branch_id <> r.scope) AS s`;",
    why: "what changes of a lent record is not sent to where it is lent",
    often: ["grant", "visit", "progress", "push", "pull"],
  },
  {
    file: `${feed}/feed.ts`,
    original: `(row) === false && granted.has(text(row["patient_id"]));`,
    replacement: `(row) === false && granted.size >= 0;`,
    why: "the feed gives out what a grant that has ended had let through",
    often: ["grant", "revoke", "visit", "push", "pull"],
  },
  {
    file: `${feed}/feed.ts`,
    original: `accepted_seq: Number(row?.["accepted_seq"] ?? 0) };`,
    replacement: `accepted_seq: Number(row?.["accepted_seq"] ?? 0) * 0 };`,
    why: "what the hub has taken is put on top of what came later",
    often: ["edit_first", "push", "arrive", "hub_edit", "pull"],
    unseen:
      "After an answer that was lost the handshake notes what was taken before anything is pulled. The page's own word is for an answer that is still on its way while a page is read; no history reads both at once.",
  },
  {
    file: `${feed}/feed.ts`,
    original: "    newest.delete(name);\n",
    replacement: "",
    why: "a record that came again after a purge is taken in before it",
    often: ["grant", "revoke", "visit", "push", "pull"],
  },
  {
    file: `${feed}/compaction.ts`,
    original: "(newer.xid, newer.pos) > (f.xid, f.pos)",
    replacement: "(newer.xid, newer.pos) >= (f.xid, f.pos)",
    why: "compaction takes the newest entry of a record out of the feed",
    often: ["compact", "register", "push"],
  },
  {
    file: `${feed}/compaction.ts`,
    original: `return rows.some((row) => isBefore(cursor, String(row["horizon_cursor"])));`,
    replacement: "return false;",
    why: "a branch from before the horizon is not told that it has missed something",
    often: ["grant", "visit", "push", "pull", "revoke", "compact"],
  },
  {
    file: `${feed}/compaction.ts`,
    original: "(isBefore(last, place) ? place : last), before);",
    replacement: "(isBefore(last, place) ? last : last), before);",
    why: "the horizon stays where it is although entries have gone",
    often: ["grant", "visit", "push", "pull", "revoke", "compact"],
  },
  {
    file: `${feed}/grant-rows.ts`,
    original: "  if (another === undefined)\n    await append(",
    replacement: "  if (another !== undefined)\n    await append(",
    why: "a branch is not told that a grant has ended",
    often: ["grant", "revoke", "visit", "push", "pull"],
  },
  {
    file: `${feed}/grant-rows.ts`,
    original: "  await backFill(session, grant);\n",
    replacement: "",
    why: "what was there before a grant is not sent with it",
    often: ["grant", "visit", "push"],
  },
  {
    file: `${feed}/grants.ts`,
    original: "for (const grant of over) await endGrant(session, grant, isoInstant(now));",
    replacement: "",
    why: "a grant whose time is over goes on",
    often: ["grant", "grants_end", "visit", "push", "pull"],
  },
  {
    file: `${feed}/scope.ts`,
    original: "        AND revoked_at IS NULL AND until_at > $3",
    replacement: "        AND until_at > $3",
    why: "a grant that was taken back goes on",
    often: ["grant", "revoke", "visit", "push", "pull"],
  },
  {
    file: `${feed}/scope.ts`,
    original: "values.push(scope.branchId);",
    replacement: "values.push(scope.nodeId);",
    why: "a bootstrap file has nothing of its own branch",
    often: ["file", "visit", "push"],
  },
  {
    file: "hub/src/fleet/bootstrap/snapshot-notes.ts",
    original:
      "  const { node, horizon } = await store.read(scope, (session) => placeOf(session, scope));",
    replacement: `  const { node } = await store.read(scope, (session) => placeOf(session, scope));
  const [latest] = await store.read(scope, (session) =>
    session.query("SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS horizon", []),
  );
  const horizon = String(latest?.["horizon"]);`,
    why: "a file's place in the feed passes what was still open when it was made",
    often: ["hub_open", "hub_commit", "file"],
  },
  {
    file: `${nodes}/handshake.ts`,
    original: "const stream = isRestored ? await beginEpoch(ctx, node, handshake.epoch) : node;",
    replacement: "const stream = node;",
    why: "a restored branch goes on in its old epoch",
    often: ["backup", "put_back", "register", "push"],
  },
  {
    file: `${nodes}/handshake.ts`,
    original: 'const aside = rows.map((row) => operationResultShape.parse(row["result"]));',
    replacement:
      'const aside = rows.slice(rows.length).map((row) => operationResultShape.parse(row["result"]));',
    why: "an answer that was lost says that all was taken",
    often: ["poison", "push"],
  },
  {
    file: `${nodes}/handshake.ts`,
    original: "handshake.next_seq <= node.accepted_seq ||",
    replacement: "",
    why: "a branch that is behind its own stream is not known by its place",
    often: ["backup", "put_back", "register", "push"],
    unseen:
      "What it was given with its last handshake, the operation at the hub's place and the fork that its next batch would be each tell the same.",
  },
  {
    file: `${nodes}/calling-node.ts`,
    original: "const epoch = Math.max(node.epoch, given) + 1;",
    replacement: "const epoch = Math.max(node.epoch, given);",
    why: "a restored branch begins its old epoch from the first place",
    often: ["backup", "put_back", "register", "push"],
  },
  {
    file: `${nodes}/handshake.ts`,
    original: "    ? beginning\n",
    replacement: "    ? { epoch: node.epoch, seq: 0 }\n",
    why: "what a branch had sent before the hub was put back to nothing of it stays behind where the answer to a handshake is lost",
    often: ["hub_backup", "refer", "push", "hub_put_back", "lose_database"],
  },
  {
    file: `${nodes}/handshake.ts`,
    original: "WHERE tenant_id = $1 AND node_id = $2 AND (epoch, seq) > ($3::bigint, $4::bigint)",
    replacement:
      "WHERE tenant_id = $1 AND node_id = $2 AND (epoch, seq - 1) > ($3::bigint, $4::bigint)",
    why: "a restored branch gets back all but the first of what it has lost",
    often: ["backup", "put_back", "register", "push"],
  },
  {
    file: `${nodes}/incarnation.ts`,
    original: "WHERE tenant_id = $1 AND xid > pg_current_xact_id() RETURNING 1)",
    replacement: "WHERE tenant_id = $1 AND xid < '3' RETURNING 1)",
    why: "a feed from another server seems to be of transactions still to come",
    often: ["hub_backup", "hub_put_back", "register", "push"],
  },
  {
    file: `${nodes}/incarnation.ts`,
    original: "await store.platform((session) => replaceHubState(session, name, seen, next));",
    replacement: "await store.platform((session) => replaceHubState(session, name, next, next));",
    why: "branches are not told that the hub was put back to a backup",
    often: ["hub_backup", "hub_edit", "pull", "hub_put_back"],
  },
  {
    file: `${nodes}/restore-watch.ts`,
    original: "if (inDatabase < inFile || (await this.#isLoaded())) {",
    replacement: "if (inDatabase > inFile || (await this.#isLoaded())) {",
    why: "a hub that was put back to a backup does not notice it",
    often: ["hub_backup", "hub_edit", "pull", "hub_put_back"],
  },
];
