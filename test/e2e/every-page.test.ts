// What every page of the desk owes whoever uses it. A page is found by its address: one that is new and not known here
// fails, so that none is left out.
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { testNames } from "@edgeward/branch-node/ui/test-names.ts";
import { openBrowser } from "#support/browser.ts";
import { startProduct, type Product } from "#support/product.ts";
import { barriersOn, contrastOn } from "./barriers.ts";
import { deskAddresses } from "./desk/desk-addresses.ts";
import { makeAsked } from "./desk/page-claim.ts";
import { makeGoods, makeOrdered } from "./desk/page-goods.ts";
import { pictureAll, Screen, type Handle } from "./desk.ts";
import { PageLooks, type LookName } from "./page-looks.ts";

const { browser, fault } = await openBrowser();
const mustRun = process.env["CI"] !== undefined && process.env["CI"] !== "";

const slotsShape = z.object({
  data: z.array(z.object({ start_at: z.string(), available: z.boolean() })),
});

/** By a handle of the pages, or by the English title of the page itself. */
type Sign = Handle | { readonly title: string };

/** By what each page is known to be there. Words after `$` are ids, or days, of the clinic of this test. */
const pages: Readonly<Record<string, Sign>> = {
  "/today": "queue",
  "/my-patients": { title: "My patients" },
  "/vitals": { title: "Vitals" },
  "/appointments": "calendarDay",
  "/appointments/day/$day": "calendarDay",
  "/appointments/week/$day": "calendarDay",
  "/appointments/list": "listRow",
  "/appointments/waiting": "putOnWaitlist",
  "/appointments/$appointment": "appointmentDetails",
  "/patients": "patientRow",
  "/patients/new": "registration",
  "/patients/$patient": "chartBanner",
  "/patients/$patient/$tab": "chartBanner",
  "/visits/$visit": "encounter",
  "/ward": "wardCard",
  "/emergency": "emergencyList",
  "/lab": "labList",
  "/lab/orders/$order": "labResult",
  "/radiology": "radiologyList",
  "/radiology/studies/$study": "studyReport",
  "/pharmacy": "pharmacyList",
  "/pharmacy/prescriptions/$prescription": "pharmacyRx",
  "/pharmacy/counter": "counterPage",
  "/pharmacy/dispenses/$dispense": "dispensedLine",
  "/stores": "storesList",
  "/stores/stock/$batch": "moveRow",
  "/stores/orders/new": "orderForm",
  "/stores/orders/$purchase": "orderedLine",
  "/stores/orders/$purchase/receive": "receivePage",
  "/stores/receipts/$receipt": "receiptLine",
  "/stores/items": "itemRow",
  "/stores/items/new": "itemForm",
  "/stores/items/$item": "itemForm",
  "/stores/suppliers": "supplierRow",
  "/stores/suppliers/new": "supplierForm",
  "/stores/suppliers/$supplier": "supplierForm",
  "/stores/opening": "openingForm",
  "/billing": "billingPage",
  "/billing/invoices/$invoice": "billTotal",
  "/claims": "claimsPage",
  "/claims/new": "claimForm",
  "/claims/$claim": "claimPage",
  "/claims/preauth/new": "preauthForm",
  "/claims/preauth/$preauth": "preauthPage",
  "/shift": "openShift",
  "/revenue": "revenueFigures",
  "/revenue/day-end": "revenueFigures",
  "/attention": "syncPanel",
  "/settings/devices": "devicesPanel",
  "/settings/screens": "screensPanel",
  "/settings/templates": "previewPicture",
  "/settings/departments": { title: "Departments" },
  "/settings/rooms": { title: "Rooms" },
  "/settings/queues": { title: "Queues" },
  "/settings/languages": { title: "Languages" },
};
const paths = Object.keys(pages);
/** Addresses that only lead to another. */
const leadOn = ["/", "/desk"];

/** More than forty letters without a place to break, as some have it on their card. */
const longName = "श्रीवेङ्कटनरसिंहराजुवारिपेटसुब्रह्मण्यमशास्त्री";

/** A desk's screen, the half of it (a screen at 200 %), and the narrowest that WCAG asks for. */
const widths = [1_366, 683, 320] as const;

let product: Product;
let desk: Screen;
const screens: Screen[] = [];
const looks = new PageLooks(fileURLToPath(new URL("../../var/page-looks", import.meta.url)));
/** What has changed of how the pages look, by address and look. */
const changed = new Map<string, readonly string[]>();
const ids: Record<string, string> = { tab: "changes" };

function addressOf(path: string): string {
  return path.replaceAll(/\$(\w+)/gu, (whole, name: string) => ids[name] ?? whole);
}

/** Opens a page as by a link, without loading the desk anew. */
async function open(path: string): Promise<void> {
  await desk.page.evaluate(`(() => {
    history.pushState(null, "", ${JSON.stringify(addressOf(path))});
    dispatchEvent(new PopStateEvent("popstate"));
  })()`);
  const sign = pages[path] ?? "queue";
  const found =
    typeof sign === "string"
      ? desk.at(sign)
      : desk.page.locator(`section[aria-label="${sign.title}"]`);
  await found.first().waitFor();
}

/** Something that the clinic of this test has. @returns its id */
async function make(path: string, body: unknown): Promise<string> {
  const answer = await product.call("branch", "POST", path, body);
  expect(answer).toMatchObject({ status: 201 });
  return String(answer.body["id"]);
}

const shown = ["hi", "ur", "en", "dark"] as const satisfies readonly LookName[];

/** Looks at the page that is open, with the pointer where it points at nothing. */
async function lookAt(path: string, name: LookName): Promise<void> {
  await desk.page.mouse.move(2, 766);
  changed.set(`${path} ${name}`, await looks.look(desk.page, path, name));
}

beforeAll(async () => {
  if (browser === null) {
    if (mustRun) throw new Error(fault);
    console.warn(`The desk's pages are not looked at: ${fault}`);
    return;
  }
  product = await startProduct({ withPages: true });
  const { patient_id, provider_id } = product.demo;
  const walkIn = { provider_id, source: "walk_in" };
  const appointment = await make("/v1/appointments", { ...walkIn, patient_id });
  const other = await make("/v1/patients", {
    name: longName,
    gender: "female",
    dob: "1971-02-03",
  });
  const nobody = await make("/v1/patients", { is_unidentified: true, gender: "unknown" });
  await make("/v1/appointments", { ...walkIn, patient_id: nobody });
  const visit = await make("/v1/encounters", {
    patient_id: other,
    encounter_type: "OPD",
    doctor_id: provider_id,
    visit_status: "in_progress",
  });
  const invoice = await make("/v1/invoices", {
    patient_id: other,
    invoice_type: "opd",
    lines: [{ description: "Dressing", unit_price_minor: 25_000 }],
  });
  Object.assign(ids, { patient: other, appointment, visit, invoice });
  const whose = { patient: other, visit, doctor: provider_id };
  Object.assign(ids, await makeOrdered(make, whose), await makeGoods(make, whose));
  const claimed = { patient_id: other, encounter_id: visit, doctor_id: provider_id };
  Object.assign(ids, await makeAsked(product, make, claimed));
  ids["day"] = new Date(Date.now() + 19_800_000).toISOString().slice(0, 10);
  desk = await Screen.open(browser, product.branchUrl);
  screens.push(desk);
  await desk.page.setViewportSize({ width: 1_366, height: 768 });
  await desk.goTo("/desk");
  await desk.signIn(product.demo.branch_manager);
  await desk.page.getByText("Online · all saved").waitFor();
});

beforeEach((context) => {
  if (fault !== null) context.skip(fault);
});

afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  console.error(`The screens as they stood: ${await pictureAll(screens)}`);
});

afterAll(async () => {
  if (browser === null) return;
  await browser.close();
  await product?.stop();
});

test("knows every address of the desk", () => {
  const addresses = deskAddresses();
  expect(addresses.length).toBeGreaterThan(10);
  expect(new Set(paths)).toEqual(new Set(addresses.filter((path) => !leadOn.includes(path))));
});

test("is there at each address when it is opened anew, as by a reload", async () => {
  const missing: string[] = [];
  for (const path of paths) {
    const answer = await fetch(`${product.branchUrl}${encodeURI(addressOf(path))}`);
    if (answer.status !== 200) missing.push(path);
    await answer.body?.cancel();
  }
  expect(missing).toEqual([]);
});

test.each(paths)(
  "%s has no barrier, in light and dark, in English, Hindi and Urdu",
  async (path) => {
    const { page } = desk;
    await open(path);
    const found = [];
    for (const language of ["hi", "ur", "en"] as const) {
      await desk.speak(language);
      await page.emulateMedia({ colorScheme: "light" });
      await lookAt(path, language);
      found.push({ language, ...(await barriersOn(page)) });
    }
    await page.emulateMedia({ colorScheme: "dark" });
    await lookAt(path, "dark");
    found.push({ language: "dark", ...(await contrastOn(page)) });
    await page.emulateMedia({ colorScheme: null });
    expect(found.map(({ language, violations }) => ({ language, violations }))).toEqual(
      ["hi", "ur", "en", "dark"].map((language) => ({ language, violations: [] })),
    );
  },
);

test("shows each page as it was kept: where everything stands, on how many lines, in which colours", () => {
  looks.keep();
  expect([...changed.keys()]).toEqual(
    paths.flatMap((path) => shown.map((name) => `${path} ${name}`)),
  );
  expect(Object.fromEntries([...changed].filter(([, changes]) => changes.length > 0))).toEqual({});
});

test.each(paths)("%s fits a desk's screen, one of double size, and a narrow one", async (path) => {
  await open(path);
  const tooWide = [];
  for (const width of widths) {
    await desk.page.setViewportSize({ width, height: 768 });
    const needs = z
      .number()
      .parse(await desk.page.evaluate("document.documentElement.scrollWidth"));
    if (needs > width) tooWide.push({ width, needs });
  }
  await desk.page.setViewportSize({ width: 1_366, height: 768 });
  expect(tooWide).toEqual([]);
});

/** How far the texts of the bar and the navigation go beyond their places, in px, with what is longest in them. */
const beyond = `(() => {
  const entry = document.querySelector(".nav-entry.is-here");
  const count = entry.querySelector(".nav-count") ?? entry.appendChild(document.createElement("span"));
  count.className = "nav-count";
  count.textContent = "888";
  const text = entry.querySelector(".nav-text");
  const room = entry.getBoundingClientRect();
  const said = text.getBoundingClientRect();
  const box = document.querySelector(".top-bar .search-box input");
  box.focus();
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = getComputedStyle(box).font;
  const { width } = pen.measureText(box.placeholder);
  return [room.top - said.top, said.bottom - room.bottom, width - box.clientWidth].map(Math.ceil);
})()`;

test("keeps the texts of its bar and its navigation in their places", async () => {
  await open("/attention");
  const found = z.array(z.number()).parse(await desk.page.evaluate(beyond));
  expect(found.filter((px) => px > 0)).toEqual([]);
});

/** Marks all that the Tab key can reach on the page, and counts it. */
const markStops = `(() => {
  const all = document.querySelectorAll("a[href], button, input, select, textarea, [tabindex]");
  const stops = [...all].filter((each) => each.tabIndex >= 0 && !each.disabled && each.checkVisibility());
  stops.forEach((each, place) => { each.dataset.stop = String(place); });
  return stops.length;
})()`;

async function stopsOf(path: string): Promise<number> {
  await open(path);
  const stops = z.number().parse(await desk.page.evaluate(markStops));
  expect(stops).toBeGreaterThan(5);
  return stops;
}

/** Puts the focus on one of them. @returns what it is, or null where it takes no focus or went meanwhile */
async function focusOn(stop: number): Promise<string | null> {
  const found = await desk.page.evaluate(`(() => {
    const stop = document.querySelector('[data-stop="${stop}"]');
    stop?.focus();
    if (stop === null || document.activeElement !== stop) return null;
    return stop.dataset.testid ?? stop.getAttribute("aria-label") ?? stop.textContent.trim().slice(0, 40);
  })()`);
  return z.string().nullable().parse(found);
}

/** Whether something that a selector finds has the focus. */
async function hasFocus(selector: string): Promise<boolean> {
  const found = await desk.page.evaluate(
    `document.activeElement?.matches(${JSON.stringify(selector)}) === true`,
  );
  return z.boolean().parse(found);
}

test.each(paths)("%s finds somebody by Ctrl+K wherever the focus is", async (path) => {
  const deaf: string[] = [];
  const stops = await stopsOf(path);
  let tried = 0;
  for (let stop = 0; stop < stops; stop += 1) {
    const where = await focusOn(stop);
    if (where === null) continue;
    tried += 1;
    await desk.page.keyboard.press("Control+k");
    if (!(await hasFocus(`[data-testid="${testNames.search}"]`))) deaf.push(where);
    await desk.page.keyboard.press("Escape");
  }
  expect(tried).toBeGreaterThan(5);
  expect(deaf).toEqual([]);
});

test.each(paths)(
  "%s leads to a registration by F2 from its beginning, middle and end, and to today by Alt and a number",
  async (path) => {
    const deaf: string[] = [];
    const tried = [
      [0, "F2", "**/patients/new"],
      [0.5, "F2", "**/patients/new"],
      [1, "F2", "**/patients/new"],
      [0.5, "Alt+1", "**/today"],
    ] as const;
    for (const [part, key, leadsTo] of tried) {
      const stops = await stopsOf(path);
      const where = await focusOn(Math.round(part * (stops - 1)));
      await desk.page.keyboard.press(key);
      await desk.page
        .waitForURL(leadsTo)
        .catch(() => deaf.push(`${key} on ${where ?? "the page"}`));
    }
    expect(deaf).toEqual([]);
  },
);

test("saves a registration by Ctrl+Enter wherever the focus is", async () => {
  const stops = await stopsOf("/patients/new");
  const deaf: string[] = [];
  for (let stop = 0; stop < stops; stop += 1) {
    const where = await focusOn(stop);
    if (where === null) continue;
    await desk.page.keyboard.press("Control+Enter");
    // It asks for what is missing first, where the focus then is.
    if (!(await hasFocus(`[data-testid="${testNames.fieldName}"]`))) deaf.push(where);
  }
  expect(deaf).toEqual([]);
});

test("gives a token by Ctrl+Enter wherever the focus is on the chart of somebody without one", async () => {
  const { page } = desk;
  // Refused each time, so that the next press finds the chart as it was.
  await page.route("**/v1/appointments", (route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback(),
  );
  // Whose patient this is, the desk knows by the appointment of another day.
  const provider = product.demo.provider_id;
  // By the branch's clock, which is India's: who has an appointment today checks in.
  const tomorrow = new Date(Date.now() + 86_400_000 + 19_800_000).toISOString().slice(0, 10);
  const times = `/v1/appointments/slots?provider_id=${provider}&date_from=${tomorrow}&date_to=${tomorrow}`;
  const { data } = slotsShape.parse((await product.call("branch", "GET", times)).body);
  const free = data.find(({ available }) => available)?.start_at ?? "";
  await make("/v1/appointments", {
    patient_id: ids["patient"],
    provider_id: provider,
    slot_time: free,
    source: "front_desk",
  });
  await open("/patients/$patient");
  const stops = await stopsOf("/patients/$patient");
  const deaf: string[] = [];
  for (let stop = 0; stop < stops; stop += 1) {
    const where = await focusOn(stop);
    if (where === null) continue;
    await expect.poll(() => desk.at("provider").getAttribute("data-value")).toBe(provider);
    const refused = page.waitForEvent("requestfailed", { timeout: 10_000 });
    await page.keyboard.press("Control+Enter");
    await refused.catch(() => deaf.push(where));
    await desk.at("fault").first().waitFor();
    // The desk takes the next press when it has shown what became of this one.
    await page.evaluate(
      "new Promise((shown) => requestAnimationFrame(() => setTimeout(shown, 20)))",
    );
  }
  await page.unroute("**/v1/appointments");
  expect(deaf).toEqual([]);
});

test("has made no page complain", () => {
  expect(desk.complaints).toEqual([]);
});
