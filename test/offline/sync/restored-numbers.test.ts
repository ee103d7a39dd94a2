import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cashierShiftsContract } from "@edgeward/shared/clinical/cashier-shifts/cashier-shifts.contract.ts";
import { invoicesContract } from "@edgeward/shared/clinical/invoices/invoices.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { paymentsContract } from "@edgeward/shared/clinical/payments/payments.contract.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { startLiveBranch, type LiveBranch } from "#support/live-branch.ts";
import { until } from "#support/until.ts";

// Two branches number their bills and receipts side by side, while one of them is put back to an old copy of its machine.

let hub: TestHub;
let copy = "";
let clerk = "";
const branches: LiveBranch[] = [];
const shifts: string[] = [];

/** Somebody who sits at the desks of both branches. */
async function clerkOfBoth(): Promise<string> {
  const id = hub.runtime.newId("stf");
  const both = [hub.tenant.branchId, hub.tenant.secondBranchId];
  await hub.store.write({ tenantId: hub.tenant.id }, (session) =>
    session.query(
      `INSERT INTO staff SELECT (jsonb_populate_record(s, $3::jsonb)).*
         FROM staff AS s WHERE tenant_id = $1 AND id = $2`,
      [hub.tenant.id, hub.tenant.clerkId, JSON.stringify({ id, branches: both })],
    ),
  );
  return id;
}

beforeAll(async () => {
  hub = await startTestHub({ startsAt: new Date().toISOString() });
  clerk = await clerkOfBoth();
  copy = mkdtempSync(join(tmpdir(), "edgeward-copy-"));
  for (const id of [hub.tenant.branchId, hub.tenant.secondBranchId]) {
    const branch = await startLiveBranch(hub, id);
    const desk = await branch.client(["front_desk"], { sub: clerk });
    const body = { counter: "Counter 1", float_minor: 100_000 };
    branches.push(branch);
    shifts.push((await desk.call(cashierShiftsContract.create, { body })).body.id);
  }
});

afterAll(async () => {
  for (const branch of branches) await branch.stop();
  await hub?.stop();
  rmSync(copy, { recursive: true, force: true });
});

function branchAt(nth: number): LiveBranch {
  const branch = branches[nth];
  if (branch === undefined) throw new Error("there are two branches");
  return branch;
}

async function inStep(): Promise<void> {
  for (const { node } of branches)
    await until("the branches are in step with the hub", 30_000, async () => {
      const { state, unsent } = await node.syncStatus();
      return state === "online" && unsent === 0;
    });
}

interface Papers {
  readonly bill: string;
  readonly receipt: string;
}

/** Bills somebody at a branch, and takes the money. */
async function sold(nth: number): Promise<Papers> {
  const desk = await branchAt(nth).client(["front_desk"], { sub: clerk });
  const person = { name: "Meena Kulkarni", gender: "female", dob: "1990-05-04" } as const;
  const { body: patient } = await desk.call(patientsContract.create, { body: person });
  const lines = [{ description: "Dressing", unit_price_minor: 25_000 }];
  const charged = { patient_id: patient.id, invoice_type: "opd", lines } as const;
  const { body: bill } = await desk.call(invoicesContract.create, { body: charged });
  const tenders = [{ method: "cash", amount_minor: 25_000 } as const];
  const paid = { invoice_id: bill.id, cashier_shift_id: shifts[nth] ?? "", tenders };
  const { body: payment } = await desk.call(paymentsContract.create, { body: paid });
  return { bill: bill.invoice_no ?? "", receipt: payment.receipt_no };
}

/** Sales at both branches, one in turn with the other. */
async function soldAtBoth(first: number, second: number): Promise<readonly Papers[]> {
  const papers: Papers[] = [];
  for (let turn = 0; turn < Math.max(first, second); turn += 1) {
    if (turn < first) papers.push(await sold(0));
    if (turn < second) papers.push(await sold(1));
  }
  return papers;
}

async function restartFirst(meanwhile: (folder: string) => void): Promise<void> {
  branches[0] = await branchAt(0).restart({}, meanwhile);
}

async function numbersAtHub() {
  const rows = await hub.store.read({ tenantId: hub.tenant.id }, (session) =>
    session.query(
      `SELECT invoice_no AS number FROM invoices WHERE tenant_id = $1
        UNION ALL SELECT receipt_no FROM payments WHERE tenant_id = $1`,
      [hub.tenant.id],
    ),
  );
  return rows.map(({ number }) => String(number)).toSorted();
}

function numbersOf(papers: readonly Papers[]): readonly string[] {
  return papers.flatMap(({ bill, receipt }) => [bill, receipt]).toSorted();
}

test("two branches number bills and receipts without a gap and none twice, though one is put back to an old copy", async () => {
  const before = await soldAtBoth(2, 2);
  await inStep();
  await restartFirst((folder) => cpSync(folder, copy, { recursive: true }));
  await inStep();
  const lost = await soldAtBoth(3, 2);
  await inStep();
  await restartFirst((folder) => {
    rmSync(folder, { recursive: true, force: true });
    cpSync(copy, folder, { recursive: true });
  });
  await inStep();
  const after = await soldAtBoth(3, 1);
  // Once more from the same copy: each time in a lane of its own.
  await inStep();
  await restartFirst((folder) => {
    rmSync(folder, { recursive: true, force: true });
    cpSync(copy, folder, { recursive: true });
  });
  await inStep();
  const last = await soldAtBoth(2, 2);
  await inStep();

  const given = numbersOf([...before, ...lost, ...after, ...last]);
  expect(given).toHaveLength(34);
  expect(new Set(given).size).toBe(given.length);
  // What was given out since the copy is on record at the hub as well, and in the branch again.
  expect(await numbersAtHub()).toEqual(given);
  const lanes = Map.groupBy(given, (number) => number.replace(/\d+$/u, ""));
  // Bills and receipts of the second branch, and three lanes of each at the first.
  expect(lanes.size).toBe(8);
  for (const numbers of lanes.values()) {
    const counts = numbers.map((number) => Number(/\d+$/u.exec(number)));
    expect(counts.toSorted((one, other) => one - other)).toEqual(counts.map((_, nth) => nth + 1));
  }
  const own = await branchAt(0).rows(
    "SELECT invoice_no AS number FROM invoices WHERE branch_id = ? ORDER BY invoice_no",
    hub.tenant.branchId,
  );
  expect(own).toHaveLength(10);
}, 120_000);
