import * as z from "zod";
import { afterAll, beforeAll, expect, test } from "vitest";
import { branchOrigin } from "@edgeward/branch-node/node/branch-origin.ts";
import {
  conflictsContract,
  type Conflict,
} from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import { column, defineTable, recordColumns } from "@edgeward/shared/db/table.ts";
import { recordForms } from "@edgeward/shared/contract/record.ts";
import { str } from "@edgeward/shared/contract/fields.ts";
import { writesOf } from "@edgeward/shared/resource/command-writes.ts";
import { nodeCommand } from "@edgeward/shared/resource/commands.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { clientFor } from "#support/node.ts";
import { startSyncedBranch, type SyncedBranch } from "#support/synced-branch.ts";
import { makeAtBranch, makeAtHub } from "#support/trial-tables.ts";

/** A store room that two branches share. */
const moves = defineTable({
  name: "trial_shared_moves",
  merge: "ledger",
  audience: "tenant",
  balance: { amount: "quantity", of: ["item"], unit: "unit" },
  forms: {
    ...recordForms("op"),
    item: str(1, 100),
    quantity: z.int(),
    unit: str(1, 20),
  },
  columns: {
    ...recordColumns,
    item: column.text(),
    quantity: column.int(),
    unit: column.nullable.text(),
  },
});

let hub: TestHub;
let first: SyncedBranch;
let second: SyncedBranch;

beforeAll(async () => {
  const moving = nodeCommand("stock.move", [writesOf(moves, { makes: true })]);
  hub = await startTestHub({ tables: [moves], commands: [moving] });
  await makeAtHub(hub.adminUrl, moves);
  first = await startSyncedBranch(hub, hub.tenant.branchId, [moves]);
  second = await startSyncedBranch(hub, hub.tenant.secondBranchId, [moves]);
  for (const branch of [first, second]) await makeAtBranch(branch.store, hub.tenant.id, moves);
});

afterAll(async () => {
  await first.stop();
  await second.stop();
  await hub.stop();
});

async function moveAt(branch: SyncedBranch, actorId: string, quantity: number): Promise<void> {
  hub.clock.advance(1_000);
  const { runtime } = branch.branch;
  const origin = branchOrigin(branch.identity, actorId, "system");
  await branch.store.write({ tenantId: hub.tenant.id }, async (session) => {
    const write = openWrite(session, runtime, origin, "stock.move");
    write.insert(moves, runtime.newId("op"), {
      branch_id: branch.identity.branchId,
      item: "Paracetamol 500 mg",
      quantity,
      unit: "tablets",
      metadata: {},
    });
    await write.flush([]);
  });
}

async function catchUp(): Promise<void> {
  for (const branch of [first, second, first]) {
    await branch.push();
    await branch.pull();
  }
}

async function openAt(branch: SyncedBranch): Promise<readonly Conflict[]> {
  const client = await branch.client(["front_desk"]);
  const query = { status: "open" } as const;
  return (await client.call(conflictsContract.list, { query })).body.data;
}

test("what two branches took out apart is reported at both with all that led to it, and resolved once for both", async () => {
  const { clerkId, nurseId } = hub.tenant;
  await moveAt(first, clerkId, 10);
  await catchUp();
  await moveAt(first, clerkId, -6);
  await moveAt(second, nurseId, -7);
  await catchUp();

  for (const branch of [first, second]) {
    const [conflict, ...more] = await openAt(branch);
    expect(more).toEqual([]);
    expect(conflict).toMatchObject({ kind: "balance", entity: moves.name, other: { value: -3 } });
    const client = await branch.client(["front_desk"]);
    const params = { id: conflict?.id ?? "" };
    const { balance } = (await client.call(conflictsContract.get, { params })).body;
    expect(balance).toMatchObject({
      of: { item: "Paracetamol 500 mg" },
      unit: "tablets",
      sum: -3,
      earlier: 0,
      facts: [
        { amount: 10, balance_after: 10, node_id: first.identity.nodeId },
        { amount: -6, balance_after: 4, node_id: first.identity.nodeId },
        {
          amount: -7,
          balance_after: -3,
          node_id: second.identity.nodeId,
          branch_id: hub.tenant.secondBranchId,
        },
      ],
    });
    expect(balance?.facts.filter((fact) => fact.is_cause)).toHaveLength(1);
    // A branch knows its own people by name; of others it shows the place.
    const names =
      branch === first ? ["Ravi Kumar", "Ravi Kumar", "Sunita Devi"] : [null, null, null];
    expect(balance?.facts.map((fact) => fact.actor_name)).toEqual(names);
  }

  const [conflict] = await openAt(second);
  const client = await second.client(["front_desk"]);
  const body = { resolution: "keep", note: "Counted: one box had been forgotten" } as const;
  await client.call(conflictsContract.resolve, { params: { id: conflict?.id ?? "" }, body });
  await moveAt(second, nurseId, 10);
  await catchUp();
  expect([await openAt(first), await openAt(second)]).toEqual([[], []]);
  const there = await clientFor(hub, hub.tenant);
  const resolved = await there.call(conflictsContract.get, { params: { id: conflict?.id ?? "" } });
  expect(resolved.body).toMatchObject({ status: "resolved", balance: { sum: 7 } });
});
