import { appointmentsTable } from "@edgeward/shared/clinical/appointments/appointments.table.ts";
import { encountersTable } from "@edgeward/shared/clinical/encounters/encounters.table.ts";
import { existsSync } from "node:fs";
import type { JournalRow } from "@edgeward/branch-node/db/branch.table.ts";
import { signBatch } from "@edgeward/branch-node/sync/push.ts";
import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import { operationSchemaVersion } from "@edgeward/shared/db/model.ts";
import { operationShape, type Batch } from "@edgeward/shared/sync/wire/batch.contract.ts";
import * as acts from "./acts.ts";
import { goBeyond } from "./beyond.ts";
import { pushFates, skews, type Kind } from "./commands.ts";
import * as desk from "./desk-acts.ts";
import * as hours from "./hours-acts.ts";
import * as lab from "./lab-acts.ts";
import * as opening from "./emergency-access-acts.ts";
import * as emergency from "./emergency-acts.ts";
import { decide, editAtHub, forgetLost, noteKept, putHubBack } from "./hub-steps.ts";
import { checkOwnWrites } from "./invariants.ts";
import type { Scene, Station } from "./scene.ts";
import type { TabletFate } from "./tablet.ts";
import * as certificate from "./certificate-acts.ts";
import * as consent from "./consent-acts.ts";
import { doOwnWork } from "./own-work.ts";
import * as payer from "./preauth-acts.ts";
import * as claim from "./claim-acts.ts";
import * as papers from "./document-acts.ts";
import * as radiology from "./radiology-acts.ts";
import * as agreement from "./agreement-acts.ts";
import * as cash from "./cash-acts.ts";
import * as money from "./money-acts.ts";
import * as goods from "./stock-acts.ts";
import * as catalogue from "./catalogue-acts.ts";
import * as transfers from "./transfer-acts.ts";
import * as purchase from "./purchase-acts.ts";
import { changePlace } from "./place-acts.ts";
import { payBack, useAdvance } from "./refund-acts.ts";
import * as pharmacy from "./dispense-acts.ts";
import * as medicine from "./medicine-acts.ts";
import * as ward from "./ward-acts.ts";

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

function backupOf({ branch }: Station): string {
  return `${branch.disk.file}-backup`;
}

// The machine is lost; another one gets its newest backup.
async function putBack(scene: Scene): Promise<void> {
  const { station } = scene;
  if (!existsSync(backupOf(station))) return;
  await station.branch.putBack(backupOf(station));
  await forgetLost(scene);
}

// A page of it cannot be read any more: it is put aside and begun anew.
async function loseDatabase(scene: Scene): Promise<void> {
  const { branch, tablet } = scene.station;
  await tablet.forgetRefused();
  const forgetUnheld = await noteKept(scene);
  await branch.loseDatabase();
  await forgetUnheld();
  await tablet.pair();
}

function changeHeardOf({ station: { branch }, stations, one, two }: Scene): Promise<void> {
  const others = stations.filter((other) => other.branch !== branch);
  const from = others[one % others.length] ?? { branch };
  return desk.changeHeardOf(branch, from.branch, two);
}

async function grant({ hub, station, one }: Scene): Promise<void> {
  const rows = await hub.rows(patientsTable);
  const ids = rows.map(({ id }) => id).toSorted();
  const id = ids[one % Math.max(1, ids.length)];
  if (id !== undefined) await hub.grants.grant(station.node, id);
}

async function revoke({ hub, station, one }: Scene): Promise<void> {
  const ids = [...hub.grants.granted(station.node)].toSorted();
  const id = ids[one % Math.max(1, ids.length)];
  if (id !== undefined) await hub.grants.revoke(station.node, id);
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
  bill: ({ station, two }) => acts.bill(station.branch, station.code, two),
  newer: ({ station, one, two }) => acts.editAsNewer(station.branch, one, two),
  poison: ({ station, one, two, ordinal }) => acts.poison(station.branch, one, two > 1, ordinal),
  foreign: forge,
  beyond: ({ station, one, two }) => goBeyond(station.branch, two, one),
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
  book: ({ station, one, two }) => desk.book(station.branch, one, two),
  rebook: ({ station, one, two }) => desk.rebook(station.branch, one, two),
  cancel: ({ station, one }) => desk.cancel(station.branch, one),
  check_in: ({ station, one }) => desk.checkIn(station.branch, one),
  leave: ({ station, one, two }) => hours.goOnLeave(station.branch, one, two),
  return: ({ station, one }) => hours.comeBack(station.branch, one),
  order: ({ station, one }) => lab.orderTest(station.branch, one),
  order_move: ({ station, one, two }) => lab.moveOrder(station.branch, one, two),
  result: ({ station, one, two }) => lab.enterResult(station.branch, one, two),
  study: ({ station, one }) => radiology.orderStudy(station.branch, one),
  study_move: ({ station, one, two }) => radiology.moveStudy(station.branch, one, two),
  consent: ({ station, one }) => consent.askConsent(station.branch, one),
  preauth: ({ station, one }) => payer.askPayer(station.branch, one),
  preauth_note: ({ station, one, two }) => payer.notePayer(station.branch, one, two),
  payer_claim: ({ station, one }) => claim.claimOfPayer(station.branch, one),
  payer_claim_note: ({ station, one, two }) => claim.noteClaim(station.branch, one, two),
  consent_decide: ({ station, one, two }) => consent.decideConsent(station.branch, one, two),
  paper: ({ station, one, two }) => papers.scanPaper(station.branch, one, two),
  paper_change: ({ station, one, two }) => papers.changePaper(station.branch, one, two),
  prescribe: ({ station, one }) => lab.prescribe(station.branch, one),
  certify: ({ station, one }) => certificate.certify(station.branch, one),
  certificate_cancel: ({ station, one }) => certificate.cancelCertificate(station.branch, one),
  prescription_stop: ({ station, one, two }) => lab.stopPrescription(station.branch, one, two),
  medicine: ({ station, one, two }) => medicine.giveMedicine(station.branch, one, two),
  medicine_correct: ({ station, one, two }) => medicine.correctMedicine(station.branch, one, two),
  invoice: ({ station, one, two }) => money.invoice(station.branch, one, two),
  invoice_go_on: ({ station, one }) => money.goOn(station.branch, one),
  cash_shift: ({ station, one }) => cash.goOnWithShift(station.branch, one),
  pay: ({ station, one, two }) => cash.pay(station.branch, one, two),
  payer: agreement.agree,
  price_list: agreement.setPrices,
  agree_here: agreement.agreeHere,
  place_change: changePlace,
  refund: payBack,
  advance_use: useAdvance,
  catalogue_add: ({ station, one }) => catalogue.addToCatalogue(station.branch, one),
  catalogue_change: ({ station, one, two }) => catalogue.changeCatalogue(station.branch, one, two),
  stock_up: ({ station, one, two }) => goods.stockUp(station.branch, one, two),
  dispense: ({ station, one }) => pharmacy.dispense(station.branch, one),
  hand_over: ({ station, one, two }) => pharmacy.handOver(station.branch, one, two),
  take_goods_in: ({ station, one, two }) => purchase.takeIn(station.branch, one, two),
  send_goods: transfers.sendGoods,
  receive_goods: transfers.receiveGoods,
  order_goods: ({ station, one }) => purchase.order(station.branch, one),
  order_goods_go_on: ({ station, one, two }) => purchase.goOnWithOrder(station.branch, one, two),
  stock_move: ({ station, one, two }) => goods.moveBatch(station.branch, one, two),
  furnish: ward.furnish,
  take_in: ({ station, one, two }) => ward.takeIn(station.branch, one, two),
  go_on: ({ station, one, two }) => ward.goOn(station.branch, one, two),
  urgent: ({ station, one, two }) => emergency.comeIn(station.branch, one, two),
  retriage: ({ station, one, two }) => emergency.goOn(station.branch, one, two),
  open_record: ({ station, one }) => opening.openRecord(station.branch, one),
  review_opening: ({ station, one }) => opening.reviewOpening(station.branch, one),
  own_work: ({ station, one }) => doOwnWork(station.branch, one),
  claim: ({ station, one, two }) => desk.claim(station.branch, one, two),
  heard_of: changeHeardOf,
  many: ({ station, one }) => desk.takeManyReadings(station.branch, one),
  hub_book: ({ hub, station, one, two }) => desk.bookAtHub(hub, station.node.branchId, one, two),
  staff: ({ hub, station, two }) => hub.changeStaff(station.place, two),
  ask: ({ station, one }) => desk.ask(station.branch, one),
  decide,
  compact: ({ hub }) => hub.compact(),
  hub_pause: ({ hub }) => hub.pauseReleases(),
  hub_resume: ({ hub }) => hub.resumeReleases(),
  hub_backup: ({ hub }) => hub.backUp(),
  hub_put_back: putHubBack,
  grants_end: ({ hub }) => hub.grants.endAll(),
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
  lose_database: loseDatabase,
  rotate: ({ station }) => station.branch.disk.rotateMirror(),
  clock: ({ station, one, areClocksRight }) =>
    station.branch.skew(areClocksRight ? 0 : (skews[one] ?? 0)),
};
