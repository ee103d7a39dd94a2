// From here on the branch works without the hub: wards, emergencies, laboratory, radiology, stores, pharmacy, cash desk and
// claims are done by hand on it alone.
import { expect, test } from "vitest";
import { callerAt } from "#e2e/clinical-calls.ts";
import { world } from "#e2e/desk/world.ts";
import { until } from "#support/until.ts";

/** What another branch has sent to this one by then. */
export const sentOther = { item: "Zinc sulphate 20 mg", itemId: "", batch: "ZN/01" };

/** Has another branch, which works on the hub, send some of a batch to this one. */
async function sendFromOther(): Promise<void> {
  const { credentials } = world.product;
  const branches = await world.hub.list("/v1/branches");
  const other = branches.find(({ id }) => id !== credentials.branch_id)?.["id"];
  const there = await callerAt("hub", credentials, String(other));
  const made = async (path: string, body: object) => {
    const answer = await there.post(path, body);
    expect(answer).toMatchObject({ status: 201 });
    return String(answer.body["id"]);
  };
  const drug = { code: "zinc-20", name: sentOther.item, unit: "tablet", kind: "drug" };
  sentOther.itemId = await made("/v1/items", drug);
  const place = { code: "other-store", name: "Store of the other branch", kind: "store" };
  const from = await made("/v1/stock-locations", place);
  const label = { batch_no: sentOther.batch, expiry_date: "2031-03-31" };
  const stock = { ...label, item_id: sentOther.itemId, location_id: from, quantity: 30 };
  const stockId = await made("/v1/pharmacy/stock", stock);
  const id = await made("/v1/pharmacy/stock-transfers", {
    from_location_id: from,
    to_branch_id: credentials.branch_id,
    lines: [{ stock_id: stockId, quantity: 10 }],
    note: "From the other branch",
  });
  await until("the branch knows what comes", 15_000, async () => {
    return (await world.branch.get(`/v1/pharmacy/stock-transfers/${id}`)).status === 200;
  });
}

/** When the line was cut. */
export const cut = { at: "" };

/** Whom the head office had agreed with by then: payers are its own, and come down. */
export const payerName = "Kavach Health";

test("goes on at the branch with the line to the hub cut", async () => {
  const agreed = { code: "kavach-till", name: payerName, type: "insurer" };
  const { id } = (await world.hub.post("/v1/payers", agreed)).body;
  await until("the branch knows the payer", 15_000, async () => {
    return (await world.branch.get(`/v1/payers/${String(id)}`)).status === 200;
  });
  await sendFromOther();
  cut.at = new Date().toISOString();
  const { code, stdout } = await world.product.edgeward("outage", "on");
  expect(stdout).toContain("cut off");
  expect(code).toBe(0);
});
