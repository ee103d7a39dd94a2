import { expect } from "vitest";
import type { Browser } from "playwright-core";
import * as z from "zod";
import { openBrowser } from "#support/browser.ts";
import { callerAt, type ClinicalCaller, type WireRecord } from "#e2e/clinical-calls.ts";
import { Screen } from "#e2e/desk.ts";
import { startProduct, type Person, type RunningProduct } from "#e2e/running-product.ts";
import { startReceiver, type WebhookReceiver } from "#e2e/webhook-receiver.ts";

/** Somebody whom the hub knows before the line is cut. */
export const known = {
  name: "सावित्री फुले",
  gender: "female",
  dob: "1961-01-03",
  phone: "9822012345",
  abha_id: "91-1234-5678-9012",
  identifiers: [{ type: "mrn", value: "OLD/7731" }],
};

/** Somebody who comes for the first time while it is cut. */
export const newcomer = { name: "इंदिरा भोसले", phone: "9011224466", dob: "12/04/1988" };

export const idShape = z.object({ id: z.string(), uhid: z.string() });

export const dayMs = 86_400_000;
// The branch's clock is India's.
const zoneMs = 19_800_000;

/** An instant's calendar day at the branch. */
export function dayAtBranch(ms: number): string {
  return new Date(ms + zoneMs).toISOString().slice(0, 10);
}

/** The first Tuesday from so many days on, at the branch: several doctors of the demo work on it, and most do not on a Sunday. */
export function tuesdayAfter(days: number): string {
  const week = Array.from({ length: 7 }, (_, place) =>
    dayAtBranch(Date.now() + (place + days) * dayMs),
  );
  return week.find((day) => new Date(day).getUTCDay() === 2) ?? "";
}

/** An instant's time of day at the branch. */
export function timeAtBranch(ms: number): string {
  return new Date(ms + zoneMs).toISOString().slice(11, 16);
}

/** The one record of a list that has no other. */
export function only(records: readonly WireRecord[]): WireRecord {
  expect(records).toHaveLength(1);
  return records[0] ?? {};
}

interface Parts {
  readonly product: RunningProduct;
  readonly receiver: WebhookReceiver;
  readonly hub: ClinicalCaller;
  readonly branch: ClinicalCaller;
}

type Place = "desk" | "secondDesk" | "doctor" | "board";

const opened = await openBrowser();
const { fault } = opened;
let browser: Browser | null = opened.browser;

/** One product, its screens and what was made on the way: the rooms of this test follow each other in it. */
class DeskWorld {
  /** Why nothing can be tested here, or null. */
  readonly fault = fault;
  readonly screens: Screen[] = [];
  /** What the desk makes while it is cut off. */
  readonly made = {
    patientId: "",
    uhid: "",
    walkInId: "",
    bookingId: "",
    encounterId: "",
    secret: "",
  };
  savitri: z.output<typeof idShape> = { id: "", uhid: "" };
  readonly #places = new Map<Place, Screen>();
  #parts: Parts | null = null;

  /**
   * Begins anew: another file of the same process may have ended what it had.
   * @param first in an empty folder, or where the demo is made already
   */
  async start(first: "nothing" | "demo" = "demo"): Promise<void> {
    if (browser?.isConnected() === false) browser = (await openBrowser()).browser;
    this.screens.length = 0;
    this.#places.clear();
    const product = await startProduct(first);
    this.#parts = {
      product,
      receiver: await startReceiver(),
      hub: await callerAt("hub", product.credentials),
      branch: await callerAt("branch", product.credentials),
    };
  }

  /** Ends what has started; the product may have ended before. */
  async stop(): Promise<void> {
    await browser?.close();
    await this.#parts?.receiver.close();
    await this.#parts?.product.stop();
  }

  get product(): RunningProduct {
    return this.#started.product;
  }

  get receiver(): WebhookReceiver {
    return this.#started.receiver;
  }

  get hub(): ClinicalCaller {
    return this.#started.hub;
  }

  get branch(): ClinicalCaller {
    return this.#started.branch;
  }

  get desk(): Screen {
    return this.#at("desk");
  }

  set desk(screen: Screen) {
    this.#places.set("desk", screen);
  }

  get secondDesk(): Screen {
    return this.#at("secondDesk");
  }

  set secondDesk(screen: Screen) {
    this.#places.set("secondDesk", screen);
  }

  get doctor(): Screen {
    return this.#at("doctor");
  }

  set doctor(screen: Screen) {
    this.#places.set("doctor", screen);
  }

  get board(): Screen {
    return this.#at("board");
  }

  set board(screen: Screen) {
    this.#places.set("board", screen);
  }

  /** A browser's profile of its own at the branch. */
  async openScreen(): Promise<Screen> {
    if (browser === null) throw new Error(this.fault ?? "");
    const screen = await Screen.open(browser, this.product.credentials.branch);
    this.screens.push(screen);
    return screen;
  }

  /** A desk at which somebody has signed in. */
  async openDesk(person: Person): Promise<Screen> {
    const screen = await this.openScreen();
    await screen.beginAs(person);
    return screen;
  }

  /** Closes what earlier rooms have opened for themselves: a screen that is open reads what every later one changes. */
  async closeOthers(): Promise<void> {
    const kept = new Set(this.#places.values());
    for (const screen of this.screens) if (!kept.has(screen)) await screen.close();
  }

  /** Closes the named ones as well, before rooms that use none of them: each would draw all that these change. */
  async closeAll(): Promise<void> {
    this.#places.clear();
    await this.closeOthers();
  }

  get #started(): Parts {
    if (this.#parts === null) throw new Error("the product has not started");
    return this.#parts;
  }

  #at(place: Place): Screen {
    const screen = this.#places.get(place);
    if (screen === undefined) throw new Error(`nobody has opened the ${place} yet`);
    return screen;
  }
}

/** Where this test happens. */
export const world = new DeskWorld();
