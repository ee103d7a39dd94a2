import { appointmentsTable } from "@edgeward/shared/clinical/appointments/appointments.table.ts";
import { encountersTable } from "@edgeward/shared/clinical/encounters/encounters.table.ts";
import { existsSync } from "node:fs";
import type { JournalRow } from "@edgeward/branch-node/db/branch.table.ts";
import { signBatch } from "@edgeward/branch-node/sync/push.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import { operationSchemaVersion } from "@edgeward/shared/db/model.ts";
import { operationShape, type Batch } from "@edgeward/shared/sync/wire/batch.contract.ts";
import * as acts from "./acts.ts";
import type { SimBranch } from "./branch.ts";
import { pushFates, skews, type Kind } from "./commands.ts";
import type { Defects } from "./defects.ts";
import type { SimHub, SimNode } from "./hub.ts";
import { checkOwnWrites } from "./invariants.ts";
import type { Line } from "./line.ts";
import type { SimTablet, TabletFate } from "./tablet.ts";

/** A branch with its line to the hub. */
export interface Station {
  readonly node: SimNode;
  readonly branch: SimBranch;
  readonly line: Line;
  readonly tablet: SimTablet;
  readonly code: string;
  readonly place: number;
  /** Where bootstrap files lie that were made along the way. */
  readonly files: unknown[];
}

/** Where a step is taken, and the numbers that choose among what is there. */
interface Scene {
  readonly hub: SimHub;
  readonly station: Station;
  readonly at: number;
  readonly one: number;
  readonly two: number;
  /** How many steps there have been: it makes values that nothing else has. */
  readonly ordinal: number;
  readonly defects: Defects;
  readonly areClocksRight: boolean;
}

async function pull({ hub, station }: Scene): Promise<void> {
  await station.branch.pull();
  await checkOwnWrites(station.branch, await hub.received());
}

async function sendRows({ branch, line, node }: Station, rows: readonly JournalRow[]) {
  const [first] = rows;
  if (first === undefined || !branch.hasHandshake) return;
  const batch: Batch = {
    batch_id: branch.runtime().newId("bat"),
    branch: node.branchId,
    epoch: first.epoch,
    first_seq: first.seq,
    schema: operationSchemaVersion,
    sent_at: first.created_at,
    ops: rows.map((row) => operationShape.parse(row.operation)),
  };
  const signature = await signBatch(batch, branch.identity);
  await line.slip({ ...batch, signature });
}

// A sender that leaves out what it should have sent first.
async function skip({ station }: Scene): Promise<void> {
  const rows = await station.branch.journal();
  const waiting = rows.filter((row) => row.journal_state === "pending");
  await sendRows(station, waiting.slice(1, 2));
}

/** Sends a stretch of the journal as one batch, whatever batches it has gone up in before. */
export async function sendRegrouped(station: Station, from: number, count: number): Promise<void> {
  const rows = await station.branch.journal();
  const own = rows.filter((row) => row.epoch === station.branch.identity.epoch);
  await sendRows(station, own.slice(from, from + count));
}

async function forge({ hub, station, one }: Scene): Promise<void> {
  const table = one % 2 === 0 ? encountersTable : appointmentsTable;
  const rows = (await hub.rows(table)).filter((row) => row.branch_id !== station.node.branchId);
  const row = rows[one % Math.max(1, rows.length)];
  if (row !== undefined) await acts.forge(station.branch, table, row);
}

async function editAtHub({ hub, at, one, two }: Scene): Promise<void> {
  const known = await hub.rows(patientsTable);
  const rows = known.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  const row = rows[one % Math.max(1, rows.length)];
  const field = acts.editableFields[two % acts.editableFields.length] ?? "phone";
  if (row !== undefined) await hub.edit(row.id, field, `${900 + (at % 4)}`);
}

function backupOf({ branch }: Station): string {
  return `${branch.disk.file}-backup`;
}

// The machine is lost; another one gets its newest backup.
async function putBack({ hub, station, defects }: Scene): Promise<void> {
  if (!existsSync(backupOf(station))) return;
  const received = new Set((await hub.received()).map(({ operation }) => operation.op_id));
  const isAtHub = (opId: string) => received.has(opId);
  await station.branch.putBack(backupOf(station), isAtHub);
  await station.tablet.loseWhatBranchLost(isAtHub);
  if (defects.has("restore_unnoticed")) station.branch.keepQuiet();
}

async function grant({ hub, station, one }: Scene): Promise<void> {
  const rows = await hub.rows(patientsTable);
  const ids = rows.map(({ id }) => id).toSorted();
  const id = ids[one % Math.max(1, ids.length)];
  if (id !== undefined) await hub.grant(station.node, id);
}

async function revoke({ hub, station, one }: Scene): Promise<void> {
  const ids = [...hub.granted(station.node)].toSorted();
  const id = ids[one % Math.max(1, ids.length)];
  if (id !== undefined) await hub.revoke(station.node, id);
}

// The feed no longer reaches back to where the branch stands: all of it comes once more, by a file where there is one.
async function beginAnew({ station: { branch, line }, one }: Scene): Promise<void> {
  line.fate = one === 7 ? "reply_lost" : "ok";
  await branch.beginAnew();
}

// Somebody carries it to the branch by hand, and that takes its time.
async function keepFile(station: Station): Promise<void> {
  station.files.push(await station.line.get("/v1/sync/bootstrap?over_rows=0"));
}

async function restart({ station: { branch }, one, two, areClocksRight }: Scene): Promise<void> {
  // A machine whose clock has no battery may come back some seconds early.
  if (two === 3 && !areClocksRight) branch.skew(-1_000 * one);
  await branch.restart();
}

const tabletFates: readonly TabletFate[] = ["ok", "ok", "reply_lost", "twice", "request_lost"];

/** What each kind of step does. */
export const steps: Readonly<Record<Kind, (scene: Scene) => unknown>> = {
  register: ({ station, ordinal }) => acts.register(station.branch, ordinal),
  edit: ({ station, one, two }) => acts.edit(station.branch, one, one, two),
  edit_first: ({ station, two }) => acts.edit(station.branch, 0, 0, two),
  allergy: ({ station, one, ordinal }) => acts.addAllergy(station.branch, one, ordinal),
  visit: ({ station, one }) => acts.visit(station.branch, one),
  progress: ({ station, one, two }) => acts.progress(station.branch, one, two),
  reading: ({ station, one, two }) => acts.takeReading(station.branch, one, two),
  refer: ({ station, one }) => acts.refer(station.branch, one),
  move: ({ station, two }) => acts.moveReferral(station.branch, 0, two),
  stock: ({ station, one, two }) => acts.moveStock(station.branch, one % 2, two - 2),
  bill: ({ station, two, defects }) => acts.bill(station.branch, station.code, two, defects),
  newer: ({ station, one, two }) => acts.editAsNewer(station.branch, one, two),
  poison: ({ station, one, two, ordinal }) => acts.poison(station.branch, one, two > 1, ordinal),
  foreign: forge,
  resolve: ({ station, one, two }) => acts.resolve(station.branch, one, two > 1),
  tablet_reading: ({ station, one, two }) => station.tablet.measure(one, two),
  tablet_edit: ({ station, one, two }) => station.tablet.edit(one % 2, two),
  tablet_send: ({ station, one }) => station.tablet.send(tabletFates[one] ?? "ok"),
  push: ({ station, one }) => {
    station.line.fate = pushFates[one] ?? "ok";
    return station.branch.push();
  },
  pull,
  pull_lost: ({ station }) => {
    station.line.fate = "reply_lost";
    return station.branch.pull();
  },
  arrive: ({ station, one, two }) => station.line.arrive(one, two > 1),
  repeat: ({ station, one }) => station.line.repeat(one),
  skip,
  regroup: ({ station, one, two }) => sendRegrouped(station, one, two + 1),
  hub_edit: editAtHub,
  hub_open: ({ hub }) => hub.open(),
  hub_commit: ({ hub, one }) => hub.commit(one),
  crash: ({ station, one, two }) =>
    station.branch.disk.planCrash(one % 4, two > 1 ? "after" : "before"),
  full: ({ station, one }) => station.branch.disk.fill(1 + (one % 3)),
  restart,
  grant,
  revoke,
  anew: beginAnew,
  file: ({ station }) => keepFile(station),
  backup: ({ station }) => station.branch.disk.copyTo(backupOf(station)),
  put_back: putBack,
  clock: ({ station, one, areClocksRight }) =>
    station.branch.skew(areClocksRight ? 0 : (skews[one] ?? 0)),
};
