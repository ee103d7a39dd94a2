// Takes the pictures of the README from a product that really runs: `node scripts/run.mjs test/e2e/pictures.ts`.
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openBrowser } from "#support/browser.ts";
import { until } from "#support/until.ts";
import { callerAt, type ClinicalCaller } from "./clinical-calls.ts";
import { choose, Screen } from "./desk.ts";
import { startProduct, type RunningProduct } from "./running-product.ts";
import { slipPictures } from "./slips.ts";

const images = fileURLToPath(new URL("../../docs/images", import.meta.url));

/** A morning at the branch: some wait, one was called, one sits with the doctor, and all of it with the hub cut off. */
async function fillDay(branch: ClinicalCaller, product: RunningProduct): Promise<void> {
  const { provider_id: providerId } = product.credentials;
  const patients = await branch.list(
    `/v1/patients?limit=6&branch_id=${product.credentials.branch_id}`,
  );
  const tokens: string[] = [];
  for (const [place, { id }] of patients.entries()) {
    const priority = place === 4 ? "urgent" : "routine";
    const visit = { patient_id: id, provider_id: providerId, source: "walk_in", priority };
    tokens.push(String((await branch.post("/v1/appointments", visit)).body["id"]));
  }
  const [first, second] = tokens;
  await branch.put(`/v1/appointments/${first ?? ""}`, { called: true });
  await branch.put(`/v1/appointments/${first ?? ""}`, { status: "in_consultation" });
  await branch.put(`/v1/appointments/${second ?? ""}`, { called: true });
}

async function registerAndGiveToken(desk: Screen, product: RunningProduct): Promise<void> {
  const { keyboard } = desk.page;
  await desk.page.keyboard.press("F2");
  await desk.at("fieldName").fill("लक्ष्मी देशपांडे");
  await desk.at("fieldPhone").fill("9822014567");
  await desk.at("fieldDob").fill("14/08/1979");
  await desk.page.getByTestId("gender-female").click();
  await desk.at("fieldAbha").fill("91-4410-7729-5583");
  await keyboard.press("Enter");
  await choose(desk.at("provider"), product.credentials.provider_id);
  await desk.at("walkIn").click();
  await desk.at("token").waitFor();
  await desk.toToday();
  await desk.entryOf("लक्ष्मी देशपांडे").waitFor();
}

async function takePictures(product: RunningProduct, desk: Screen): Promise<void> {
  const branch = await callerAt("branch", product.credentials);
  await product.edgeward("outage", "on");
  await fillDay(branch, product);
  await desk.page.setViewportSize({ width: 1_366, height: 768 });
  await desk.goTo("/desk");
  await desk.signIn(product.credentials.branch_staff);
  await registerAndGiveToken(desk, product);
  await desk.page.getByText(/Offline since/u).waitFor();
  // Beside the queue stands whoever is chosen in it.
  await desk.entryOf("लक्ष्मी देशपांडे").click();
  await desk.at("openChart").waitFor();
  mkdirSync(images, { recursive: true });
  // A caret that blinks would make every picture another one.
  await desk.page.screenshot({ path: join(images, "desk.png"), caret: "hide" });
  await until("all slips are printed", 30_000, () => slipPictures(product.folder).length === 7);
  copyFileSync(slipPictures(product.folder).at(-1) ?? "", join(images, "slip.png"));
}

const { browser, fault } = await openBrowser();
if (browser === null) throw new Error(fault);
const product = await startProduct();
try {
  await takePictures(product, await Screen.open(browser, product.credentials.branch));
} finally {
  await browser.close();
  await product.stop();
}
