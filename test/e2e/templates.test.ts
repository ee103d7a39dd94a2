import { readFileSync } from "node:fs";
import { createCanvas } from "@napi-rs/canvas";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { startDeviceBench, type DeviceBench } from "@edgeward/devices/virtual/bench/bench.ts";
import type { Printout } from "@edgeward/devices/virtual/printout.ts";
import { renderPrintout } from "@edgeward/devices/virtual/render.ts";
import { hasProgram } from "#printing/read-codes.ts";
import { openBrowser } from "#support/browser.ts";
import { until } from "#support/until.ts";
import { barriersOn, tabTo } from "./barriers.ts";
import { choose, pictureAll, Screen } from "./desk.ts";
import {
  changedPictures,
  distance,
  openTemplate,
  pagesOf,
  picturesOn,
  printSample,
  savedPdf,
  saveLook,
} from "./template-desk.ts";
import { startProduct, type RunningProduct } from "./running-product.ts";
import { scanSlip, slipPictures } from "./slips.ts";

const { browser, fault } = await openBrowser();
const mustRun = process.env["CI"] !== undefined && process.env["CI"] !== "";
const hasPoppler = await hasProgram("pdftoppm");

let product: RunningProduct;
let bench: DeviceBench;
let manager: Screen;
let other: Screen;
let clerk: Screen;
let labelCount = 0;

beforeAll(async () => {
  if (mustRun && !hasPoppler) throw new Error("no pdftoppm (poppler-utils)");
  if (browser === null) {
    if (mustRun) throw new Error(fault);
    console.warn(`How documents look is not tested in a browser: ${fault}`);
    return;
  }
  product = await startProduct();
  bench = await startDeviceBench();
  bench.labelPrinter.onLabel(() => (labelCount += 1));
  const signedIn = async (person: { username: string; password: string }) => {
    const screen = await Screen.open(browser, product.credentials.branch);
    await screen.goTo("/desk");
    await screen.signIn(person);
    return screen;
  };
  manager = await signedIn(product.credentials.branch_manager);
  other = await signedIn(product.credentials.branch_manager);
  clerk = await signedIn(product.credentials.branch_staff);
});

afterAll(async () => {
  await browser?.close();
  await bench?.close();
  await product?.stop();
});

beforeEach((context) => {
  if (browser === null) context.skip(fault);
});

afterEach(async ({ task }) => {
  if (task.result?.state !== "fail" || clerk === undefined) return;
  console.warn(`pictures of the screens are in ${await pictureAll([manager, other, clerk])}`);
});

interface Printer {
  readonly kind: string;
  readonly port: number;
  readonly name: string;
  readonly roles: readonly string[];
}

async function addByHand({ kind, port, name, roles }: Printer): Promise<void> {
  await manager.at("addDevice").click();
  await choose(manager.at("deviceKind"), kind);
  await manager.at("deviceAddress").fill(`127.0.0.1:${port}`);
  await manager.at("deviceName").fill(name);
  await manager.at("deviceSerial").fill(`SN-${port}`);
  const form = manager.at("deviceForm");
  for (const box of await form.locator("[data-testid^=role-]").all()) await box.uncheck();
  for (const role of roles) await form.getByTestId(`role-${role}`).check();
  await manager.at("saveDevice").click();
  const card = manager.at("device").filter({ hasText: name });
  await card.getByText("Ready", { exact: false }).waitFor();
}

function textOf(printout: Printout | undefined): string {
  return (printout?.items ?? [])
    .map((item) => (item.kind === "line" ? item.runs.map(({ text }) => text).join("") : ""))
    .join("\n");
}

const field = (desk: Screen, name: string) => desk.page.getByTestId(`look-${name}`);

test("printers are registered for receipts and for labels; sheets have none", async () => {
  await manager.at("devicesButton").click();
  const { receiptPrinter, labelPrinter } = bench;
  const counter = ["bill", "receipt", "report"];
  await addByHand({
    kind: "epson_tm_m30",
    port: receiptPrinter.port,
    name: "Cash",
    roles: counter,
  });
  const labels = ["label", "lab_label", "wristband"];
  await addByHand({ kind: "zpl_203", port: labelPrinter.port, name: "Labels", roles: labels });
  await manager.page.keyboard.press("Escape");
  expect(await manager.at("devicesPanel").count()).toBe(0);
});

test("the token's slip is given two languages: its picture changes at once, and the sample comes out like it, marked", async () => {
  await openTemplate(manager, "queue_token");
  await manager.at("templatePreview").getByText("As front-desk prints it").waitFor();
  const english = await picturesOn(manager);
  await choose(field(manager, "languages"), "hi,en");
  const both = await changedPictures(manager, english);
  // Nothing is printed that differs from what is looked at.
  await manager.at("templatesPanel").getByText("Save first").waitFor();
  await saveLook(manager);
  const before = slipPictures(product.folder).length;
  await printSample(manager, "Printed. The printer has confirmed it.");
  await until(
    "the slip's picture is kept",
    15_000,
    () => slipPictures(product.folder).length > before,
  );
  const slip = slipPictures(product.folder).at(-1) ?? "";
  expect(await scanSlip(slip)).toBe("EW1:T:SAMPLE");
  expect(both).toEqual([readFileSync(slip).toString("base64")]);
});

test("the source of each setting is shown, and what was set is left again to all documents", async () => {
  await openTemplate(manager, "all");
  await manager.page.getByTestId("set-look-footer_lines").click();
  // The focus is where something is to be typed.
  await manager.page.keyboard.type("Get well soon\nOpen 9 to 20");
  await saveLook(manager);
  await openTemplate(manager, "queue_token");
  await manager
    .at("lookForm")
    .getByText("As all documents of this branch: Get well soon · Open 9 to 20")
    .waitFor();
  const both = await picturesOn(manager);
  await choose(field(manager, "languages"), "");
  await changedPictures(manager, both);
  await saveLook(manager);
  expect(await field(manager, "languages").textContent()).toBe("Default: English");
});

const onReceipts = ["bill", "receipt", "report"] as const;
const onLabels = ["label", "lab_label", "wristband"] as const;

test.each(["en", "hi"] as const)(
  "a sample of every document comes out in %s, or says that no printer prints it",
  async (language) => {
    await openTemplate(manager, "all");
    await choose(field(manager, "languages"), language);
    await saveLook(manager);
    const slips = slipPictures(product.folder).length;
    await openTemplate(manager, "queue_token");
    await printSample(manager, "Printed. The printer has confirmed it.");
    await until("the slip is out", 15_000, () => slipPictures(product.folder).length > slips);
    for (const type of onReceipts) {
      const before = bench.receiptPrinter.printouts().length;
      await openTemplate(manager, type);
      await manager.at("templatePreview").getByText("As Cash prints it").waitFor();
      const shown = await picturesOn(manager);
      await printSample(manager, "Printed. The printer has confirmed it.");
      await until(
        "the paper is out",
        15_000,
        () => bench.receiptPrinter.printouts().length > before,
      );
      const printouts = await Promise.all(
        bench.receiptPrinter
          .printouts()
          .slice(before)
          .map((printout) => renderPrintout(printout)),
      );
      expect(shown).toEqual(printouts.map((printout) => printout.toString("base64")));
    }
    for (const type of onLabels) {
      const before = labelCount;
      await openTemplate(manager, type);
      await printSample(manager, "Sent to the printer, which does not say whether it came out.");
      await until("the label is out", 15_000, () => labelCount > before);
    }
    for (const type of ["prescription", "discharge"]) {
      await openTemplate(manager, type);
      await manager.at("templatePreview").getByText("No printer set up for this.").waitFor();
      await printSample(manager, "It waits until there is one.");
    }
  },
  240_000,
);

test("the pages of a document of sheets are shown one below the other, as another reader draws them, and can be saved", async () => {
  await openTemplate(manager, "discharge");
  await choose(field(manager, "page_size"), "a5");
  await manager.page.getByTestId("set-look-extra_lines").click();
  const one = await picturesOn(manager);
  await field(manager, "extra_lines").fill(Array(8).fill("शीघ्र स्वस्थ हों। ".repeat(11)).join("\n"));
  const shown = await changedPictures(manager, one);
  expect(shown.length).toBeGreaterThan(1);
  if (!hasPoppler) {
    console.warn("The pages are compared with no other reader's: no pdftoppm (poppler-utils)");
    return;
  }
  const pages = await pagesOf(await savedPdf(manager));
  expect(shown).toHaveLength(pages.length);
  for (const [place, page] of pages.entries()) {
    const own = Buffer.from(shown[place] ?? "", "base64");
    const next = Buffer.from(shown[(place + 1) % shown.length] ?? "", "base64");
    const [near, far] = [await distance(page, own), await distance(page, next)];
    expect(near).toBeLessThan(0.03);
    expect(near).toBeLessThan(far / 2);
  }
  await manager.at("discardLook").click();
});

test("two administrators at once lose nothing: theirs stands where nothing was typed, one's own is kept and set", async () => {
  await openTemplate(manager, "bill");
  await openTemplate(other, "bill");
  await manager.page.getByTestId("set-look-footer_lines").click();
  await field(manager, "footer_lines").fill("From the first");
  await choose(field(other, "numerals"), "native");
  await other.page.getByTestId("set-look-footer_lines").click();
  await field(other, "footer_lines").fill("From the second");
  await saveLook(manager);
  await other.at("saveLook").click();
  await other.at("lookOvertaken").getByText("Lines at the foot").waitFor();
  expect(await field(other, "footer_lines").inputValue()).toBe("From the second");
  expect(await barriersOn(other.page)).toMatchObject({ violations: [] });
  await other.at("lookOvertaken").getByText("Take theirs", { exact: true }).click();
  expect(await field(other, "footer_lines").inputValue()).toBe("From the first");
  await saveLook(other);
  expect(await field(other, "numerals").getAttribute("data-value")).toBe("native");
});

test("what is typed outlives the panel, and what cannot be printed is said in plain words", async () => {
  await openTemplate(manager, "receipt");
  await manager.page.getByTestId("set-look-display_name").click();
  await field(manager, "display_name").fill("张伟 Clinic");
  await manager.at("templatePreview").getByText("Letterhead: 伟 张").waitFor();
  await manager.page.keyboard.press("Escape");
  await manager.at("templatesPanel").waitFor({ state: "detached" });
  await openTemplate(manager, "receipt");
  expect(await field(manager, "display_name").inputValue()).toBe("张伟 Clinic");
  await manager.page.locator("[data-document=receipt]").getByText("not saved").waitFor();
  await manager.at("discardLook").click();
  await picturesOn(manager);
});

test("a logo is taken from a PNG file in black and white, and no other file is", async () => {
  await openTemplate(manager, "receipt");
  const before = await picturesOn(manager);
  await manager.page.getByTestId("set-look-logo_png").click();
  const input = field(manager, "logo_png");
  const text = { name: "logo.png", mimeType: "image/png", buffer: Buffer.from("no picture") };
  await input.setInputFiles(text);
  await manager.at("lookForm").getByText("This is no PNG file that can be read.").waitFor();
  const canvas = createCanvas(1_600, 800);
  const context = canvas.getContext("2d");
  context.fillStyle = "#036";
  context.fillRect(200, 200, 900, 400);
  await input.setInputFiles({ ...text, buffer: await canvas.encode("png") });
  await changedPictures(manager, before);
  await saveLook(manager);
  expect(await manager.page.getByTestId("look-logo-shown").count()).toBe(1);
});

test("the size of labels is whole millimetres that labels have", async () => {
  await openTemplate(manager, "label");
  const before = await picturesOn(manager);
  await manager.page.getByTestId("set-look-label_size").click();
  await manager.page.getByTestId("look-label-width").fill("500");
  await manager.at("lookForm").getByText("Whole millimetres").waitFor();
  await manager.at("saveLook").click();
  expect(await manager.at("lookSaved").count()).toBe(0);
  await manager.page.getByTestId("look-label-width").fill("70");
  await changedPictures(manager, before);
  await saveLook(manager);
});

test("a language is chosen, saved and printed without a mouse", async () => {
  await manager.page.keyboard.press("Escape");
  const { page } = manager;
  await tabTo(page, "open-templates");
  await page.keyboard.press("Enter");
  await tabTo(page, "template-choice", "Receipt");
  await page.keyboard.press("Enter");
  await tabTo(page, "look-languages");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await tabTo(page, "save-look");
  await page.keyboard.press("Enter");
  await manager.at("lookSaved").waitFor();
  expect(await field(manager, "languages").getAttribute("data-value")).toBe("en");
  const before = bench.receiptPrinter.printouts().length;
  await tabTo(page, "print-sample");
  await page.keyboard.press("Enter");
  await manager.at("sampleJob").getByText("Printed.").waitFor();
  await until("the receipt is out", 15_000, () => bench.receiptPrinter.printouts().length > before);
  expect(textOf(bench.receiptPrinter.printouts().at(-1))).toContain("UHID: SAMPLE");
});

test("a clerk looks at the templates and is offered nothing that would be refused", async () => {
  await openTemplate(clerk, "bill");
  expect(await picturesOn(clerk)).toHaveLength(1);
  await clerk.at("templatesPanel").getByText("An administrator of the branch sets").waitFor();
  for (const name of ["lookForm", "saveLook", "printSample"] as const) {
    expect(await clerk.at(name).count()).toBe(0);
  }
  expect(await barriersOn(clerk.page)).toMatchObject({ violations: [] });
});

test.each(["en", "hi"] as const)("puts no barrier in anybody's way, in %s", async (language) => {
  await manager.page.keyboard.press("Escape");
  await manager.speak(language);
  for (const type of ["all", "queue_token", "receipt", "label"]) {
    await openTemplate(manager, type);
    await manager.at("previewPicture").first().waitFor();
    const { passes, violations } = await barriersOn(manager.page);
    expect({ type, violations }).toEqual({ type, violations: [] });
    expect(passes).toBeGreaterThan(10);
  }
});

test("no page complained while all this was done", () => {
  expect([manager, other, clerk].flatMap(({ complaints }) => complaints)).toEqual([]);
});
