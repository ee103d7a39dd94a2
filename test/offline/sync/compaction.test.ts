import { afterAll, beforeAll, expect, test } from "vitest";
import { HubRefusal } from "@edgeward/branch-node/sync/hub-client.ts";
import { startProduct, type Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import { enrolBareNode, type BareNode } from "./bare-node.ts";
import { registerPatient } from "#offline/front-desk.ts";

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(() => product.stop());

async function compact(): Promise<number> {
  const answer = await product.operator("POST", "/operator/compact", { keep_days: 0 });
  expect(answer.status).toBe(200);
  return Number(answer.body["removed"]);
}

async function changePhone(id: string, phone: string): Promise<void> {
  const { headers } = await product.call("hub", "GET", `/v1/patients/${id}`);
  const match = { "if-match": String(headers.get("etag")) };
  const changed = await product.call("hub", "PUT", `/v1/patients/${id}`, { phone }, match);
  expect(changed.status).toBe(200);
}

function phoneAt(rows: readonly unknown[]): unknown {
  const [row] = rows;
  return typeof row === "object" && row !== null && "phone" in row ? row.phone : undefined;
}

function phoneAtBranch(id: string): unknown {
  return phoneAt(product.branchRows("SELECT phone FROM patients WHERE id = ?", [id]));
}

async function anotherBranch(): Promise<string> {
  const [row] = await product.hubRows(
    "SELECT id FROM branches WHERE tenant_id = $1 AND id <> $2 ORDER BY id LIMIT 1",
    [product.demo.tenant_id, product.demo.branch_id],
  );
  return String(row?.["id"]);
}

async function refusalOf(node: BareNode): Promise<string> {
  try {
    await node.pullAll();
    return "";
  } catch (error) {
    return error instanceof HubRefusal ? error.code : String(error);
  }
}

test("compaction keeps the newest entry of each record, so that a new branch still gets everything", async () => {
  const id = await registerPatient(product, "hub");
  for (const last of ["1", "2", "3"]) await changePhone(id, `+91982000000${last}`);
  const entries = "SELECT count(*)::int AS count FROM feed WHERE entity_id = $1";
  expect(await product.hubRows(entries, [id])).toEqual([{ count: 4 }]);
  expect(await compact()).toBeGreaterThanOrEqual(3);
  expect(await product.hubRows(entries, [id])).toEqual([{ count: 1 }]);
  expect(await compact()).toBe(0);

  const node = await enrolBareNode(product, await anotherBranch());
  await node.pullAll();
  const sql = "SELECT phone FROM patients WHERE id = ?";
  expect(phoneAt([node.store.handle.prepare(sql).get(id)])).toBe("+919820000003");

  // Who is in step stays in step, and who was away is asked to begin anew.
  expect(await refusalOf(node)).toBe("");
  await changePhone(id, "+919820000004");
  await changePhone(id, "+919820000005");
  await changePhone(id, "+919820000006");
  await compact();
  expect(await refusalOf(node)).toBe("cursor_expired");
  await node.stop();
});

test("a branch that was away beyond the horizon sends what it had first, begins anew and keeps its own", async () => {
  const shared = await registerPatient(product, "hub");
  await product.caughtUp();
  await until("the record is here", 15_000, async () => phoneAtBranch(shared) !== undefined);
  product.outage(true);
  await until("the branch is alone", 15_000, async () => {
    return (await product.syncStatus())["state"] === "offline";
  });
  const made = await registerPatient(product, "branch");
  await changePhone(shared, "+919820000011");
  await changePhone(shared, "+919820000012");
  await compact();
  product.outage(false);
  await product.caughtUp();
  await until("the change has come", 15_000, async () => {
    return phoneAtBranch(shared) === "+919820000012";
  });
  expect(await product.hubRows("SELECT 1 FROM patients WHERE id = $1", [made])).toHaveLength(1);
  expect(product.branchRows("SELECT 1 FROM patients WHERE id = ?", [made])).toHaveLength(1);
  const state = "SELECT state_name FROM node_state WHERE state_name = 'bootstrap'";
  expect(product.branchRows(state)).toEqual([]);
});
