import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import * as z from "zod";
import { testNames } from "@edgeward/branch-node/ui/test-names.ts";
import { send } from "#support/product-http.ts";
import { keptFolder } from "#support/quick-folder.ts";
import type { Person } from "./running-product.ts";

/** A handle by which something on the pages is found. */
export type Handle = keyof typeof testNames;

const patienceMs = 90_000;
const view = { width: 1360, height: 860 };

/** Chooses from a list of the kit: by value, or by what is read there. */
export async function choose(
  field: Locator,
  choice: string | { readonly label: string },
): Promise<void> {
  await field.click();
  const page = field.page();
  const option =
    typeof choice === "string"
      ? page.locator(`[role=option][data-key="${choice === "" ? "none" : choice}"]`)
      : page.getByRole("option", { name: choice.label, exact: true });
  await option.click().catch(async (cause: unknown) => {
    const isOpen = await field.getAttribute("aria-expanded");
    const focus = await page.evaluate("document.activeElement?.outerHTML.slice(0, 200)");
    throw new Error(`no such choice: expanded ${isOpen}, the focus is at ${String(focus)}`, {
      cause,
    });
  });
  await option.waitFor({ state: "detached" });
}

/** Draws a few strokes on the pad, as a hand with a mouse does. */
export async function signOn(pad: Locator): Promise<void> {
  // Where nothing lies over it, such as the chart's banner.
  await pad.hover({ position: { x: 40, y: 120 } });
  const box = await pad.boundingBox();
  if (box === null) throw new Error("there is no pad");
  const { mouse } = pad.page();
  await mouse.down();
  for (let step = 1; step <= 12; step += 1)
    await mouse.move(box.x + 40 + step * 20, box.y + 120 + (step % 2 === 0 ? 30 : -30));
  await mouse.up();
}

/** Types a day, YYYY-MM-DD, into a date field of the kit, as a person does in India: day, month, year. */
export async function typeDay(field: Locator, day: string): Promise<void> {
  await field.locator("[role=spinbutton]").first().focus();
  await field.page().keyboard.type(day.split("-").toReversed().join(""));
}

/** Chooses a day, YYYY-MM-DD, in a month of the kit that stands open: turns the pages until it is there, and presses it. */
export async function pressDay(month: Locator, day: string): Promise<void> {
  const cell = month.locator(`[data-day="${day}"]`);
  for (let page = 0; page < 8 && (await cell.count()) === 0; page += 1)
    await month.locator("button[slot=next]").click();
  await cell.first().click();
}

/**
 * Presses a button that stands in a list until what it does is seen: what is read late may move it away under the press,
 * and a person presses again.
 * @param shown what the press opens, or with `detached` what it takes away
 */
export async function pressUntil(
  button: Locator,
  shown: Locator,
  state: "visible" | "detached" = "visible",
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  const isDone = async () => (await shown.isVisible()) === (state === "visible");
  while (!(await isDone())) {
    await button.click({ timeout: 5_000 }).catch(() => null);
    await shown.waitFor({ state, timeout: 3_000 }).catch((error: unknown) => {
      if (Date.now() > deadline) throw error;
    });
  }
}

/** A screen of the branch: a browser's profile of its own with one page. */
export class Screen {
  readonly page: Page;
  readonly #branchUrl: string;
  /** What the page's own code complained about: in the console, or by an error that nobody caught. */
  readonly complaints: string[] = [];

  constructor(page: Page, branchUrl: string) {
    this.page = page;
    this.#branchUrl = branchUrl;
    page.on("pageerror", (error) => this.complaints.push(error.message));
    page.on("console", (message) => {
      // A refusal by the server stands in the console too, and is nobody's mistake.
      const isRefusal = message.text().startsWith("Failed to load resource");
      if (message.type() === "error" && !isRefusal) this.complaints.push(message.text());
    });
  }

  /**
   * Opens a profile that nobody has used. Its desk locks as late as one may be told to: on a slow machine others are at work
   * for minutes before it is touched again.
   */
  static async open(browser: Browser, branchUrl: string): Promise<Screen> {
    const context = await browser.newContext({ viewport: view });
    context.setDefaultTimeout(patienceMs);
    await context.addInitScript(`localStorage["edgeward.lockMinutes"] ??= "15"`);
    return new Screen(await context.newPage(), branchUrl);
  }

  /** Another window of the same browser. */
  async another(): Promise<Screen> {
    return new Screen(await this.page.context().newPage(), this.#branchUrl);
  }

  /** Everything on the page that has the handle. */
  at(handle: Handle): Locator {
    return this.page.getByTestId(testNames[handle]);
  }

  async goTo(path: string): Promise<void> {
    await this.page.goto(`${this.#branchUrl}${path}`);
  }

  /**
   * Begins at the desk as somebody who has signed in, on a screen that nobody has used. What the page does that asks for
   * name and password has tests of its own, and to load it first is half the work of a screen.
   */
  async beginAs({ username, password }: Person): Promise<void> {
    const login = `${this.#branchUrl}/auth/staff/login`;
    const { status, body } = await send(login, "POST", { username, password }, {});
    if (status !== 200) throw new Error(`${username} cannot sign in: ${status}`);
    const expiresAt = Date.now() + Number(body["expires_in"]) * 1_000;
    const session = JSON.stringify({ signedIn: body, expiresAt, isLocked: false });
    // A small answer of the branch's: with it the storage is that of its pages.
    await this.goTo("/healthz");
    await this.page.evaluate(
      `sessionStorage.setItem("edgeward.session", ${JSON.stringify(session)})`,
    );
    await this.goTo("/desk");
    await this.at("search").waitFor();
  }

  /** From the sign-in to the desk. */
  async signIn({ username, password }: Person): Promise<void> {
    await this.at("username").fill(username);
    await this.at("password").fill(password);
    await this.at("signInButton").click();
    await this.at("search").waitFor();
  }

  /** Types as a person does, letter by letter, into an empty search box. */
  async search(text: string): Promise<void> {
    await this.at("search").fill("");
    await this.at("search").pressSequentially(text);
  }

  /** Waits for the answer that belongs to all that was typed. @returns what the results say */
  async found(): Promise<readonly string[]> {
    await this.page
      .locator("output.search-summary", { hasText: /found|no match|to narrow/ })
      .waitFor();
    return this.at("searchResult").allTextContents();
  }

  /** Searches for one patient and opens the record. */
  async openPatient(text: string, uhid: string): Promise<void> {
    await this.search(text);
    await this.at("searchResult").filter({ hasText: uhid }).first().click();
    await this.at("patientUhid").filter({ hasText: uhid }).waitFor();
  }

  /** The queue's entry of a patient. */
  entryOf(name: string): Locator {
    return this.at("queueEntry").filter({ hasText: name });
  }

  /** To the page of today's queue, by the navigation. */
  async toToday(): Promise<void> {
    await this.at("navToday").click();
    await this.at("queue").waitFor();
  }

  /** Shows a part of today's queue. */
  async showPart(part: "waiting" | "consulting" | "booked" | "done"): Promise<void> {
    await this.page.getByTestId(`queue-${part}`).click();
  }

  /** Asks to sign out; where something is not saved yet, the desk asks back. */
  async signOut(): Promise<void> {
    await this.at("userMenu").click();
    await this.at("signOut").click();
  }

  async speak(language: "en" | "hi" | "ur"): Promise<void> {
    if (await this.at("userMenu").isVisible()) {
      await this.at("userMenu").click();
      await this.page.getByTestId(`language-${language}`).click();
    } else await this.at("language").first().selectOption(language);
    await this.page.locator(`html[lang=${language}]`).waitFor({ state: "attached" });
  }

  /** Everything the page says: what is seen, and what only a screen reader hears. */
  async words(): Promise<readonly string[]> {
    const found = await this.page.evaluate(`[
      document.title,
      ...document.body.innerText.split("\\n"),
      ...[...document.querySelectorAll("[aria-label], [placeholder], [title]")].flatMap((element) =>
        ["aria-label", "placeholder", "title"].map((name) => element.getAttribute(name) ?? "")),
    ].map((text) => text.trim()).filter((text) => text !== "")`);
    return z.array(z.string()).parse(found);
  }

  /** The page's process dies, as when a machine runs out of memory: no page hears that it goes. @returns another page of the same browser */
  async crash(): Promise<Screen> {
    const gone = this.page.waitForEvent("crash");
    await this.page.goto("chrome://crash").catch(() => null);
    await gone;
    return new Screen(await this.page.context().newPage(), this.#branchUrl);
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}

/** Takes a picture of a page as it stands, and one on a screen so high that what is out of sight is on it as well. */
async function picture(page: Page, path: string): Promise<void> {
  await page.screenshot({ path: `${path}.png` });
  const usual = page.viewportSize();
  if (usual === null) return;
  await page.setViewportSize({ ...usual, height: 3_000 });
  await page.screenshot({ path: `${path}-whole.png` });
  await page.setViewportSize(usual);
}

/** Takes pictures of every screen into a folder of its own. @returns the folder */
export async function pictureAll(screens: readonly Screen[]): Promise<string> {
  const folder = mkdtempSync(join(keptFolder(), "edgeward-e2e-pictures-"));
  for (const [place, { page }] of screens.entries()) {
    // Of a page that is closed or has died there is nothing to see.
    await picture(page, join(folder, `screen-${place + 1}`)).catch(() => null);
  }
  return folder;
}
