// A cashier's day: the drawer is opened, counted blind and handed over, and taken over by the receiver's own PIN.
import { expect, test } from "vitest";
import { barriersInBothThemes } from "#e2e/barriers.ts";
import type { Screen } from "#e2e/desk.ts";
import { englishSentences } from "#e2e/english-sentences.ts";
import { connectCashPrinter, type CarePrinters } from "#e2e/desk/printers.ts";
import { world } from "#e2e/desk/world.ts";
import { until } from "#support/until.ts";

let printers: CarePrinters;
let cashier: Screen;

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

test("opens a shift by the keyboard alone, with what is in the drawer", async () => {
  await world.closeOthers();
  printers = await connectCashPrinter();
  cashier = await world.openDesk(world.product.credentials.branch_manager);
  const { keyboard } = cashier.page;
  // Among those who wait, that key calls the next.
  await cashier.at("navPatients").click();
  await cashier.at("patientRow").first().waitFor();
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

test("pays out with a reason, and counts by notes without seeing what should be there", async () => {
  const { page } = cashier;
  await cashier.at("payOut").click();
  await cashier.at("movementAmount").fill("150");
  await cashier.at("confirmMovement").click();
  await page.getByText("Say why, in a few words").waitFor();
  await cashier.at("movementReason").fill("Tea for the ward");
  await cashier.at("confirmMovement").click();
  await cashier.at("ownShift").getByText("Tea for the ward").waitFor();
  expect(await page.getByText("850.00").count()).toBe(0);
  await page.getByTestId("count-pieces-50000").fill("1");
  await page.getByTestId("count-pieces-10000").fill("3");
  await page.getByText("₹800.00").waitFor();
  await page.getByText("Saved as a draft").waitFor();
  // What was counted so far is there again at any desk.
  await page.reload();
  await cashier.at("continueDraft").first().click();
  await page.getByText("₹800.00").waitFor();
  expect(await barriersInEveryLanguage(cashier)).toEqual({ found: [], left: [] });
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
  expect(shift).toMatchObject({ status: "closed", credited_minor: 80_000, variance_minor: -5_000 });
  expect(shift?.["accepted_by"]).toBe(shift?.["handed_to"]);
  await until(
    "the report is out",
    15_000,
    () => printers.bench.receiptPrinter.printouts().length > 0,
  );
  await cashier.close();
  await printers.remove();
});
