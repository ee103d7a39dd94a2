import { discardedCode, orphanedCode } from "@edgeward/shared/sync/wire/quarantined-operations.ts";
import type { Operation } from "@edgeward/shared/db/model.ts";
import { noRightCode } from "@edgeward/hub/fleet/ingest/author-rights.ts";
import { isBeyond } from "./beyond.ts";
import { Broken } from "./broken.ts";
import { isCountedAgain } from "./counted-again.ts";
import { isSettledAgain } from "./paid-back.ts";
import type { ReceivedOperation } from "./hub.ts";
import type { SimHub } from "./sim-hub.ts";
import type { Station } from "./scene.ts";
import { travellingTables } from "./tables.ts";

const quarantineOutcomes: ReadonlySet<string> = new Set(["held", "rejected"]);
const poisonTypes: ReadonlySet<string> = new Set([
  "client.create",
  "forged.update",
  "forged.rebook",
]);
const givenUpCodes: ReadonlySet<string | null> = new Set([discardedCode, orphanedCode]);

/** Whether what became of an operation is that it waits for a person. */
export function isQuarantined({ outcome }: Pick<ReceivedOperation, "outcome">): boolean {
  return quarantineOutcomes.has(outcome);
}

/** Records that operations make, or would make. */
export function insertedBy(operations: readonly Operation[]): ReadonlySet<string> {
  const changes = operations.flatMap((operation) => operation.changes);
  return new Set(changes.filter(({ kind }) => kind === "insert").map(({ id }) => id));
}

/** All that the hub holds, by which it is judged what lies aside. */
interface Hub {
  readonly byOp: ReadonlyMap<string, ReceivedOperation>;
  /** Records by table and id. */
  readonly records: ReadonlySet<string>;
  /** What operations would have made that were not taken, by the node whose they are: no other builds on it. */
  readonly unmade: ReadonlyMap<string, ReadonlySet<string>>;
}

function isUntaken(hub: Hub, opId: string): boolean {
  const known = hub.byOp.get(opId);
  return known === undefined || (isQuarantined(known) && !isGivenUp(known));
}

/** Whether a person has given an operation up, or it built on one that was. */
function isGivenUp(one: ReceivedOperation): boolean {
  return isQuarantined(one) && givenUpCodes.has(one.code);
}

function isKnownGivenUp(hub: Hub, opId: string): boolean {
  const known = hub.byOp.get(opId);
  return known !== undefined && isGivenUp(known);
}

function checkWaiting(hub: Hub, { operation, waitsFor }: ReceivedOperation): void {
  if (waitsFor === null) throw new Broken(11, `${operation.op_id} is held, and for nothing`);
  const isHere = waitsFor.includes("/") ? hub.records.has(waitsFor) : !isUntaken(hub, waitsFor);
  if (isHere) throw new Broken(11, `${operation.op_id} waits for ${waitsFor}, which is here`);
}

function checkRefused(hub: Hub, received: ReceivedOperation): void {
  const { operation, code } = received;
  const { deps = [], type } = operation;
  if (code === discardedCode || poisonTypes.has(type) || isBeyond(operation)) return;
  // Whether they are right, `checkAuthors` asks.
  if (code === noRightCode || (code === "forbidden" && type === "grant_request.create")) return;
  if (code === orphanedCode && deps.some((dep) => isKnownGivenUp(hub, dep))) return;
  const taken = [...hub.byOp.values()].filter((one) => !isQuarantined(one));
  if (isSettledAgain(received, taken) || isCountedAgain(received, taken)) return;
  throw new Broken(
    11,
    `${type} ${operation.op_id} is rejected (${code ?? "-"}), and is not at fault`,
  );
}

function checkTaken(hub: Hub, { nodeId, operation, outcome, waitsFor }: ReceivedOperation): void {
  const { deps = [], type, op_id: opId } = operation;
  if (waitsFor !== null) throw new Broken(11, `${opId} is ${outcome} and waits for ${waitsFor}`);
  if (poisonTypes.has(type) || isBeyond(operation))
    throw new Broken(11, `${type} ${opId} is ${outcome}`);
  const open = deps.find((dep) => dep !== opId && isUntaken(hub, dep));
  if (open !== undefined) throw new Broken(11, `${opId} was taken before ${open}`);
  const named = operation.changes.flatMap(({ id, fields }) => [id, ...Object.values(fields)]);
  const missing = hub.unmade.get(nodeId);
  const unmade = named.find((name) => typeof name === "string" && missing?.has(name) === true);
  if (unmade !== undefined)
    throw new Broken(11, `${opId} names ${JSON.stringify(unmade)}, which is not here`);
}

/**
 * Whether nothing lies aside but what is at fault, what was given up, and what builds on either or on a record that is
 * nowhere. @throws Broken
 */
export async function checkQuarantine(
  sim: SimHub,
  received: readonly ReceivedOperation[],
): Promise<void> {
  const records = new Set<string>();
  for (const table of travellingTables)
    for (const { id } of await sim.rows(table)) records.add(`${table.name}/${id}`);
  const ids = new Set([...records].map((name) => name.slice(name.indexOf("/") + 1)));
  const aside = Map.groupBy(received.filter(isQuarantined), ({ nodeId }) => nodeId);
  const unmade = new Map(
    [...aside].map(([nodeId, own]) => [
      nodeId,
      insertedBy(own.map(({ operation }) => operation)).difference(ids),
    ]),
  );
  const byOp = new Map(received.map((one) => [one.operation.op_id, one]));
  const hub: Hub = { byOp, records, unmade };
  for (const one of received) {
    if (one.outcome === "held") checkWaiting(hub, one);
    else if (one.outcome === "rejected") checkRefused(hub, one);
    else checkTaken(hub, one);
  }
}

/** Whether a branch marks as open what the hub has not taken, and nothing else. @throws Broken */
export async function checkMarks({ branch, node }: Station): Promise<void> {
  const rows = await branch.session.query(
    `SELECT p.entity_id, p.op_id, j.journal_state FROM pending_entities AS p
       LEFT JOIN journal AS j ON j.op_id = p.op_id`,
    [],
  );
  for (const row of rows) {
    const state = String(row["journal_state"]);
    if (quarantineOutcomes.has(state)) continue;
    throw new Broken(
      2,
      `${node.branchId} marks ${String(row["op_id"])} as open, which is ${state}`,
    );
  }
  const marked = new Set(rows.map((row) => `${String(row["op_id"])} ${String(row["entity_id"])}`));
  for (const { op_id: opId, operation, journal_state: state } of await branch.journal()) {
    if (!quarantineOutcomes.has(state)) continue;
    const missing = operation.changes.find(({ id }) => !marked.has(`${opId} ${id}`));
    if (missing !== undefined)
      throw new Broken(2, `${node.branchId} shows nothing of ${opId} on ${missing.id}`);
  }
}
