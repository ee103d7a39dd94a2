import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

// A browser that stays with the pages it is given: no graphics card, and nothing of its own on the network.
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

// A page of a test is young: what its scripts would gain by being optimized, they have spent on it. A ninth of the processor.
// Where the browser that people use is asked for, or time is measured, it does all that it does for them.
const unoptimized = ["--js-flags=--no-opt --no-maglev"];

// The same browser without a window takes an eighth less of the processor; it has no camera, trusts nobody of its user's, and
// shapes letters in its own way.
const windowless = "/usr/bin/chromium-headless-shell";
const installed = "/usr/bin/chromium";

/** A browser, or in one sentence why there is none. */
export type OpenedBrowser =
  | { readonly browser: Browser; readonly fault: null }
  | { readonly browser: null; readonly fault: string };

async function executable(isWhole: boolean): Promise<string> {
  if (!isWhole && existsSync(windowless)) return windowless;
  if (existsSync(installed)) return installed;
  // Unpacks itself when asked where it is, so it is asked only where it is wanted.
  const { default: packed } = await import("@sparticuz/chromium");
  return packed.executablePath();
}

/**
 * Opens the Chromium of this machine, else the one that comes as a package.
 * @param more flags beyond the usual ones
 * @param home a home folder of its own, with what its user trusts
 * @param isWhole whether it must be the browser that people use; so it is wherever it is given anything of its own
 */
export async function openBrowser(
  more: readonly string[] = [],
  home: string | null = null,
  isWhole = more.length > 0 || home !== null,
): Promise<OpenedBrowser> {
  try {
    const executablePath = await executable(isWhole);
    const browser = await chromium.launch({
      executablePath,
      headless: true,
      args: [
        ...flags,
        ...(isWhole || process.env["VITEST"] === undefined ? [] : unoptimized),
        ...more,
      ],
      ...(home === null ? {} : { env: { ...process.env, HOME: home } }),
    });
    return { browser, fault: null };
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    return { browser: null, fault: `no Chromium can be started here: ${reason}` };
  }
}
