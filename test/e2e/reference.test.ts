import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { openBrowser } from "#support/browser.ts";
import { doorsOf } from "#support/openapi-doors.ts";
import { startProduct, type Product } from "#support/product.ts";

let product: Product;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct();
  const opened = await openBrowser();
  if (opened.browser === null) throw new Error(opened.fault);
  browser = opened.browser;
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

interface Opened {
  readonly page: Page;
  /** What was asked of anybody but the node, and what the browser complained about. */
  readonly wrong: readonly string[];
}

async function open(url: string, scheme: "light" | "dark"): Promise<Opened> {
  const page = await browser.newPage({ colorScheme: scheme });
  const wrong: string[] = [];
  page.on("request", (request) => {
    const asked = request.url();
    if (!asked.startsWith(`${url}/`) && !asked.startsWith("data:")) wrong.push(asked);
  });
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) wrong.push(message.text());
  });
  page.on("pageerror", (error) => wrong.push(error.message));
  await page.goto(`${url}/docs`);
  await page.locator(".opblock").first().waitFor();
  return { page, wrong };
}

/** How light the page's own background is, from 0 to 255. */
async function background(page: Page): Promise<number> {
  const asked = "getComputedStyle(document.documentElement).backgroundColor";
  const colour = String(await page.evaluate(asked));
  // Where nothing is painted the browser's white is seen.
  if (colour.endsWith(", 0)")) return 255;
  const parts = colour.match(/\d+/gu)?.map(Number) ?? [];
  return parts.reduce((sum, part) => sum + part, 0) / parts.length;
}

/** Method and path of each operation that is drawn. */
async function drawnOn(page: Page): Promise<readonly string[]> {
  const blocks = page.locator(".opblock:has(.opblock-summary-path)");
  const methods = await blocks.locator(".opblock-summary-method").allTextContents();
  const paths = await blocks.locator(".opblock-summary-path").allTextContents();
  return paths.map((path, nth) => `${methods[nth] ?? ""} ${path.replaceAll("\u200B", "")}`);
}

/** Method and path of each operation on the page, which draws of a long list only what is in sight. */
async function listedOn(page: Page): Promise<readonly string[]> {
  const found = new Set<string>();
  const step = "scrollBy(0, innerHeight / 2)";
  const isAtEnd = "scrollY + innerHeight >= document.documentElement.scrollHeight - 2";
  const drawn = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";
  for (let isDone = false; !isDone;) {
    for (const one of await drawnOn(page)) found.add(one);
    isDone = (await page.evaluate(isAtEnd)) === true;
    await page.evaluate(step);
    await page.evaluate(drawn);
  }
  await page.evaluate("scrollTo(0, 0)");
  return [...found];
}

describe.each(["hub", "branch"] as const)("the reference of the %s", (node) => {
  const urlOf = () => (node === "hub" ? product.hubUrl : product.branchUrl);
  // The page draws some hundred operations; it is opened once, as where a system is dark, for all that is seen on it.
  let opened: Opened;

  beforeAll(async () => {
    // A branch has no way out, and its reference does not look for one.
    if (node === "branch") product.outage(true);
    opened = await open(urlOf(), "dark");
  });
  afterAll(async () => {
    await opened?.page.close();
    if (node === "branch") product.outage(false);
  });

  test("lists every operation of its document, and asks nobody else for anything", async () => {
    const doors = doorsOf(await (await fetch(`${urlOf()}/openapi.json`)).json());
    const paths = doors.map(({ method, path }) => `${method} ${path}`);
    expect(paths.length).toBeGreaterThan(30);
    // The page also lists what webhooks send, which is at no path.
    const listed = (await listedOn(opened.page)).filter((one) => one.includes(" /"));
    expect(listed.toSorted()).toEqual(paths.toSorted());
    expect(opened.wrong).toEqual([]);
  });

  test("is light where the system is, and dark where that is", async () => {
    const { page, wrong } = opened;
    expect(await background(page)).toBeLessThan(60);
    // It follows the system, which some switch by the time of the day.
    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(() => background(page)).toBeGreaterThan(200);
    expect(wrong).toEqual([]);
  });

  test("is opened by keyboard alone, and leads to the pages of the codes", async () => {
    const { page, wrong } = opened;
    const first = page.locator(".opblock-summary-control").first();
    for (let pressed = 0; pressed < 30; pressed += 1) {
      if ((await page.locator(".opblock-summary-control:focus").count()) > 0) break;
      await page.keyboard.press("Tab");
    }
    expect(await first.getAttribute("aria-expanded")).toBe("false");
    await page.keyboard.press("Enter");
    const link = page.locator('.opblock.is-open a[href^="/docs/errors/"]').first();
    await link.waitFor();
    expect(await first.getAttribute("aria-expanded")).toBe("true");
    // What a refusal looks like stands in the document once, and every operation refers to it.
    const refusal = page
      .locator(".opblock.is-open .response:has(a[href^='/docs/errors/'])")
      .first();
    await expect.poll(() => refusal.locator(".example").first().textContent()).toContain('"error"');
    const answer = await fetch(`${urlOf()}${(await link.getAttribute("href")) ?? ""}`);
    expect(answer.status).toBe(200);
    expect(wrong).toEqual([]);
  });
});
