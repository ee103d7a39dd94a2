import { afterAll, beforeAll, expect, test } from "vitest";
import { registerPatient } from "#offline/front-desk.ts";
import { patientsAtBranch } from "#offline/patients-at.ts";
import { startProduct, type Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import { enrolHandNode, replyOf, type HandNode } from "./hand-node.ts";

const dayMs = 24 * 3_600_000;
const minutesMs = 6 * 60_000;
let product: Product;
let elsewhere: HandNode;

beforeAll(async () => {
  product = await startProduct();
  const [row] = await product.hubRows(
    "SELECT id FROM branches WHERE tenant_id = $1 AND id <> $2 ORDER BY id LIMIT 1",
    [product.demo.tenant_id, product.demo.branch_id],
  );
  elsewhere = await enrolHandNode(product, String(row?.["id"]));
});

afterAll(async () => {
  await elsewhere?.stop();
  await product?.stop();
});

test("a stamp of tomorrow that another branch has made does not take this one's clock into tomorrow", async () => {
  const far = `${Date.now() + dayMs - 60_000}-0000-fast`;
  const made = { ...elsewhere.register(), hlc: far };
  expect(replyOf(await elsewhere.send(elsewhere.batch(1, [made]))).results).toMatchObject([
    { outcome: "applied" },
  ]);
  await until("the branch has it", 20_000, async () =>
    Promise.resolve(patientsAtBranch(product, [made.entity_id]).length === 1),
  );
  const here = await registerPatient(product, "branch");
  const [row] = product.branchRows("SELECT hlc FROM patients WHERE id = ?", [here]);
  expect(Number(String(row?.["hlc"]).slice(0, 13))).toBeLessThan(Date.now() + minutesMs);

  // What was seen is replaced by this branch all the same, at both nodes, without a question to anybody.
  const path = `/v1/patients/${made.entity_id}`;
  const change = { blood_group: "O+" };
  expect((await product.call("branch", "PUT", path, change)).status).toBe(200);
  await product.caughtUp();
  const at = { "x-branch-id": product.demo.branch_id };
  const atHub = await product.call("hub", "GET", path, undefined, at);
  expect(atHub.body["blood_group"]).toBe("O+");
  const conflicts = await product.hubRows("SELECT 1 FROM conflicts WHERE entity_id = $1", [
    made.entity_id,
  ]);
  expect(conflicts).toEqual([]);
});
