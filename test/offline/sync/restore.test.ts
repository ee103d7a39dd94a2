import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBranch } from "@edgeward/branch-node/main.ts";
import { startProduct, type Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import { registerPatient, textOf } from "#offline/front-desk.ts";
import {
  advanceOf,
  asideAt,
  counted,
  countedWith,
  giveUp,
  openedShift,
  shelved,
  shelvedBeside,
  thereOf,
  used,
  usedOf,
  writtenOff,
  wrongLine,
  wrongLines,
} from "./restored-counts.ts";
import { patientsAtBranch, patientsAtHub, registerPatients } from "#offline/patients-at.ts";

let product: Product;
let backups = "";

beforeAll(async () => {
  product = await startProduct();
  backups = mkdtempSync(join(tmpdir(), "edgeward-backups-"));
});

afterAll(async () => {
  await product.stop();
  rmSync(backups, { recursive: true, force: true });
});

function nodeFolder(): string {
  return join(product.folder, "branch");
}

/** Puts the node's whole folder aside, as a backup of a machine that was shut down does. */
async function backUp(name: string): Promise<void> {
  await product.caughtUp();
  await product.killBranch("SIGTERM");
  cpSync(nodeFolder(), join(backups, name), { recursive: true });
  await product.restartBranch();
  await product.caughtUp();
}

/** The machine is lost; another one starts from the backup. */
async function restore(name: string): Promise<void> {
  await product.killBranch("SIGKILL");
  rmSync(nodeFolder(), { recursive: true, force: true });
  cpSync(join(backups, name), nodeFolder(), { recursive: true });
  await product.restartBranch();
}

async function walkIn(patientId: string): Promise<number> {
  const answer = await product.call("branch", "POST", "/v1/appointments", {
    patient_id: patientId,
    provider_id: product.demo.provider_id,
    source: "walk_in",
  });
  return Number(answer.body["queue_no"]);
}

async function streamOf(nodeId: string) {
  const [row] = await product.hubRows(
    "SELECT epoch::int AS epoch, accepted_seq::int AS seq FROM nodes WHERE id = $1",
    [nodeId],
  );
  return row;
}

test("a branch put back to an old backup gets back all that it had sent since, and gives no number twice", async () => {
  await registerPatients(product, 2);
  await backUp("first");
  const [first = "", ...others] = await registerPatients(product, 6);
  const queueNo = await walkIn(first);
  const { body, headers } = await product.call("branch", "GET", `/v1/patients/${first}`);
  const change = { phone: "+919820012345" };
  const given = { "if-match": String(headers.get("etag")) };
  expect(
    (await product.call("branch", "PUT", `/v1/patients/${first}`, change, given)).status,
    JSON.stringify(body),
  ).toBe(200);
  await product.caughtUp();
  const sent = patientsAtBranch(product, [first, ...others]);

  await restore("first");
  await product.caughtUp();
  expect(patientsAtBranch(product, [first, ...others])).toEqual(sent);
  expect(await patientsAtHub(product, [first, ...others])).toEqual(sent);
  expect(await streamOf(product.nodeId)).toEqual({ epoch: 2, seq: 0 });

  const uhids = new Set(sent.map((row) => row["uhid"]));
  const later = await registerPatients(product, 3);
  for (const row of patientsAtBranch(product, later)) expect(uhids.has(row["uhid"])).toBe(false);
  expect(await walkIn(first)).toBeGreaterThan(queueNo);
  await product.caughtUp();
  expect(await patientsAtHub(product, later)).toEqual(patientsAtBranch(product, later));
  expect(await streamOf(product.nodeId)).toEqual({ epoch: 2, seq: 4 });
});

test("a restored branch that worked on without the hub past its old place keeps both what it lost and what it made", async () => {
  await backUp("second");
  const lost = await registerPatients(product, 2);
  await product.caughtUp();
  product.outage(true);
  await restore("second");
  const made = await registerPatients(product, 5);
  product.outage(false);
  await product.caughtUp();
  expect(await patientsAtHub(product, [...lost, ...made])).toHaveLength(7);
  expect(patientsAtBranch(product, [...lost, ...made])).toEqual(
    await patientsAtHub(product, [...lost, ...made]),
  );
  const twice = await product.hubRows(
    `SELECT op_id FROM received_operations GROUP BY op_id HAVING count(*) > 1`,
  );
  expect(twice).toEqual([]);
});

test("what a restored branch counts and takes of an advance before it hears from the hub is booked once, and shown", async () => {
  const batch = await shelved(product, "RST1");
  const [patient = ""] = await registerPatients(product, 1);
  const shift = await openedShift(product);
  const advance = await advanceOf(product, patient, shift);
  await backUp("third");
  await counted(product, batch, 95);
  await used(product, patient, shift, advance);
  await product.caughtUp();

  product.outage(true);
  await restore("third");
  await counted(product, batch, 95);
  await used(product, patient, shift, advance);
  product.outage(false);
  await product.caughtUp();
  expect(await thereOf(product, batch)).toMatchObject({ hub: 95 });
  expect(await usedOf(product, advance)).toMatchObject({ hub: 60_000 });

  const counts = await asideAt(product, "stock_move.count_place");
  const payments = await asideAt(product, "payment.create");
  expect([...counts, ...payments].map(({ message }) => message)).toEqual([
    "changes.0.fields.quantity: was counted of 100, and 95 are there: count it again",
    "changes.0.fields.amount_minor: is more than is left of the payment",
  ]);
  for (const row of [...counts, ...payments]) await giveUp(product, row);
  await until("the branch has taken back what was given up", 20_000, async () => {
    const [there, taken] = [await thereOf(product, batch), await usedOf(product, advance)];
    return there.branch === 95 && taken.branch === 60_000;
  });
  expect(await thereOf(product, batch)).toEqual({ hub: 95, branch: 95 });
  expect(await usedOf(product, advance)).toEqual({ hub: 60_000, branch: 60_000 });
});

test("of a count sheet that is refused each wrong line is named, and nothing waits for it but what was found by it", async () => {
  const first = await shelved(product, "RST2");
  const second = await shelvedBeside(product, first, "RST3");
  const third = await shelvedBeside(product, first, "RST4");
  await backUp("fourth");
  await counted(product, first, 95);
  await counted(product, third, 80);
  await product.caughtUp();

  product.outage(true);
  await restore("fourth");
  const lines = [
    [first, 95],
    [second, 98],
    [third, 80],
  ] as const;
  const found = await countedWith(product, lines, "RST5");
  await writtenOff(product, second.stockId, 3);
  await writtenOff(product, found, 1);
  const registered = await registerPatients(product, 1);
  product.outage(false);
  await product.caughtUp();

  const [sheet] = await asideAt(product, "stock_move.count_place");
  expect(sheet?.message).toBe("2 fields are wrong");
  expect(wrongLines(sheet)).toEqual([
    wrongLine(first, "RST2", { counted: 95, book_quantity: 100, on_record: 95 }),
    wrongLine(third, "RST4", { counted: 80, book_quantity: 100, on_record: 80 }),
  ]);
  expect(await patientsAtHub(product, registered)).toHaveLength(1);
  // What was counted right is not taken either: a sheet is what one person found at one time.
  expect(await thereOf(product, second)).toMatchObject({ hub: 97 });
  expect(await thereOf(product, { ...first, stockId: found })).toMatchObject({ hub: 0 });
  const waits = await asideAt(product, "stock_move.create", "held");
  expect(waits).toMatchObject([{ held_by: sheet?.op_id }]);

  if (sheet !== undefined) await giveUp(product, sheet);
  await until("the branch has taken back the sheet", 20_000, async () => {
    const [one, other] = [await thereOf(product, first), await thereOf(product, second)];
    return one.branch === 95 && other.branch === 97;
  });
  const [orphan] = await asideAt(product, "stock_move.create");
  expect(orphan).toMatchObject({ code: "dependency_discarded" });
  if (orphan !== undefined) await giveUp(product, orphan);
  await counted(product, second, 95);
  await product.caughtUp();
  expect(await thereOf(product, second)).toEqual({ hub: 95, branch: 95 });
});

test("a copy of a node's disk on another machine is refused in words, and the node itself works on", async () => {
  await product.caughtUp();
  const copy = mkdtempSync(join(tmpdir(), "edgeward-copy-"));
  await product.killBranch("SIGTERM");
  cpSync(nodeFolder(), copy, { recursive: true });
  await product.restartBranch();
  await product.caughtUp();
  const second = await startBranch({
    folder: copy,
    host: "127.0.0.1",
    port: 0,
    printers: [],
    hubUrl: product.lineUrl,
    operatorToken: null,
    machine: "another machine",
    enrolment: null,
  });
  await until("the copy is refused", 20_000, async () => {
    const { state } = await second.syncStatus();
    return state === "blocked";
  });
  expect((await second.syncStatus()).reason).toContain("enrol this machine anew");
  await second.stop();
  rmSync(copy, { recursive: true, force: true });

  const id = await registerPatient(product, "branch");
  await product.caughtUp();
  expect(await patientsAtHub(product, [id])).toHaveLength(1);
  expect(textOf(await product.call("branch", "GET", "/v1/sync/status"), "state")).toBe("online");
});

test("a restored branch gets its work back also where the hub keeps something of it that was no operation", async () => {
  await backUp("third");
  const lost = await registerPatients(product, 2);
  await product.caughtUp();
  // As the hub keeps what a faulty program once sent, word for word.
  await product.hubRows(
    `UPDATE received_operations SET outcome = 'rejected', operation = '{"changes": "none", "hlc": 7}',
        result = jsonb_build_object('op_id', op_id, 'seq', seq, 'outcome', 'rejected', 'code', 'malformed_operation')
      WHERE node_id = $1 AND operation->>'entity_id' = $2`,
    [product.nodeId, lost[0]],
  );
  await restore("third");
  await product.caughtUp();
  expect(patientsAtBranch(product, lost.slice(1))).toEqual(
    await patientsAtHub(product, lost.slice(1)),
  );
  expect(patientsAtBranch(product, lost.slice(1))).toHaveLength(1);
  const [made] = await registerPatients(product, 1);
  await product.caughtUp();
  expect(await patientsAtHub(product, [made ?? ""])).toHaveLength(1);
});
