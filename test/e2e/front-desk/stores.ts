// A storekeeper's work: what is low is ordered and approved by somebody else, goods come with free ones and some that go
// back, a pack is scanned, the receipt is posted into stock; a batch is counted.
import { expect, test } from "vitest";
import { choose, typeDay, type Screen } from "#e2e/desk.ts";
import { staffOfDemo } from "#e2e/desk/staff.ts";
import { dayAtBranch, world } from "#e2e/desk/world.ts";
import { playScanner } from "#e2e/scanner-keys.ts";
import { batch, drug, place } from "./goods.ts";

const item = "Cetirizine 10 mg";
const gtin = "08901234567906";

let keeper: Screen;
let manager: Screen;
let drugId = "";
let orderId = "";
let storeName = "";

async function stockOf(no: string) {
  const rows = await world.branch.list(`/v1/pharmacy/stock?batch_no=${no}`);
  return rows.map((row) => [row["status"], row["on_hand"]]);
}

async function orderNow() {
  return (await world.branch.get(`/v1/purchase-orders/${orderId}`)).body;
}

test("shows what is low with a suggestion, and draws up an order of it that somebody else approves", async () => {
  await world.closeOthers();
  storeName = "Main store";
  const store = await place("main-store", storeName, "store");
  await world.branch.post("/v1/suppliers", { code: "krishna", name: "Krishna Medicals" });
  drugId = await drug("cet-10", item, { reorder_level: 50 });
  const soon = dayAtBranch(Date.now() + 40 * 86_400_000);
  await batch(drugId, store, "CET1", { expiry_date: soon, mrp_minor: null, quantity: 30 });
  keeper = await world.openDesk(await staffOfDemo("pharmacist"));
  manager = await world.openDesk(world.product.credentials.branch_manager);
  await keeper.page.setViewportSize({ width: 1366, height: 768 });
  await keeper.at("navStores").click();
  const row = keeper.at("stockRow").filter({ hasText: item });
  await row.getByText("soon").waitFor();
  await keeper.page.getByTestId("store-part-low").click();
  await keeper.at("lowRow").filter({ hasText: item }).getByText("70", { exact: true }).waitFor();
  await keeper.at("orderLow").click();
  const line = keeper.at("orderLine").filter({ hasText: item });
  await line.waitFor();
  await keeper.at("saveOrder").click();
  await keeper.page.getByText("Choose the supplier").waitFor();
  await line.getByText("Give the rate").waitFor();
  await choose(keeper.at("orderSupplier"), { label: "Krishna Medicals" });
  await choose(keeper.at("orderPlace"), { label: storeName });
  await line.getByTestId("order-quantity").fill("100");
  await line.getByTestId("order-cost").fill("1.50");
  await choose(line.getByTestId("order-rate"), "1200");
  await keeper.at("saveOrder").click();
  await keeper.page.waitForURL("**/stores/orders/po_*");
  orderId = keeper.page.url().split("/").at(-1) ?? "";
  await keeper.page.getByTestId("order-step-submitted").click();
  await keeper.page.getByText("To approve").first().waitFor();
  expect(await keeper.page.getByTestId("order-step-approved").count()).toBe(0);
  await manager.goTo(`/stores/orders/${orderId}`);
  await manager.page.getByTestId("order-step-approved").click();
  // The other screen hears of it without being asked.
  await keeper.at("receiveOrder").waitFor();
  expect(await orderNow()).toMatchObject({ status: "approved", total_minor: 16_800 });
});

test("takes goods in by batch: a scanned pack, free ones, some that go back with the reason; a form is kept, then posted", async () => {
  const { page } = keeper;
  await keeper.at("receiveOrder").click();
  const line = keeper.at("receivedLine").first();
  await line.getByTestId("received-quantity").fill("80");
  await line.getByTestId("received-free").fill("8");
  await line.getByTestId("received-rejected").fill("5");
  await keeper.at("saveReceipt").click();
  for (const text of [
    "Give the number of the invoice",
    "Give the invoice date",
    "Batch number: letters",
    "Say why, in a few words",
  ])
    await page.getByText(text).first().waitFor();
  await line.getByTestId("scan-received").click();
  await playScanner(page, `01${gtin}1731033110CET2`);
  await expect.poll(() => line.getByTestId("received-batch").inputValue()).toBe("CET2");
  await line.getByTestId("received-reason").fill("Wet strips");
  await keeper.at("receiveInvoice").fill("KM/77");
  await typeDay(
    page.locator(".field", { hasText: "Invoice date" }).first(),
    dayAtBranch(Date.now()),
  );
  await page.getByText("Draft kept at").waitFor();
  await page.reload();
  await keeper.at("continueDraft").first().click();
  await keeper.at("saveReceipt").click();
  await page.waitForURL("**/stores/receipts/grn_*");
  await keeper.at("receiptLine").getByText("Wet strips").waitFor();
  expect(await stockOf("CET2")).toEqual([]);
  await keeper.at("postReceipt").click();
  await page.getByText("In stock").first().waitFor();
  expect(await stockOf("CET2")).toEqual([["available", 83]]);
  expect(await orderNow()).toMatchObject({
    status: "partially_received",
    lines: [{ received_qty: 75 }],
  });
  await manager.page.getByText("Part received").first().waitFor();
});

test("counts a batch and asks why it differs, and sets aside no more than is there", async () => {
  const { page } = keeper;
  await keeper.at("navStores").click();
  await keeper.at("stockFind").fill("cetir");
  await page.getByRole("option", { name: /Cetirizine/u }).waitFor();
  await page.keyboard.press("Enter");
  await keeper.at("stockItem").waitFor();
  const row = keeper.at("stockRow").filter({ hasText: "CET2" });
  await row.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/stores/stock/stk_*");
  await page.getByTestId("move-stock-count").click();
  await keeper.at("moveQuantity").fill("80");
  await keeper.at("confirmMove").click();
  await keeper.at("moveDialog").getByText("Choose the reason").waitFor();
  await choose(keeper.at("moveReason"), "count_variance");
  await keeper.at("confirmMove").click();
  await keeper.at("moveRow").filter({ hasText: "-3" }).waitFor();
  await page.getByTestId("move-stock-quarantine").click();
  await keeper.at("moveQuantity").fill("90");
  await keeper.at("confirmMove").click();
  await keeper.at("moveDialog").getByText("There is not enough left").waitFor();
  await page.keyboard.press("Escape");
  await keeper.at("moveDialog").waitFor({ state: "detached" });
  expect(await stockOf("CET2")).toEqual([["available", 80]]);
  for (const screen of [keeper, manager]) await screen.close();
});
