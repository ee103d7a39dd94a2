import { expect } from "vitest";
import { barriersInBothThemes } from "#e2e/barriers.ts";
import type { Screen } from "#e2e/desk.ts";
import { englishSentences } from "#e2e/english-sentences.ts";

/** What is wrong with a page in both languages and themes: barriers, and English left on the Hindi one. @param show brings the page up anew */
export async function wrongLooks(
  screen: Screen,
  show: () => Promise<void>,
): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const language of ["en", "hi"] as const) {
    await screen.speak(language);
    await show();
    const { passes, violations } = await barriersInBothThemes(screen.page);
    expect(passes).toBeGreaterThan(5);
    const left = (await screen.words()).filter((text) => englishSentences.has(text));
    found.push(...violations, ...(language === "hi" ? left : []));
    await screen.page.keyboard.press("Escape");
  }
  await screen.speak("en");
  return found;
}
