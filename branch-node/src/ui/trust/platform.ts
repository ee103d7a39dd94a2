/** The kinds of device that the page has steps for. */
export const platforms = ["android", "apple", "windows", "linux"] as const;

/** One of them. */
export type Platform = (typeof platforms)[number];

const marks: readonly (readonly [RegExp, Platform])[] = [
  [/Android/u, "android"],
  // An iPad calls itself a Macintosh, and only by touch is distinguished from one.
  [/iPad|iPhone|Macintosh/u, "apple"],
  [/Windows/u, "windows"],
  [/Linux|CrOS/u, "linux"],
];

/** What kind of device a browser says that it runs on; null for one that the page has no steps for. */
export function platformOf(userAgent: string): Platform | null {
  return marks.find(([mark]) => mark.test(userAgent))?.[1] ?? null;
}
