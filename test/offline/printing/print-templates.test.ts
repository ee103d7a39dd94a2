import { afterAll, beforeAll, expect, test } from "vitest";
import { conflictsContract } from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import { printTemplatesContract } from "@edgeward/shared/clinical/print-templates/print-templates.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { clientFor } from "#support/node.ts";
import { startSyncedBranch, type SyncedBranch } from "#support/synced-branch.ts";

const { get, list, set } = printTemplatesContract;
const admin = ["tenant_admin", "branch_admin"];
let hub: TestHub;
let first: SyncedBranch;
let second: SyncedBranch;

beforeAll(async () => {
  hub = await startTestHub();
  first = await startSyncedBranch(hub, hub.tenant.branchId);
  second = await startSyncedBranch(hub, hub.tenant.secondBranchId);
});

afterAll(async () => {
  await first.stop();
  await second.stop();
  await hub.stop();
});

const bill = { document_type: "bill" } as const;

async function change(client: Client, body: object): Promise<void> {
  await client.call(set, { params: bill, body });
  hub.clock.advance(1_000);
}

async function documents(at: SyncedBranch) {
  return (await (await at.client(admin)).call(get, { params: bill })).body;
}

test("what the hub sets for the tenant reaches every branch, beneath what each sets of its own", async () => {
  const atHub = await clientFor(hub, hub.tenant);
  await change(atHub, { scope: "tenant", display_name: "Sahyadri", footer_lines: ["Thank you"] });
  await change(await first.client(admin), { languages: ["hi"], footer_lines: ["From the first"] });
  await change(await second.client(admin), { languages: ["en", "hi"] });
  for (const branch of [first, second]) expect(await branch.push()).toHaveLength(1);
  for (const branch of [first, second]) await branch.pull();
  expect(await documents(first)).toMatchObject({
    display_name: "Sahyadri",
    languages: ["hi"],
    footer_lines: ["From the first"],
  });
  expect(await documents(second)).toMatchObject({
    display_name: "Sahyadri",
    languages: ["en", "hi"],
    footer_lines: ["Thank you"],
  });
  for (const branch of [first, second]) {
    const client = await branch.client(admin);
    const rows = (await client.call(list, {})).body.data;
    expect(rows).toHaveLength(2);
    expect((await client.call(conflictsContract.list, {})).body.data).toEqual([]);
  }
});
