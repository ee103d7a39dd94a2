import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { consoleTestNames as names } from "@edgeward/branch-node/ui/console/console-test-names.ts";
import { testNames } from "@edgeward/branch-node/ui/test-names.ts";
import { openBrowser } from "#support/browser.ts";
import { startProduct, type Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import { barriersOn, contrastOn } from "./barriers.ts";
import { isSignedBy, startReceiver, type WebhookReceiver } from "./webhook-receiver.ts";

const mustRun = process.env["CI"] !== undefined && process.env["CI"] !== "";
const { browser, fault } = await openBrowser();
const pune = "Asha Clinic Kothrud";
const refusals = `
  window.refused = [];
  document.addEventListener("securitypolicyviolation", (event) =>
    window.refused.push(event.effectiveDirective + " " + event.sample));
`;

let product: Product;
let receiver: WebhookReceiver;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  if (fault !== null && mustRun) throw new Error(fault);
  if (browser === null) return;
  [product, receiver] = await Promise.all([startProduct({ withPages: true }), startReceiver()]);
  context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  context.setDefaultTimeout(90_000);
  page = await context.newPage();
  await page.addInitScript({ content: refusals });
}, 240_000);

beforeEach((each) => {
  if (fault !== null) each.skip(fault);
});

afterAll(async () => {
  await browser?.close();
  await receiver?.close();
  await product?.stop();
});

function rowOf(text: string) {
  return page.getByTestId(names.branchRow).filter({ hasText: text });
}

async function type(password: string): Promise<void> {
  const { tenant, username } = product.demo.tenant_admin;
  await page.getByTestId(names.tenant).fill(tenant);
  await page.getByTestId(testNames.username).fill(username);
  await page.getByTestId(testNames.password).fill(password);
  await page.getByTestId(testNames.signInButton).click();
}

async function signIn(): Promise<void> {
  await page.goto(`${product.hubUrl}/`);
  await type(product.demo.tenant_admin.password);
  await page.getByTestId(names.console).waitFor();
}

async function choose(entry: string): Promise<void> {
  await page.getByTestId(names.userMenu).click();
  await page.getByTestId(entry).click();
  await page.getByTestId(entry).waitFor({ state: "detached" });
}

/** Looks for barriers in every language, light and dark. */
async function expectNoBarriers(where: string): Promise<void> {
  for (const theme of ["light", "dark"]) {
    const barriers = theme === "light" ? barriersOn : contrastOn;
    for (const language of ["en", "hi", "ur"]) {
      await choose(`theme-${theme}`);
      await choose(`language-${language}`);
      await page.locator(`html[lang=${language}][data-theme=${theme}]`).waitFor();
      const { passes, violations } = await barriers(page);
      expect({ where, theme, language, violations }).toMatchObject({ violations: [] });
      expect(passes).toBeGreaterThan(theme === "light" ? 10 : 0);
    }
  }
  await choose("theme-light");
  await choose("language-en");
}

async function isWiderThanItsWindow(): Promise<unknown> {
  return page.evaluate(
    "document.documentElement.scrollWidth > document.documentElement.clientWidth",
  );
}

describe("the hub's console", () => {
  test("lets nobody in with a wrong password, and says so without saying what is wrong", async () => {
    await page.goto(`${product.hubUrl}/`);
    expect(new URL(page.url()).pathname).toBe("/console");
    expect((await barriersOn(page)).violations).toEqual([]);
    await type("not the right one");
    await page.getByTestId(testNames.fault).waitFor();
    expect(await page.getByTestId(testNames.fault).innerText()).toContain("Clinic, username or");
    expect(await page.getByTestId(testNames.password).inputValue()).toBe("");
    expect(await page.getByTestId(names.console).count()).toBe(0);
  });

  test("shows an administrator the branches, with last contact, unsent changes and version", async () => {
    await signIn();
    await rowOf(pune).waitFor();
    await expect
      .poll(() => rowOf(pune).getByTestId(names.branchState).innerText())
      .toContain("Online");
    expect(await rowOf(pune).getByTestId(names.unsent).innerText()).toBe("0");
    expect(await rowOf(pune).innerText()).toContain("0.1.0");
    expect(await rowOf("Nashik").innerText()).toContain("No node");
    expect(await page.evaluate("window.refused")).toEqual([]);
    expect(await page.evaluate("document.cookie")).toBe("");
    expect(await page.evaluate("JSON.stringify({ ...sessionStorage })")).toBe("{}");
  });

  test("sorts a list by a press on a column's title, also by the keyboard", async () => {
    const codes = async () =>
      (await page.getByTestId(names.branchRow).allInnerTexts()).map((text) => text.split("\n")[0]);
    const byName = await codes();
    const title = page.getByRole("columnheader", { name: "Branch" });
    await title.click();
    expect(await codes()).toEqual(byName);
    await title.click();
    expect(await codes()).toEqual(byName.toReversed());
    expect(await title.getAttribute("aria-sort")).toBe("descending");
    const state = page.getByRole("columnheader", { name: "State" });
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    expect(await state.getAttribute("aria-sort")).toBe("ascending");
    await title.click();
  });

  test("makes an enrolment code for a branch, and shows it once", async () => {
    await rowOf("Nashik").getByTestId(names.enrol).click();
    await page.getByTestId(names.makeCode).click();
    const code = await page.getByTestId(names.enrolCode).innerText();
    expect(code).toMatch(/^[B-Z2-9]{4}-[B-Z2-9]{4}$/u);
    expect((await barriersOn(page, ".overlay")).violations).toEqual([]);
    // The button that had the focus is gone: the window has it now, and the keyboard closes it.
    const isInWindow = "document.activeElement?.closest('.dialog') !== null";
    await expect.poll(() => page.evaluate(isInWindow)).toBe(true);
    await page.keyboard.press("Escape");
    await page.getByTestId(names.enrolCode).waitFor({ state: "detached" });
    expect(await page.content()).not.toContain(code);
    await rowOf("Nashik").getByTestId(names.enrol).click();
    await page.getByTestId(names.makeCode).waitFor();
    expect(await page.getByTestId(names.enrolCode).count()).toBe(0);
    await page.getByTestId(names.enrolClose).click();
    await rowOf(pune).getByTestId(names.enrol).click();
    await page.getByText("The branch has a node already").waitFor();
    await page.getByTestId(names.enrolClose).click();
  });

  test("adds a holiday, changes it and takes it away, and a branch hears of it", async () => {
    const year = new Date().getFullYear() + 1;
    const row = page.getByTestId(names.holidayRow).filter({ hasText: "Founder" });
    await page.getByTestId(names.navHolidays).click();
    await page.getByTestId(names.addHoliday).click();
    await page.getByTestId(names.holidaySave).click();
    await page.getByText("Choose the day").waitFor();
    // As in every window of the desk: what it does comes first, and leaving it last.
    const ends = page.locator(".dialog .form-actions button");
    expect(await ends.allInnerTexts()).toEqual(["Save", "Cancel"]);
    await page.getByText("Give a name").waitFor();
    await page.keyboard.press("Escape");
    await page.getByTestId(names.addHoliday).click();
    // The window begins at its first field, the day.
    await page.keyboard.type(`0503${year}`);
    await page.getByTestId(names.holidayName).fill("Founder's day");
    expect((await barriersOn(page, ".overlay")).violations).toEqual([]);
    await page.getByTestId(names.holidaySave).click();
    await row.waitFor();
    expect(await row.innerText()).toContain("Closed");
    const atBranch = async () => {
      const path = `/v1/holidays?date_from=${year}-03-05&date_to=${year}-03-05&status=active`;
      return JSON.stringify((await product.call("branch", "GET", path)).body);
    };
    await expect.poll(atBranch, { timeout: 30_000 }).toContain("Founder's day");
    await page.getByTestId(names.addHoliday).click();
    await page.getByTestId(names.holidayName).fill("Founder's Day");
    await page.locator(".dialog [role=spinbutton]").first().focus();
    await page.keyboard.type(`0503${year}`);
    await page.getByTestId(names.holidaySave).click();
    await page.getByText("There is a holiday of this name").waitFor();
    await page.keyboard.press("Escape");
    await row.getByTestId(names.holidayChange).click();
    await page.getByTestId(names.holidayCloses).click();
    await page.getByTestId(names.holidaySave).click();
    await expect.poll(() => row.innerText()).toContain("Open as usual");
    await row.getByTestId(names.holidayWithdraw).click();
    await expect.poll(() => row.innerText()).toContain("Removed");
    await expect.poll(atBranch, { timeout: 30_000 }).not.toContain("Founder's day");
    await expectNoBarriers("holidays");
    await page.getByTestId(names.navBranches).click();
  });

  test("has no barriers in English, Hindi or Urdu, light or dark", async () => {
    await expectNoBarriers("branches");
    await page.getByTestId(names.navWebhooks).click();
    await page.getByTestId(names.addReceiver).waitFor();
    expect(new URL(page.url()).pathname).toBe("/console/webhooks");
    await expectNoBarriers("webhooks");
  });

  test("sends events to a receiver that was added, shows its secret once, and every try", async () => {
    await page.getByTestId(names.addReceiver).click();
    await page.getByTestId(names.receiverUrl).fill("ftp://nowhere");
    await page.getByTestId(names.receiverSave).click();
    await page.getByText("This address cannot be used").waitFor();
    expect((await barriersOn(page, ".overlay")).violations).toEqual([]);
    await page.getByTestId(names.receiverUrl).fill(receiver.url);
    await page.getByTestId(names.receiverSave).click();
    const secret = await page.getByTestId(names.secret).innerText();
    expect(secret).toMatch(/^whsec_/u);
    await page.getByTestId(names.secretKept).click();
    await page.getByTestId(names.receiverRow).filter({ hasText: receiver.url }).waitFor();
    const made = await product.call("branch", "POST", "/v1/patients", {
      name: "Meera Console",
      gender: "female",
      dob: "1990-01-05",
      phone: "+919822099881",
      consent_status: "granted",
    });
    expect(made.status).toBe(201);
    const row = page.getByTestId(names.deliveryRow).filter({ hasText: "patient.created" }).first();
    await row.waitFor({ timeout: 60_000 });
    await expect.poll(() => row.innerText(), { timeout: 30_000 }).toContain("Delivered");
    const [delivery] = receiver.about("patient.created", String(made.body["id"]));
    expect(delivery !== undefined && isSignedBy(secret, delivery)).toBe(true);
    await row.getByTestId(names.deliveryOpen).click();
    expect(await page.getByTestId(names.attempts).innerText()).toContain("Answer 204");
    // Sent once more by hand, under the same event's id, and seen to arrive.
    await page.getByTestId(names.resend).click();
    await expect.poll(() => page.getByTestId(names.attempts).locator("li").count()).toBe(2);
    const arrived = receiver.about("patient.created", String(made.body["id"]));
    expect(arrived).toHaveLength(2);
    expect(arrived.every((each) => isSignedBy(secret, each))).toBe(true);
    expect(new Set(arrived.map(({ event }) => event.id)).size).toBe(1);
    expect((await barriersOn(page, ".overlay")).violations).toEqual([]);
    await page.keyboard.press("Escape");
    await page.reload();
    await page.getByTestId(names.receiverRow).first().waitFor();
    expect(await page.content()).not.toContain(secret);
  });

  test("stays within a window of 320 px, on every page", async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await isWiderThanItsWindow()).toBe(false);
    await page.getByTestId(names.navHolidays).click();
    await page.getByTestId(names.holidayRow).first().waitFor();
    expect(await isWiderThanItsWindow()).toBe(false);
    await page.getByTestId(names.navBranches).click();
    await rowOf(pune).waitFor();
    expect(await isWiderThanItsWindow()).toBe(false);
    const box = await rowOf(pune).getByTestId(names.lastContact).boundingBox();
    expect((box?.x ?? 999) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
    expect((await barriersOn(page)).violations).toEqual([]);
    await page.setViewportSize({ width: 1366, height: 768 });
  });

  test("shows a branch go offline and come back, with its last contact moving", async () => {
    const contact = () => rowOf(pune).getByTestId(names.lastContact).getAttribute("datetime");
    const state = () => rowOf(pune).getByTestId(names.branchState).innerText();
    await rowOf(pune).waitFor();
    const first = (await contact()) ?? "";
    product.outage(true);
    await until("the branch knows that it is alone", 30_000, async () => {
      return (await product.syncStatus())["state"] === "offline";
    });
    // A silent minute makes it offline. Nobody waits for that here: the last contact is put back by it.
    const heard = new Date(Date.now() - 61_000).toISOString();
    await product.hubRows("UPDATE nodes SET last_contact_at = $1 WHERE id = $2", [
      heard,
      product.nodeId,
    ]);
    await expect.poll(state).toContain("Offline");
    expect(await contact()).toBe(heard);
    expect(await rowOf(pune).innerText()).toContain("at last contact");
    product.outage(false);
    await expect.poll(state, { timeout: 60_000 }).toContain("Online");
    expect(((await contact()) ?? "") > first).toBe(true);
  });

  test("is over when somebody has signed out, also for whoever has kept the cookie", async () => {
    const kept = await context.cookies(`${product.hubUrl}/console/api/session`);
    expect(kept).toMatchObject([{ httpOnly: true, sameSite: "Strict", path: "/console/api" }]);
    const cookie = kept.map(({ name, value }) => `${name}=${value}`).join("; ");
    const ask = () => fetch(`${product.hubUrl}/console/api/session`, { headers: { cookie } });
    expect((await ask()).status).toBe(200);
    await page.getByTestId(names.userMenu).click();
    await page.getByTestId(names.signOut).click();
    await page.getByTestId(testNames.signIn).waitFor();
    await expect.poll(async () => (await ask()).status).toBe(401);
    await page.reload();
    await page.getByTestId(testNames.signIn).waitFor();
    expect(await page.getByTestId(names.console).count()).toBe(0);
  });
});
