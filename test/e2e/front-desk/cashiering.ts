// A cashier's day: what was done is billed, paid by several means and paid back in part; the drawer is opened, counted blind
// and handed over, and taken over by the receiver's own PIN.
import { readFileSync } from "node:fs";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { barriersInBothThemes } from "#e2e/barriers.ts";
import { choose, type Screen } from "#e2e/desk.ts";
import { englishSentences } from "#e2e/english-sentences.ts";
import { connectCashPrinter, type CarePrinters } from "#e2e/desk/printers.ts";
import { world } from "#e2e/desk/world.ts";
import { until } from "#support/until.ts";

let printers: CarePrinters;
let cashier: Screen;
const name = "Devika Bapat";
let billId = "";

function kicks(): number {
  return printers.bench.receiptPrinter.drawerKicks();
}

function papers(): number {
  return printers.bench.receiptPrinter.printouts().length;
}

async function billed() {
  return (await world.branch.get(`/v1/invoices/${billId}`)).body;
}

/** What keeps somebody out of what is open, in every language; and what of it is English in another one. */
async function barriersInEveryLanguage(screen: Screen) {
  const found: unknown[] = [];
  const left: string[] = [];
  for (const language of ["hi", "ur", "en"] as const) {
    await screen.speak(language);
    found.push(...(await barriersInBothThemes(screen.page)).violations);
    const english = (text: string) => language !== "en" && englishSentences.has(text);
    left.push(...(await screen.words()).filter((text) => english(text) && text !== "UPI"));
  }
  return { found, left };
}

/** Where the middle of something stands, in whole px from the top. */
async function middleOf(part: Locator): Promise<number> {
  const box = await part.boundingBox();
  if (box === null) throw new Error("it is not to be seen");
  return Math.round(box.y + box.height / 2);
}

test("bills a consultation and an item, with a discount and its reason; no money is taken without a shift", async () => {
  await world.closeOthers();
  printers = await connectCashPrinter();
  const { provider_id } = world.product.credentials;
  const person = { name, gender: "female", dob: "1979-08-09" };
  const { id, uhid } = (await world.branch.post("/v1/patients", person)).body;
  const visit = { patient_id: id, encounter_type: "OPD", doctor_id: provider_id };
  await world.branch.post("/v1/encounters", { ...visit, visit_status: "in_progress" });
  cashier = await world.openDesk(world.product.credentials.branch_manager);
  const { page } = cashier;
  await cashier.openPatient(name, String(uhid));
  await page.keyboard.press("F4");
  await cashier.at("openCharges").getByText("Consultation").waitFor();
  await cashier.at("newBill").click();
  const consultation = cashier.at("billLine").first();
  await cashier.at("issueBill").click();
  await consultation.getByText("Give the rate").waitFor();
  // What is wrong is said below the fields; what belongs to the line stays beside them.
  const cross = consultation.getByRole("button", { name: /^Remove/u });
  expect(await middleOf(cross)).toBe(await middleOf(consultation.getByTestId("line-price")));
  await consultation.getByTestId("line-price").fill("500");
  await consultation.getByTestId("line-discount").fill("50");
  await cashier.at("addLine").fill("Dressing");
  await page.keyboard.press("Enter");
  const dressing = cashier.at("billLine").nth(1);
  await dressing.getByTestId("line-price").fill("250");
  await choose(dressing.getByTestId("line-rate"), "1200");
  await cashier.at("billTotal").getByText("₹730.00").waitFor();
  await cashier.at("issueBill").click();
  await page.getByText("Say why, in a few words").waitFor();
  await cashier.at("discountReason").fill("Member of staff");
  expect(await barriersInEveryLanguage(cashier)).toEqual({ found: [], left: [] });
  await cashier.at("issueBill").click();
  await page.waitForURL("**/billing/invoices/inv_*");
  billId = page.url().split("/").at(-1) ?? "";
  await cashier.at("shiftNeeded").waitFor();
  expect(await cashier.at("payForm").count()).toBe(0);
  expect(await billed()).toMatchObject({
    status: "issued",
    due_minor: 73_000,
    lines: [
      { source_type: "consultation", discount_minor: 5_000, discount_reason: "Member of staff" },
      { description: "Dressing", cgst_minor: 1_500, sgst_minor: 1_500, igst_minor: 0 },
    ],
  });
});

test("opens a shift by the keyboard alone, with what is in the drawer", async () => {
  const { keyboard } = cashier.page;
  await keyboard.press("F9");
  await cashier.at("shiftCounter").waitFor();
  await keyboard.type("Front till");
  await keyboard.press("Tab");
  await keyboard.type("1,000");
  await keyboard.press("Enter");
  await cashier.at("ownShift").getByText("Front till").waitFor();
  const [shift] = await world.branch.list("/v1/cashier-shifts?limit=1");
  expect(shift).toMatchObject({ status: "open", float_minor: 100_000 });
});

test("takes UPI and cash for one bill, says the change, opens the drawer and prints the receipt", async () => {
  const { page } = cashier;
  await page.keyboard.press("F4");
  await page.getByTestId("bill-part-unpaid").click();
  await cashier.at("billRow").filter({ hasText: name }).dblclick();
  await cashier.at("payForm").waitFor();
  // One means alone ends where the field below it does.
  const ends = await Promise.all(
    [cashier.at("tenderAmount"), cashier.at("cashGiven")].map(async (field) => {
      const box = await field.boundingBox();
      return Math.round((box?.x ?? 0) + (box?.width ?? 0));
    }),
  );
  expect(ends[0]).toBe(ends[1]);
  await cashier.at("tenderAmount").fill("430");
  await cashier.at("cashGiven").fill("500");
  await cashier.at("changeDue").getByText("₹70.00").waitFor();
  await cashier.at("addTender").click();
  expect(await cashier.at("tenderAmount").nth(1).inputValue()).toBe("300");
  await cashier.at("tenderReference").fill("12345");
  await cashier.at("confirmPayment").click();
  await page.locator(".field-fault").first().waitFor();
  await cashier.at("tenderReference").fill("400000000731");
  expect(await barriersInEveryLanguage(cashier)).toEqual({ found: [], left: [] });
  await cashier.at("confirmPayment").click();
  await cashier.at("payForm").waitFor({ state: "detached" });
  expect(await billed()).toMatchObject({ status: "paid", paid_minor: 73_000, due_minor: 0 });
  await until("the receipt is out", 15_000, () => papers() === 1);
  expect(kicks()).toBe(1);
  // Said a moment after the paper is out; another one is asked for by somebody who has read that.
  await page.getByText(/^Receipt .+: Printed/u).waitFor();
});

/** Where a piece begins, read from right to left. */
async function beginOf(selector: string): Promise<number> {
  const box = await cashier.page.locator(selector).boundingBox();
  return Math.round((box?.x ?? 0) + (box?.width ?? 0));
}

/** In Urdu the amount stands below the name, where lines begin. */
async function placesOfVoid(): Promise<void> {
  await cashier.speak("ur");
  await cashier.at("paymentMenu").click();
  await cashier.at("voidPayment").click();
  const amount = await beginOf(".dialog .book-patient > .money");
  expect(amount).toBe(await beginOf(".dialog .book-patient > strong"));
  await cashier.page.keyboard.press("Escape");
  await cashier.at("confirmMoneyBack").waitFor({ state: "detached" });
  await cashier.speak("en");
}

test("voids a payment that was noted by mistake, with why, and takes it anew", async () => {
  const { page } = cashier;
  await placesOfVoid();
  await cashier.at("paymentMenu").click();
  // No room is left before the texts of a menu without pictures.
  expect(await page.locator("[role=menuitem] .icon").count()).toBe(0);
  await cashier.at("voidPayment").click();
  // It says of how much: whoever voids has the receipt in hand.
  await page.locator(".dialog .book-patient").getByText("₹730.00").waitFor();
  await cashier.at("confirmMoneyBack").click();
  await page.getByText("Say why, in a few words").waitFor();
  // Whoever has pressed the button goes on where something is missing.
  await page.locator(":focus").and(cashier.at("moneyReason")).waitFor();
  await cashier.at("moneyReason").fill("Noted for another bill");
  expect((await barriersInBothThemes(page)).violations).toEqual([]);
  await cashier.at("confirmMoneyBack").click();
  await cashier.at("paymentRow").filter({ hasText: "Voided" }).waitFor();
  expect(await billed()).toMatchObject({ status: "issued", paid_minor: 0, due_minor: 73_000 });
  await until("the void's receipt is out", 15_000, () => papers() === 2);
  // What was voided is neither paid back nor voided again.
  expect(await cashier.at("paymentMenu").count()).toBe(0);
  await cashier.at("tenderAmount").fill("430");
  await cashier.at("cashGiven").fill("430");
  await cashier.at("addTender").click();
  await cashier.at("tenderReference").fill("400000000732");
  await cashier.at("confirmPayment").click();
  await cashier.at("payForm").waitFor({ state: "detached" });
  expect(await billed()).toMatchObject({ status: "paid", paid_minor: 73_000, due_minor: 0 });
  await until("the receipt is out", 15_000, () => papers() === 3);
});

test("prints the receipt again as a duplicate that opens nothing, and pays a part back with the reason", async () => {
  const { page } = cashier;
  const before = kicks();
  await cashier.at("printReceipt").first().click();
  await until("the duplicate is out", 15_000, () => papers() === 4);
  expect(kicks()).toBe(before);
  await cashier.at("paymentMenu").click();
  await cashier.at("refundPayment").click();
  await page.getByText("Paid back by").first().waitFor();
  await cashier.at("tenderAmount").fill("30");
  await cashier.at("confirmMoneyBack").click();
  await page.getByText("Say why, in a few words").waitFor();
  await cashier.at("moneyReason").fill("The dressing was smaller");
  await cashier.at("confirmMoneyBack").click();
  await cashier.at("paymentRow").nth(3).waitFor();
  expect(await billed()).toMatchObject({ status: "partially_refunded", refunded_minor: 3_000 });
  await until("the refund's receipt is out", 15_000, () => papers() === 5);
  const jobs = await world.branch.list("/v1/print-jobs?document_type=receipt&limit=3");
  expect(jobs.filter((job) => job["reprint_of_id"] !== null)).toHaveLength(1);
});

test("sees what the day has come to: by means of payment, in bars and lines, and as a file for a table program", async () => {
  const { page } = cashier;
  await cashier.at("navRevenue").click();
  const figures = cashier.at("revenueFigures");
  await figures.getByText("Paid back").waitFor();
  const upi = cashier.at("revenueRow").filter({ hasText: "UPI" });
  await upi.getByText("₹300.00").waitFor();
  await page.locator(".bars-canvas canvas").waitFor();
  expect(await barriersInEveryLanguage(cashier)).toEqual({ found: [], left: [] });
  await choose(cashier.at("revenueBy"), "invoice_type");
  await cashier.at("revenueRow").filter({ hasText: "Outpatient" }).getByText("₹730.00").waitFor();
  const saving = page.waitForEvent("download");
  await cashier.at("revenueCsv").click();
  const file = await (await saving).path();
  expect(readFileSync(file, "utf8")).toMatch(
    /^\uFEFFType of bill,Bills,.+\r\n(?:.+\r\n)*Outpatient,\d+,/u,
  );
  await page.getByTestId("revenue-period-month").click();
  await page.waitForURL(/from=\d{4}-\d{2}-01/u);
});

test("ends the day: by cashier and means of payment, with the registers, each as a file", async () => {
  const { page } = cashier;
  await cashier.at("toDayEnd").click();
  const takings = cashier.at("dayByCashier").getByRole("row").filter({ hasText: "₹430.00" });
  await takings.getByText("₹300.00").waitFor();
  await takings.getByText("₹30.00").waitFor();
  await page.getByTestId("day-by-method").getByText("UPI").waitFor();
  await page.getByTestId("day-by-doctor").getByText("₹730.00").first().waitFor();
  const seen = page.getByTestId("register-seen");
  await seen.getByText(name).first().waitFor();
  expect(await barriersInEveryLanguage(cashier)).toEqual({ found: [], left: [] });
  const saving = page.waitForEvent("download");
  await page.getByTestId("register-csv-seen").focus();
  await page.keyboard.press("Enter");
  const file = readFileSync(await (await saving).path(), "utf8");
  expect(file).toMatch(/^\uFEFFTime,Patient,UHID,Visit,Doctor\r\n/u);
  expect(file).toContain(`,${name},`);
});

test("takes a line back with a credit note, which is listed at the bill, and prints its paper", async () => {
  const { page } = cashier;
  await page.keyboard.press("F4");
  await page.getByTestId("bill-part-all").click();
  await cashier.at("billRow").filter({ hasText: name }).dblclick();
  await cashier.at("billMenu").click();
  await page.getByTestId("bill-action-credit").click();
  await cashier.at("creditLine").filter({ hasText: "Dressing" }).click();
  await cashier.at("moneyReason").fill("Was not done");
  await cashier.at("confirmCredit").click();
  const note = cashier.at("creditNoteRow");
  await note.getByText("₹280.00").waitFor();
  // What was said at its issue is in the language of that moment.
  await page.reload();
  await note.getByText("₹280.00").waitFor();
  expect(await barriersInEveryLanguage(cashier)).toEqual({ found: [], left: [] });
  await cashier.at("printCreditNote").click();
  await page.getByText(/^Credit note .+: /u).waitFor();
  await until("the note is out", 15_000, () => papers() === 6);
  const [job] = await world.branch.list("/v1/print-jobs?document_type=bill&limit=1");
  const [kept] = await world.branch.list(`/v1/credit-notes?invoice_id=${billId}`);
  expect(job).toMatchObject({ source_type: "credit_notes", title: kept?.["credit_note_no"] });
});

test("pays out with a reason, and counts by notes without seeing what should be there", async () => {
  const { page } = cashier;
  await page.keyboard.press("F9");
  await cashier.at("payOut").click();
  await cashier.at("movementAmount").fill("150");
  await cashier.at("confirmMovement").click();
  await page.getByText("Say why, in a few words").waitFor();
  await cashier.at("movementReason").fill("Tea for the ward");
  await cashier.at("confirmMovement").click();
  await cashier.at("ownShift").getByText("Tea for the ward").waitFor();
  expect(await page.getByText("1,250.00").count()).toBe(0);
  expect(await page.getByTestId("count-pieces-50000").count()).toBe(0);
  await cashier.at("endShift").click();
  await page.getByTestId("count-pieces-50000").fill("2");
  await page.keyboard.press("Enter");
  await page.locator(":focus").and(page.getByTestId("count-pieces-20000")).waitFor();
  await page.getByTestId("count-pieces-20000").fill("1");
  await page.getByText("₹1,200.00").waitFor();
  await page.getByText("Draft kept at").waitFor();
  // What was counted so far is there again at any desk.
  await page.reload();
  await cashier.at("continueDraft").first().click();
  await page.getByText("₹1,200.00").waitFor();
  expect(await barriersInEveryLanguage(cashier)).toEqual({ found: [], left: [] });
  await cashier.at("countNow").click();
  await page.getByText("End the shift with this count?").waitFor();
  await cashier.at("countNow").click();
  await cashier.at("shiftVariance").getByText("₹50.00 short").waitFor();
});

test("hands the drawer over with the reason for the difference; the receiver's PIN takes it over, and the report comes out", async () => {
  const { page } = cashier;
  const { pin, username } = world.product.credentials.branch_staff;
  const [given = "", family = ""] = username.split(".");
  const receiver = new RegExp(`${given} ${family}`, "iu");
  await cashier.at("shiftReceiver").click();
  await page.getByRole("option", { name: receiver }).click();
  await cashier.at("handOverShift").click();
  await page.getByText("Say why, in a few words").waitFor();
  await cashier.at("varianceReason").fill("A note was given too much");
  await cashier.at("handOverShift").click();
  await cashier.at("receiverPin").fill("000000");
  await cashier.at("acceptShift").click();
  await page.getByText("The PIN is wrong").waitFor();
  expect(await barriersInEveryLanguage(cashier)).toEqual({ found: [], left: [] });
  await cashier.at("receiverPin").fill(pin);
  await cashier.at("acceptShift").click();
  await cashier.at("openShift").waitFor();
  const [shift] = await world.branch.list("/v1/cashier-shifts?limit=1");
  expect(shift).toMatchObject({
    status: "closed",
    credited_minor: 120_000,
    variance_minor: -5_000,
  });
  expect(shift?.["accepted_by"]).toBe(shift?.["handed_to"]);
  await until("the report is out", 15_000, () => papers() === 7);
  await cashier.close();
  await printers.remove();
});
