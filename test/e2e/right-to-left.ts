import { ur } from "@edgeward/branch-node/ui/i18n/ur/ur.ts";
import { barriersOn } from "#e2e/barriers.ts";
import type { Screen } from "#e2e/desk.ts";
import { englishSentences } from "#e2e/english-sentences.ts";

const urduSentences: ReadonlySet<string> = new Set(Object.values(ur));

/**
 * What is wrong with a page in Urdu: barriers, English left on it, another direction, and what is wider than the window.
 * @param given what the clinic itself calls in English, which stands so on every page
 */
export async function faultsInUrdu(screen: Screen, given: ReadonlySet<string> = new Set()) {
  const { page } = screen;
  await page.evaluate("document.fonts.ready.then(() => null)");
  const { violations } = await barriersOn(page);
  const words = await screen.words();
  return {
    direction: await page.evaluate("getComputedStyle(document.body).direction"),
    isUrdu: /\p{Script=Arabic}/u.test(words.join(" ")),
    left: words.filter(
      (text) => englishSentences.has(text) && !urduSentences.has(text) && !given.has(text),
    ),
    tooWide: await page.evaluate("document.documentElement.scrollWidth - innerWidth > 0"),
    violations,
  };
}

/** What of a page in Urdu is found where nothing is wrong. */
export const faultless = {
  direction: "rtl",
  isUrdu: true,
  left: [],
  tooWide: false,
  violations: [],
};
