import { backoff } from "./backoff.ts";

// A node of another version answers, and no longer has what this page asks for: no further attempt helps.
const mostRefusals = 6;
// Browsers keep in mind that a part could not be fetched, and fail the next attempt without asking: a page that is loaded
// anew has forgotten it.
const refusalsToReload = 2;
const reloadedKey = "edgeward.reloaded";
const reloadEveryMs = 60_000;

/** What fetching a part of the pages waits for and asks, given so that a test need not wait. */
export interface PartFetching {
  /** Waits so many milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
  /** Whether the node answers at all. */
  readonly isAnswering: () => Promise<boolean>;
  /** Loads the page anew, unless that was done a moment ago. @returns whether it is on its way */
  readonly reload: () => boolean;
}

const usual: PartFetching = {
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  isAnswering: () =>
    fetch(location.pathname, { method: "HEAD", cache: "no-store" }).then(
      () => true,
      () => false,
    ),
  reload: () => {
    if (Date.now() - Number(sessionStorage.getItem(reloadedKey)) < reloadEveryMs) return false;
    sessionStorage.setItem(reloadedKey, String(Date.now()));
    location.reload();
    return true;
  },
};

/**
 * Fetches a part of the pages that comes when it is needed. A browser gives up what is under way when the machine's
 * network changes (a cable, another access point) and while the node starts anew: the part is asked for again, at first
 * after a quarter of a second, at last every five, until it is there. Where the node answers and it still fails, the page is
 * loaded anew, once a minute at most.
 * @param load imports it
 * @throws what the import threw, where the node answers and six attempts have failed
 */
export async function pagePart<Part>(
  load: () => Promise<Part>,
  { pause, isAnswering, reload }: PartFetching = usual,
): Promise<Part> {
  let refusals = 0;
  for (let failures = 1; ; failures += 1) {
    try {
      return await load();
    } catch (error) {
      if (await isAnswering()) refusals += 1;
      if (refusals === refusalsToReload && reload()) return new Promise<never>(() => undefined);
      if (refusals === mostRefusals) throw error;
      await pause(backoff(failures, Math.random()));
    }
  }
}

/**
 * Fetches a part of the pages before it is needed; where it does not come, whoever needs it asks again.
 * @param load imports it
 */
export function partAhead(load: () => Promise<unknown>): void {
  load().catch(() => undefined);
}
