import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { pairingContract } from "@edgeward/branch-node/pairing/pairing.contract.ts";
import { testNames } from "@edgeward/branch-node/ui/test-names.ts";
import { appointmentsContract } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { devicesContract } from "@edgeward/shared/clinical/devices/devices.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { openBrowser } from "#support/browser.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { startLiveBranch, type LiveBranch } from "#support/live-branch.ts";
import { pagesBuilt } from "#support/pages.ts";
import { until } from "#support/until.ts";

const { browser, fault } = await openBrowser();
const mustRun = process.env["CI"] !== undefined && process.env["CI"] !== "";
// Of a page that nobody has opened before: document, programs, style sheets, fonts and first answers, with their headers.
const budgets = { board: 110_000, kiosk: 110_000, desk: 200_000 };

let hub: TestHub;
let branch: LiveBranch;

interface Fetched {
  readonly url: string;
  readonly bytes: number;
}

/** Opens a page as if for the first time. @returns what came over the line until it stood and its letters were drawn */
async function coldLoad(page: Page, path: string, standing: string): Promise<readonly Fetched[]> {
  const line = await page.context().newCDPSession(page);
  const urls = new Map<string, string>();
  const fetched: Fetched[] = [];
  line.on("Network.requestWillBeSent", ({ requestId, request }) =>
    urls.set(requestId, request.url),
  );
  line.on("Network.loadingFinished", ({ requestId, encodedDataLength: bytes }) => {
    const url = urls.get(requestId);
    // What the page before it had asked for may still come in: it belongs to none of what is counted.
    if (url === undefined) return;
    fetched.push({ url, bytes });
    urls.delete(requestId);
  });
  line.on("Network.loadingFailed", ({ requestId }) => urls.delete(requestId));
  await line.send("Network.enable");
  await line.send("Network.setCacheDisabled", { cacheDisabled: true });
  await page.goto(`${branch.url}${path}`);
  await page.getByTestId(standing).waitFor();
  // Letters are asked for when they are first drawn, after which nothing is under way any more.
  await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 0)))");
  await page.evaluate("document.fonts.ready.then(() => null)");
  await until("all has come", 10_000, () => urls.size === 0);
  await line.detach();
  return fetched;
}

/** Each address once: measured without a cache, a page may fetch again what every browser keeps. */
function weightOf(fetched: readonly Fetched[]): number {
  const once = new Map(fetched.map(({ url, bytes }) => [url, bytes]));
  return Math.round([...once.values()].reduce((sum, bytes) => sum + bytes, 0));
}

function pathsOf(fetched: readonly Fetched[]): readonly string[] {
  return fetched.map(({ url }) => new URL(url).pathname);
}

function report(name: string, fetched: readonly Fetched[]): void {
  console.log(`${name}: ${weightOf(fetched)} bytes in ${fetched.length} answers`);
}

async function openPage(): Promise<Page> {
  if (browser === null) throw new Error(fault);
  return (await browser.newContext()).newPage();
}

beforeAll(async () => {
  if (browser === null) {
    if (mustRun) throw new Error(fault);
    console.warn(`The pages' weight is not measured: ${fault}`);
    return;
  }
  await pagesBuilt();
  hub = await startTestHub({ startsAt: new Date().toISOString() });
  branch = await startLiveBranch(hub, hub.tenant.branchId);
});

beforeEach((context) => {
  if (fault !== null) context.skip(fault);
});

afterAll(async () => {
  if (browser === null) return;
  await browser.close();
  await branch?.stop();
  await hub?.stop();
});

test("the board weighs no more than 110 kB, with a call and its letters of both scripts", async () => {
  const desk = await branch.client(["front_desk"]);
  const person = { name: "Savitri Phule", gender: "female", dob: "1961-01-03" } as const;
  const { body: patient } = await desk.call(patientsContract.create, { body: person });
  const asked = {
    patient_id: patient.id,
    provider_id: hub.tenant.doctorId,
    source: "walk_in",
  } as const;
  const { body: token } = await desk.call(appointmentsContract.create, { body: asked });
  await desk.call(appointmentsContract.update, {
    params: { id: token.id },
    body: { called: true },
  });

  const page = await openPage();
  const fetched = await coldLoad(page, "/display/all", testNames.boardServing);
  await page.getByText(token.token_code ?? "").waitFor();
  report("board", fetched);
  expect(weightOf(fetched)).toBeLessThanOrEqual(budgets.board);
  // It was measured with letters of its own, and no font was left to be fetched.
  expect(pathsOf(fetched).filter((path) => path.includes("/latin-600"))).toHaveLength(1);
  expect(pathsOf(fetched).filter((path) => path.includes("/board-600"))).toHaveLength(1);
});

test("the kiosk weighs no more than 110 kB, paired and ready to ask for the language", async () => {
  const admin = await branch.client(["branch_admin"]);
  const body = { device_type: "kiosk", serial_no: "K-1", driver_profile: "kiosk_web" } as const;
  const { id } = (await admin.call(devicesContract.register, { body })).body;
  const { code } = (await admin.call(pairingContract.offer, { params: { id }, body: {} })).body;
  const page = await openPage();
  await page.goto(`${branch.url}/kiosk`);
  await page.getByTestId(testNames.deviceCode).fill(code);
  await page.getByTestId(testNames.pairDevice).click();
  await page.getByTestId(testNames.kiosk).waitFor();

  const fetched = await coldLoad(page, "/kiosk", `${testNames.kioskLanguage}-hi`);
  report("kiosk", fetched);
  expect(weightOf(fetched)).toBeLessThanOrEqual(budgets.kiosk);
  expect(pathsOf(fetched)).toContain("/v1/check-ins/setting");
  expect(pathsOf(fetched).filter((path) => path.includes("/names-600"))).toHaveLength(1);
});

test("the desk's first page weighs no more than 200 kB", async () => {
  const fetched = await coldLoad(await openPage(), "/today", testNames.signIn);
  report("desk", fetched);
  expect(weightOf(fetched)).toBeLessThanOrEqual(budgets.desk);
});

test("the files of the pages are kept for ever, and every page asks for its first fonts itself", async () => {
  for (const path of ["/display/all", "/kiosk", "/today", "/bedside"]) {
    const html = await (await fetch(`${branch.url}${path}`)).text();
    const fonts = [...html.matchAll(/<link[^>]* as="font"[^>]* href="([^"]+)"/gu)];
    expect(fonts.length).toBeGreaterThan(0);
    for (const [, font = ""] of fonts) {
      const answer = await fetch(`${branch.url}${font}`);
      expect(answer.headers.get("cache-control")).toContain("immutable");
      expect(answer.headers.get("content-type")).toBe("font/ttf");
    }
  }
});
