import { expect } from "vitest";
import { openBrowser } from "#support/browser.ts";
import { startProduct, type Product } from "#support/product.ts";
import { barriersOn } from "#e2e/barriers.ts";
import { Screen, type Handle } from "#e2e/desk.ts";

const { browser, fault } = await openBrowser();
/** How long a branch may take to come back, with its pages and a browser on two cores that others want too. */
export const patience = { timeout: 30_000 };

interface DraftRow {
  readonly id: string;
  readonly status: string;
  readonly state: string;
}

/** One product and its screens: the rooms of this test follow each other in it. */
class FormsWorld {
  /** Why nothing can be tested here, or null. */
  readonly fault = fault;
  readonly screens: Screen[] = [];
  #product: Product | null = null;
  #desk: Screen | null = null;

  async start(): Promise<void> {
    this.#product = await startProduct({ withPages: true });
    this.#desk = await this.openDesk("branch_staff");
  }

  async stop(): Promise<void> {
    await browser?.close();
    await this.#product?.stop();
  }

  get product(): Product {
    if (this.#product === null) throw new Error("the product has not started");
    return this.#product;
  }

  get desk(): Screen {
    if (this.#desk === null) throw new Error("nobody has opened the desk yet");
    return this.#desk;
  }

  set desk(screen: Screen) {
    this.#desk = screen;
  }

  /** A browser's profile that nobody has used. */
  async openScreen(): Promise<Screen> {
    if (browser === null) throw new Error(this.fault ?? "");
    const screen = await Screen.open(browser, this.product.branchUrl);
    this.screens.push(screen);
    return screen;
  }

  async openDesk(who: "branch_staff" | "branch_doctor" | "branch_manager"): Promise<Screen> {
    const screen = await this.openScreen();
    // The queue of today, at which a doctor's day does not begin.
    await screen.goTo("/today");
    await screen.signIn(this.product.demo[who]);
    return screen;
  }

  /** The tab dies; its person opens the desk again. */
  async crashAndReturn(screen: Screen): Promise<Screen> {
    const next = await screen.crash();
    this.screens.push(next);
    await next.goTo("/desk");
    await next.signIn(this.product.demo.branch_staff);
    return next;
  }

  /** The branch's drafts whose form holds a text. */
  draftsWith(text: string): readonly DraftRow[] {
    return this.product
      .branchRows("SELECT id, draft_status AS status, form_state AS state FROM drafts")
      .map((row) => ({
        id: String(row["id"]),
        status: String(row["status"]),
        state: String(row["state"]),
      }))
      .filter(({ state }) => state.includes(text));
  }
}

/** Where this test happens. */
export const forms = new FormsWorld();

/** What says that all that was typed is kept. */
export function keptLine(screen: Screen) {
  return screen.at("draftLine").filter({ hasText: "Draft kept at" });
}

/** A form that was begun, where it is offered again. */
export function formOf(screen: Screen, text: string) {
  return screen.at("unfinishedForm").filter({ hasText: text });
}

export async function valueOf(screen: Screen, handle: Handle): Promise<string> {
  return screen.at(handle).inputValue();
}

export async function expectNoBarrier(screen: Screen): Promise<void> {
  const { passes, violations } = await barriersOn(screen.page);
  expect(passes).toBeGreaterThan(5);
  expect(violations).toEqual([]);
}
