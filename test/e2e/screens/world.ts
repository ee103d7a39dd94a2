import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { openBrowser } from "#support/browser.ts";
import { callerAt, type ClinicalCaller } from "#e2e/clinical-calls.ts";
import { choose, Screen } from "#e2e/desk.ts";
import type { NetworkScanner } from "#e2e/network-scanner.ts";
import { startProduct, type RunningProduct } from "#e2e/running-product.ts";

const folder = mkdtempSync(join(tmpdir(), "edgeward-camera-"));
/** What the browser's camera sees. */
export const film = join(folder, "film.mjpeg");
const { browser, fault } = await openBrowser([
  "--use-fake-device-for-media-stream",
  `--use-file-for-fake-video-capture=${film}`,
]);

/** Somebody whom the branch knows. */
export const savitri = {
  name: "Savitri Phule",
  gender: "female",
  dob: "1961-01-03",
  phone: "9822011111",
  abha_id: "91-4444-5678-9012",
};

interface Parts {
  readonly product: RunningProduct;
  readonly branch: ClinicalCaller;
  readonly known: { readonly id: string; readonly uhid: string };
}

type Place = "desk" | "kiosk" | "tablet";

/** One product, and the screens around it: the rooms of this test follow each other in it. */
class ScreensWorld {
  /** Why nothing can be tested here, or null. */
  readonly fault = fault;
  readonly screens: Screen[] = [];
  /** The scanner on the branch's own network, once there is one. */
  scanner: NetworkScanner | null = null;
  readonly #places = new Map<Place, Screen>();
  #parts: Parts | null = null;

  async start(): Promise<void> {
    const product = await startProduct();
    const branch = await callerAt("branch", product.credentials);
    const made = (await branch.post("/v1/patients", savitri)).body;
    const known = { id: String(made["id"]), uhid: String(made["uhid"]) };
    this.#parts = { product, branch, known };
    this.desk = await this.openScreen();
    await this.desk.goTo("/desk");
    await this.desk.signIn(product.credentials.branch_manager);
  }

  /** Ends what has started. */
  async stop(): Promise<void> {
    rmSync(folder, { recursive: true, force: true });
    await browser?.close();
    await this.scanner?.stop();
    await this.#parts?.product.stop();
  }

  get product(): RunningProduct {
    return this.#started.product;
  }

  get branch(): ClinicalCaller {
    return this.#started.branch;
  }

  /** Who is known, under which number. */
  get known(): Parts["known"] {
    return this.#started.known;
  }

  get desk(): Screen {
    return this.#at("desk");
  }

  set desk(screen: Screen) {
    this.#places.set("desk", screen);
  }

  get kiosk(): Screen {
    return this.#at("kiosk");
  }

  set kiosk(screen: Screen) {
    this.#places.set("kiosk", screen);
  }

  get tablet(): Screen {
    return this.#at("tablet");
  }

  set tablet(screen: Screen) {
    this.#places.set("tablet", screen);
  }

  /** A browser's profile of its own at the branch. */
  async openScreen(): Promise<Screen> {
    if (browser === null) throw new Error(fault ?? "");
    const screen = await Screen.open(browser, this.product.credentials.branch);
    this.screens.push(screen);
    return screen;
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
export const world = new ScreensWorld();

/** What has a handle on a screen. */
export function at(screen: Screen, testId: string): Locator {
  return screen.page.getByTestId(testId);
}

/** Types a number on the kiosk's own keys. */
export async function pressDigits(page: Page, digits: string): Promise<void> {
  for (const digit of digits) await page.getByRole("button", { name: digit, exact: true }).click();
}

/** Types a name on the kiosk's own keyboard, which begins each word with a capital by itself. */
export async function pressLetters(page: Page, name: string): Promise<void> {
  for (const letter of name) {
    const key = letter === " " ? "Space" : letter;
    await page
      .getByTestId("kiosk-keyboard")
      .getByRole("button", { name: key, exact: true })
      .click();
  }
}

/** Adds a screen at the desk and asks for its code. @returns the code */
export async function offerCode(name: string, type: "kiosk" | "bedside_tablet"): Promise<string> {
  await world.desk.at("screenName").fill(name);
  await choose(world.desk.at("screenType"), type);
  await world.desk.at("addScreen").click();
  const row = world.desk.at("screen").filter({ hasText: name });
  await row.getByTestId("pair-screen").click();
  return (await row.getByTestId("pairing-code").textContent()) ?? "";
}
