import { createServer, type Server } from "node:http";
import { fileURLToPath } from "node:url";
import express from "express";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { mountPages } from "@edgeward/branch-node/lan/pages.ts";
import { closeServer, listen } from "@edgeward/shared/http/listen.ts";
import { barriersOn, contrastOn } from "./barriers.ts";
import { choose } from "./desk.ts";
import { openBrowser } from "#support/browser.ts";
import { pagesBuilt } from "#support/pages.ts";

const mustRun = process.env["CI"] !== undefined && process.env["CI"] !== "";
const root = fileURLToPath(new URL("../..", import.meta.url));
const { browser, fault } = await openBrowser();

let server: Server;
let address = "";

// The pages alone: the kit asks nothing of a branch.
beforeAll(async () => {
  if (fault !== null && mustRun) throw new Error(fault);
  await pagesBuilt();
  const app = express();
  mountPages(app, `${root}branch-node/dist/ui`);
  server = createServer(app);
  address = `http://127.0.0.1:${await listen(server, 0, "127.0.0.1")}`;
});

beforeEach((context) => {
  if (fault !== null) context.skip(fault);
});

afterAll(async () => {
  await browser?.close();
  await closeServer(server);
});

// Runs in the page: it notes there what the page's policy has refused.
const noteRefusals = `
  window.refused = [];
  document.addEventListener("securitypolicyviolation", (event) =>
    window.refused.push(event.effectiveDirective + " " + event.sample));
`;

async function openKit(from: Browser | null): Promise<Page> {
  if (from === null) throw new Error("there is no browser");
  const page = await from.newPage({ viewport: { width: 1366, height: 768 } });
  page.setDefaultTimeout(90_000);
  await page.addInitScript({ content: noteRefusals });
  await page.goto(`${address}/kit`);
  await page.getByTestId("kit").waitFor();
  return page;
}

const looks = [
  ...["light", "dark"].flatMap((theme) => ["en", "hi"].map((language) => ({ theme, language }))),
  { theme: "light", language: "ur" },
];

const openers = [
  "kit-menu",
  "kit-select",
  "kit-dialog",
  "kit-drawer",
  "kit-question",
  "kit-commands",
];

/** Opens each thing that stands over the page, one after the other. @returns what is open */
async function* overlays(page: Page): AsyncGenerator<string> {
  for (const name of openers) {
    await page.getByTestId(name).click();
    await page
      .locator("[role=menu], [role=listbox], [role=dialog], [role=alertdialog]")
      .first()
      .waitFor();
    yield name;
    await page.keyboard.press("Escape");
    await page.locator(".popover, .overlay").waitFor({ state: "detached" });
  }
}

describe.each(looks)("the kit in $theme and $language", ({ theme, language }) => {
  test("is open to everybody, in every state and with everything opened", async () => {
    const page = await openKit(browser);
    await page.getByTestId(`kit-${theme}`).click();
    await page.getByTestId(`kit-${language}`).click();
    await page.locator(`html[lang=${language}][data-theme=${theme}]`).waitFor();
    const barriers = theme === "light" ? barriersOn : contrastOn;
    const { passes, violations } = await barriers(page);
    expect(passes).toBeGreaterThan(theme === "light" ? 20 : 0);
    expect(violations).toEqual([]);
    for await (const opened of overlays(page)) {
      expect({ opened, ...(await barriers(page, ".popover, .overlay")) }).toMatchObject({
        opened,
        violations: [],
      });
    }
    await page.getByTestId("kit-notify").click();
    await page.locator(".toast").first().waitFor();
    expect((await barriers(page, ".toasts")).violations).toEqual([]);
    expect(await page.evaluate("window.refused")).toEqual([]);
    await page.close();
  });
});

describe("the kit under the keyboard", () => {
  test("takes a date by its digits, day first, and says it as year, month, day", async () => {
    const page = await openKit(browser);
    const date = page.getByTestId("kit-date");
    await date.locator("[role=spinbutton]").first().focus();
    await page.keyboard.type("05082027");
    await expect.poll(() => date.locator(".date-input").innerText()).toMatch(/05.*08.*2027/su);
    await page.close();
  });

  test("begins a date with its day wherever it is pressed", async () => {
    const page = await openKit(browser);
    const date = page.getByTestId("kit-date");
    await date.locator("[role=spinbutton]").last().click();
    await page.keyboard.type("05082027");
    await expect.poll(() => date.locator(".date-input").innerText()).toMatch(/05.*08.*2027/su);
    await page.close();
  });

  test("takes away by itself what was said, also where something can be done about it", async () => {
    const page = await openKit(browser);
    await page.clock.install();
    await page.getByTestId("kit-notify").click();
    await page.locator(".toast").first().waitFor();
    await page.mouse.move(1, 1);
    await page.clock.fastForward("00:20");
    await expect.poll(() => page.locator(".toast").count()).toBe(0);
    await page.close();
  });

  test("chooses from a list whose first entry goes with the choice", async () => {
    const page = await openKit(browser);
    const list = page.getByTestId("kit-select");
    await choose(list, "saxena");
    await expect.poll(() => list.getAttribute("data-value")).toBe("saxena");
    await choose(list, "kale");
    await expect.poll(() => list.innerText()).toBe("Dr. Omkar Kale");
    await page.close();
  });

  test("moves in a table by arrow keys and leaves it by Tab", async () => {
    const page = await openKit(browser);
    const rows = page.getByTestId("kit-table").locator("[role=row][data-key]");
    await rows.first().click();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => rows.nth(1).getAttribute("aria-selected")).toBe("true");
    await page.close();
  });

  test("draws of a table only the rows that are left and come to, by keys and by the mouse", async () => {
    const page = await openKit(browser);
    const table = page.getByTestId("kit-table");
    const rows = table.locator("[role=row][data-key]");
    expect(await rows.count()).toBeGreaterThan(2);
    await rows.first().click();
    // What React has last drawn a row and its cells with: another object as soon as it has drawn them again.
    const last = `(row) => [row, ...row.children].map((each) => each[Object.keys(each).find((key) => key.startsWith("__reactProps"))])`;
    await page.evaluate(`window.drawn = [...document.querySelectorAll(
      "[data-testid=kit-table] [role=row][data-key]")].map(${last})`);
    const isAsBefore = () =>
      page.evaluate(`[...document.querySelectorAll("[data-testid=kit-table] [role=row][data-key]")]
        .map(${last}).map((props, row) => props.every((each, at) => each === window.drawn[row][at]))`);
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => rows.nth(1).getAttribute("aria-selected")).toBe("true");
    expect(
      z
        .array(z.boolean())
        .parse(await isAsBefore())
        .slice(0, 2),
    ).toEqual([false, false]);
    await page.locator("h1").first().click();
    const others = z
      .array(z.boolean())
      .parse(await isAsBefore())
      .slice(2);
    expect(others).toEqual(others.map(() => true));
    await page.close();
  });

  test("draws of five thousand rows only those in sight", async () => {
    const page = await openKit(browser);
    const table = page.getByTestId("kit-long-table");
    expect(await table.getAttribute("aria-rowcount")).toBe("5001");
    expect(await table.locator("[role=row]").count()).toBeLessThan(60);
    await page.close();
  });

  test("moves between tabs as they lie where lines run from right to left", async () => {
    const page = await openKit(browser);
    await page.getByTestId("kit-ur").click();
    await page.locator("html[dir=rtl]").waitFor();
    const tabs = page.getByRole("tab");
    await tabs.first().focus();
    await page.keyboard.press("ArrowLeft");
    const focused = () => page.evaluate("document.activeElement.textContent");
    await expect.poll(focused).toBe(await tabs.nth(1).textContent());
    const [first, second] = [await tabs.first().boundingBox(), await tabs.nth(1).boundingBox()];
    expect(second?.x).toBeLessThan(first?.x ?? 0);
    await page.close();
  });

  test("keeps the look that somebody has chosen", async () => {
    const page = await openKit(browser);
    await page.getByTestId("kit-dark").click();
    await page.reload();
    await expect.poll(() => page.locator("html").getAttribute("data-theme")).toBe("dark");
    await page.close();
  });
});

describe("the files of the pages", () => {
  test("come compressed, and are kept for a year", async () => {
    const page = await (await fetch(`${address}/kit`)).text();
    const script = /src="(\/ui\/assets\/[^"]+\.js)"/u.exec(page)?.[1] ?? "";
    for (const [asked, told] of [
      ["br", "br"],
      ["gzip", "gzip"],
      ["identity", null],
    ] as const) {
      const answer = await fetch(`${address}${script}`, { headers: { "accept-encoding": asked } });
      expect(answer.headers.get("content-encoding")).toBe(told);
      expect(answer.headers.get("cache-control")).toBe("public,max-age=31536000,immutable");
      expect(await answer.text()).toContain("import");
    }
  });

  test("are nothing that lies beside them", async () => {
    for (const path of ["/ui/../package.json", "/ui/%2e%2e/%2e%2e/package.json", "/ui/none.js"])
      expect((await fetch(`${address}${path}`)).status).not.toBe(200);
  });
});
