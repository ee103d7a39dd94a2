import * as z from "zod";
import { hlcInstant, parseHlc, tolerableAheadMs } from "@edgeward/shared/kernel/hlc.ts";
import { sameJson } from "@edgeward/shared/kernel/canonical-json.ts";
import { conflictsTable } from "@edgeward/shared/db/core.table.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import { balancesOf } from "@edgeward/shared/sync/merge/merge-ledger.ts";
import { discardedCode } from "@edgeward/shared/sync/wire/quarantined-operations.ts";
import type { Operation } from "@edgeward/shared/db/model.ts";
import type { RecordRow, TableDeclaration } from "@edgeward/shared/db/table.ts";
import type { ReceivedOperation, SimNode } from "./hub.ts";
import { billsTable, ledgerTables, tableNamed, travellingTables } from "./tables.ts";
import { Broken } from "./broken.ts";
import { flat } from "./invariants.ts";
import { checkAuthors } from "./authors.ts";
import { checkCentral } from "./central.ts";
import { checkCounts } from "./counted-again.ts";
import { checkDecisions } from "./decisions.ts";
import { checkHoldings } from "./derived-rows.ts";
import { withoutGivenBack } from "./given-back.ts";
import { checkMarks, checkQuarantine, insertedBy, isQuarantined } from "./quarantine.ts";
import { checkPaidBack } from "./paid-back.ts";
import { checkReplays } from "./replays.ts";
import { inScope } from "./scope.ts";
import { checkNothingLost } from "./lost-values.ts";
import type { Station } from "./scene.ts";
import { forgedValue } from "./acts.ts";
import type { Letter } from "./line.ts";
import { sendRegrouped } from "./steps.ts";
import type { World } from "./world.ts";

const quarantineOutcomes: ReadonlySet<string> = new Set(["held", "rejected"]);

async function checkConvergence(world: World, received: readonly ReceivedOperation[]) {
  // A record that only a refused operation would have made is at its branch alone, with the reason beside it.
  // Where a person has given it up, it is taken back there as well.
  const aside = received.filter((one) => isQuarantined(one) && one.code !== discardedCode);
  const refused = insertedBy(aside.map(({ operation }) => operation));
  for (const table of travellingTables) {
    const hubRows = await world.hub.rows(table);
    for (const { branch, node } of world.stations) {
      const wanted = await inScope(world.hub, node, table, hubRows);
      const known = new Set(hubRows.map(({ id }) => id));
      const isHearsay = ({ id }: RecordRow) => branch.heardOf.has(id) && !known.has(id);
      const here = (await branch.rows(table)).filter(
        (row) => !refused.has(row.id) && !isHearsay(row),
      );
      checkScope(table, node, hubRows, { wanted, here });
      compare(table.name, node.branchId, wanted, here);
    }
  }
}

function checkScope(
  table: TableDeclaration,
  node: SimNode,
  hubRows: readonly RecordRow[],
  { wanted, here }: Readonly<Record<"wanted" | "here", readonly RecordRow[]>>,
): void {
  const may = new Set(wanted.map(({ id }) => id));
  const known = new Set(hubRows.map(({ id }) => id));
  const left = here.find(({ id }) => known.has(id) && !may.has(id));
  if (left === undefined) return;
  throw new Broken(15, `${node.branchId} still has ${table.name}/${left.id}`);
}

function compare(
  table: string,
  branchId: string,
  wanted: readonly RecordRow[],
  here: readonly RecordRow[],
): void {
  const byId = new Map(here.map((row) => [row.id, row]));
  for (const row of wanted) {
    const own = byId.get(row.id);
    if (own === undefined) throw new Broken(7, `${branchId} never got ${table}/${row.id}`);
    if (flat(own) !== flat(row)) {
      throw new Broken(1, `${table} at ${branchId}\n hub    ${flat(row)}\n branch ${flat(own)}`);
    }
    byId.delete(row.id);
  }
  const [extra] = byId.keys();
  if (extra !== undefined)
    throw new Broken(1, `${branchId} has ${table}/${extra}, the hub has not`);
}

async function checkSearchKeys({ branch, node }: Station): Promise<void> {
  for (const row of await branch.rows(patientsTable)) {
    const wanted = new Set(tableNamed("patients").searchKeys?.(row));
    const found = await branch.session.query(
      "SELECT search_key FROM search_keys WHERE entity_id = ?",
      [row.id],
    );
    const keys = found.map((key) => String(key["search_key"]));
    if (keys.length === wanted.size && keys.every((key) => wanted.has(key))) continue;
    throw new Broken(1, `search at ${node.branchId} does not find ${row.id} by what it holds`);
  }
}

function stateOf(kept: ReceivedOperation): string {
  if (!isQuarantined(kept)) return "acknowledged";
  return kept.code === discardedCode ? discardedCode : kept.outcome;
}

// Of one epoch; what was made in an earlier one, lost and brought back stands there. Tablets have clocks of their own.
function checkOrder(operations: readonly Operation[]): void {
  const own = operations.filter(({ device_id: deviceId }) => deviceId === null);
  for (const [index, { op_id: opId, hlc }] of own.entries()) {
    const before = own[index - 1];
    if (before !== undefined && before.hlc > hlc)
      throw new Broken(5, `${opId} stands behind ${before.op_id}, which was made after it`);
  }
}

async function checkJournal(
  { branch, node }: Station,
  received: readonly ReceivedOperation[],
): Promise<void> {
  const own = received.filter(({ nodeId }) => nodeId === node.nodeId);
  const byOp = new Map(own.map((one) => [one.operation.op_id, one]));
  for (const opId of branch.acknowledged) {
    if (!byOp.has(opId)) throw new Broken(2, `${opId} was acknowledged and never reached the hub`);
  }
  for (const row of await branch.journal()) {
    const kept = byOp.get(row.op_id);
    const wanted = kept === undefined ? "acknowledged" : stateOf(kept);
    if (row.journal_state !== wanted) {
      throw new Broken(2, `${row.op_id} is ${wanted} at the hub, ${row.journal_state} here`);
    }
    if (kept?.seq !== row.seq || kept.epoch !== row.epoch)
      throw new Broken(5, `${row.op_id} stands at another place`);
  }
  for (const [epoch, group] of Map.groupBy(own, (one) => one.epoch)) {
    const seqs = group.map(({ seq }) => seq);
    checkOrder(group.map(({ operation }) => operation));
    if (seqs.every((seq, index) => seq === index + 1)) continue;
    throw new Broken(5, `the hub has ${seqs.join(" ")} of ${node.nodeId} in epoch ${epoch}`);
  }
  const here = new Set((await branch.journal()).map((row) => row.op_id));
  const missing = own.find(({ operation }) => !here.has(operation.op_id));
  if (missing === undefined) return;
  throw new Broken(2, `${missing.operation.op_id} of ${node.nodeId} is at the hub alone`);
}

// What a tablet made is its branch's once it was taken; what could not be taken lies there with the reason.
async function checkTablet(
  { branch, node, tablet }: Station,
  received: readonly ReceivedOperation[],
): Promise<void> {
  const kept = await branch.session.query("SELECT op_id, outcome FROM tablet_operations", []);
  const outcomes = new Map(kept.map((row) => [String(row["op_id"]), String(row["outcome"])]));
  const own = received.filter(({ nodeId }) => nodeId === node.nodeId);
  const places = new Map(own.map(({ operation, epoch, seq }) => [operation.op_id, { epoch, seq }]));
  let last = { epoch: 0, seq: 0 };
  for (const opId of tablet.made) {
    const place = places.get(opId);
    const isRefused = quarantineOutcomes.has(outcomes.get(opId) ?? "");
    if (isRefused && place !== undefined)
      throw new Broken(4, `${opId} of a tablet was taken and is shown to it as refused`);
    if (isRefused) continue;
    if (place === undefined) throw new Broken(2, `${opId} of a tablet never reached the hub`);
    if (place.epoch < last.epoch || (place.epoch === last.epoch && place.seq <= last.seq))
      throw new Broken(5, `${opId} of a tablet came before what was made before it`);
    last = place;
  }
}

async function checkEffects(world: World, received: readonly ReceivedOperation[]): Promise<void> {
  const counts = await world.hub.effects();
  const taken = received.filter((one) => !isQuarantined(one));
  const wanted = new Set(taken.flatMap(({ operation }) => operation.events.map(({ id }) => id)));
  for (const id of wanted) {
    if (counts.get(id) !== 1) throw new Broken(3, `${id} was set off ${counts.get(id) ?? 0} times`);
  }
  if (counts.size !== wanted.size) throw new Broken(3, "what was refused had its effect");
}

async function checkNumbers(world: World, received: readonly ReceivedOperation[]): Promise<void> {
  const bills = await world.hub.rows(billsTable);
  // A bill whose author had no right to it stands on paper all the same.
  const aside = received
    .filter(isQuarantined)
    .flatMap(({ operation }) => operation.changes)
    .filter(({ table }) => table === billsTable.name)
    .map(({ fields }) => fields);
  const numbers = [...bills, ...aside].map((row) => String(row["bill_no"]));
  if (new Set(numbers).size !== numbers.length) throw new Broken(8, "a number was given twice");
  for (const [series, group] of Map.groupBy(numbers, (number) => number.replace(/\d+$/, ""))) {
    const counts = group.map((number) => Number(/\d+$/.exec(number)?.[0]));
    if (Math.max(...counts) !== counts.length) throw new Broken(8, `${series} has a gap`);
  }
}

function sums(
  table: TableDeclaration,
  rows: readonly Readonly<Record<string, unknown>>[],
): Readonly<Record<string, number>> {
  const balances = balancesOf(table, rows);
  return Object.fromEntries(balances.map(({ of, sum }) => [of.join(" "), sum]));
}

// What cannot be is kept all the same, and somebody is notified of it.
async function checkOverdrafts(world: World, table: TableDeclaration): Promise<void> {
  const moves = await world.hub.rows(table);
  const shown = (await world.hub.rows(conflictsTable))
    .filter((row) => row["conflict_kind"] === "balance")
    .map((row) => moves.find(({ id }) => id === row["entity_id"]));
  for (const { of, sum } of balancesOf(table, moves)) {
    const names = table.balance?.of ?? [];
    const isShown = shown.some((row) => names.every((name, nth) => row?.[name] === of[nth]));
    if (sum < 0 && !isShown)
      throw new Broken(9, `${of.join(" ")} is at ${sum}, and nobody was notified`);
  }
}

// What was printed is with somebody, also where the machine that had given it out is lost.
function checkTokens({ branch, node }: Station): void {
  const seen = new Set<string>();
  for (const token of branch.printed) {
    if (seen.has(token)) throw new Broken(8, `${node.branchId} has given ${token} out twice`);
    seen.add(token);
  }
}

// What was written on top of something comes after it in every order of stamps, as far as clocks are followed at all.
function checkCausality(world: World, received: readonly ReceivedOperation[]): void {
  const sent = received.flatMap(({ operation: { hlc, changes } }) =>
    changes.map((change) => ({ hlc, change })),
  );
  const unfollowed = new Map(
    world.stations.map(({ node, branch }) => [node.nodeId, branch.tooFarAhead]),
  );
  // Who forges has not been sent what they write on.
  const isForged = ({ change }: (typeof sent)[number]) =>
    Object.values(change.fields).includes(forgedValue);
  const all = [...world.hub.changes.all, ...sent.filter((one) => !isForged(one))];
  for (const { hlc, change } of all) {
    for (const base of Object.values(change.base)) {
      const ahead = (parseHlc(base.replace(/_+$/u, ""))?.ms ?? 0) - hlcInstant(hlc);
      const isUnfollowed = base <= (unfollowed.get(parseHlc(hlc)?.nodeTag ?? "") ?? "");
      if (base > hlc && ahead < tolerableAheadMs && !isUnfollowed)
        throw new Broken(13, `${change.table}/${change.id}: ${hlc} was written on top of ${base}`);
    }
  }
}

async function checkLedger(
  world: World,
  table: TableDeclaration,
  received: readonly ReceivedOperation[],
): Promise<void> {
  const facts = received
    .filter((one) => !isQuarantined(one))
    .flatMap(({ operation }) => operation.changes)
    .filter((change) => change.table === table.name)
    .map(({ fields }) => fields);
  const wanted = sums(table, facts);
  if (!sameJson(sums(table, await world.hub.rows(table)), wanted)) {
    throw new Broken(9, "the hub's stock is not the sum of its moves");
  }
  await checkOverdrafts(world, table);
  // What was not taken lies at its branch, with the reason beside it.
  const aside = received.filter(isQuarantined).map(({ operation }) => operation);
  const refused = insertedBy(aside);
  for (const { branch, node } of world.stations) {
    const own = Object.entries(wanted).filter(([key]) => key.startsWith(node.branchId));
    const here = (await branch.rows(table)).filter(({ id }) => !refused.has(id));
    if (!sameJson(sums(table, here), Object.fromEntries(own))) {
      throw new Broken(9, `the stock at ${node.branchId} is not the sum of its moves`);
    }
  }
}

async function checkForgeries(world: World): Promise<void> {
  for (const table of travellingTables) {
    for (const row of await world.hub.rows(table)) {
      if (row["notes"] === forgedValue || row["reason"] === forgedValue) {
        throw new Broken(10, `${table.name}/${row.id} was changed by another branch`);
      }
    }
  }
}

async function picture(world: World): Promise<string> {
  const parts: string[] = [];
  for (const table of travellingTables) {
    const rows = await world.hub.rows(table);
    parts.push(...rows.map((row) => `${table.name} ${flat(row)}`).toSorted());
  }
  const effects = [...(await world.hub.effects())].map(([id, count]) => `${id} ${count}`);
  parts.push(...effects.toSorted());
  return parts.join("\n");
}

const sentShape = z.object({ ops: z.array(z.object({ op_id: z.string() })) });

function isKept({ body }: Letter, received: readonly ReceivedOperation[]): boolean {
  const kept = new Set(received.map(({ operation }) => operation.op_id));
  return sentShape.parse(body).ops.every((operation) => kept.has(operation.op_id));
}

async function checkRepeats(world: World): Promise<void> {
  const before = await picture(world);
  const received = await world.hub.received();
  for (const { line } of world.stations) {
    line.holdAnswers(received);
    // What hub and branch have both lost would be news to them.
    const places = line.sent.flatMap((letter, place) => (isKept(letter, received) ? [place] : []));
    for (const place of places.toReversed()) await line.repeat(place);
  }
  if ((await picture(world)) !== before)
    throw new Broken(4, "a batch that came again changed the hub");
  for (const station of world.stations) await sendInOtherGroups(station);
  if ((await picture(world)) !== before)
    throw new Broken(4, "operations that came again in other batches changed the hub");
}

// Everything at once, and each three by themselves: answers are compared where they come in.
async function sendInOtherGroups(station: Station): Promise<void> {
  const { length } = await station.branch.journal();
  station.line.fate = "ok";
  await sendRegrouped(station, 0, length);
  for (let from = 0; from < length; from += 3) await sendRegrouped(station, from, 3);
}

// One look up and one look down: a statement each for the journal, the hash, the cursor, and room for two more.
const idleStatements = 6;

async function checkIdle(world: World): Promise<void> {
  for (const station of world.stations) {
    const cost = await world.idleCost(station);
    if (cost > idleStatements) throw new Broken(16, `an idle look took ${cost} statements`);
  }
}

/** Looks at every promise once nothing is left to exchange. @throws Broken */
export async function judge(world: World): Promise<void> {
  const received = await withoutGivenBack(world.stations, await world.hub.received());
  for (const station of world.stations) {
    await checkJournal(station, received);
    await checkTablet(station, received);
  }
  await checkQuarantine(world.hub, received);
  await checkAuthors(world.hub, received);
  for (const station of world.stations) await checkMarks(station);
  await checkHoldings(world);
  await checkDecisions(world.hub, received);
  await checkForgeries(world);
  checkCausality(world, received);
  for (const station of world.stations) checkTokens(station);
  for (const table of ledgerTables) await checkLedger(world, table, received);
  const aside = received.filter(isQuarantined).map(({ operation }) => operation);
  await checkPaidBack(world, insertedBy(aside));
  checkCounts(received);
  await checkCentral(world.hub);
  await checkNothingLost(world.hub);
  await checkConvergence(world, received);
  for (const station of world.stations) await checkSearchKeys(station);
  await checkEffects(world, received);
  await checkNumbers(world, received);
  await checkReplays(world);
  await checkIdle(world);
  await checkRepeats(world);
}
