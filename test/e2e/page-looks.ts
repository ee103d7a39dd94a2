// A page as it looks, in words: where each piece of it stands, on how many lines its text runs, and in which colours. Unlike
// a picture in pixels it is the same with every Chromium, and what has moved is said by its name. Where a change is meant,
// `npm run looks` keeps the pages as they are then, and takes pictures in pixels to be looked at.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import * as z from "zod";

const looksShape = z.record(z.string(), z.array(z.string()));
const linesShape = z.array(z.string());

/** How a page is asked for: a language, in light or in dark. */
export type LookName = "en" | "hi" | "ur" | "dark";

type Looks = Record<string, readonly string[]>;

/** What is kept of all pages in one look: a line for each piece, under the page's address. */
function fileOf(name: LookName): string {
  return fileURLToPath(new URL(`page-looks/${name}.json`, import.meta.url));
}

/** Whether this run keeps the pages as they are. */
const isKeeping = process.env["EDGEWARD_WRITE_LOOKS"] === "1";

// Letters are shaped a little wider or narrower by another Chromium, and what stands beside them moves with them.
const mostPx = 8;
// What a day brings: who waits, what is booked, which hour it is. Its frame is looked at, not what stands in it.
const changing = [
  "[role=row]:not(:has([role=columnheader]))",
  "[role=option]",
  ".plan-column",
  ".notice",
  ".tag",
  ".toast",
  ".status-strip",
  "time",
];
// The same around every page: looked at once.
const shell = [".top-bar", ".shell-nav"];
const pageWithShell = "/today";

const look = (passed: readonly string[]) => `(() => {
  const changing = ${JSON.stringify(passed.join(", "))};
  const pieces = document.querySelectorAll(
    "h1, h2, h3, label, legend, a, button, input, textarea, [role=tab], [role=columnheader], [data-testid], .card");
  const counts = new Map();
  const linesOf = (piece) => {
    const range = document.createRange();
    range.selectNodeContents(piece);
    const tops = [];
    for (const { top, bottom, width } of range.getClientRects()) {
      const middle = (top + bottom) / 2;
      if (width > 1 && !tops.some((each) => Math.abs(each - middle) < 8)) tops.push(middle);
    }
    return tops.length;
  };
  const groundOf = (piece) => {
    for (let each = piece; each !== null; each = each.parentElement) {
      const ground = getComputedStyle(each).backgroundColor;
      if (ground !== "rgba(0, 0, 0, 0)") return ground;
    }
    return "none";
  };
  return [...pieces].flatMap((piece) => {
    const { x, y, width, height } = piece.getBoundingClientRect();
    const isSeen = piece.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!isSeen || width < 2 || height < 2) return [];
    if (x < 0 || x >= innerWidth || y >= innerHeight) return [];
    if (piece.closest(changing) !== null || piece.closest(".visually-hidden") !== null) return [];
    const kind = piece.dataset.testid ?? piece.role ?? piece.tagName.toLowerCase();
    const known = counts.get(kind) ?? 0;
    counts.set(kind, known + 1);
    const leaf = piece.matches("h1, h2, h3, label, legend, a, button, [role=tab], [role=columnheader]");
    const lines = leaf ? linesOf(piece) : 0;
    const box = [x, y, width, Math.min(height, innerHeight - y)].map(Math.round);
    return [[kind + (known === 0 ? "" : " " + (known + 1)), box.join(" ") + " " + lines,
      getComputedStyle(piece).color + " on " + groundOf(piece)].join(" | ")];
  });
})()`;

interface Piece {
  readonly name: string;
  readonly box: readonly number[];
  readonly lines: number;
  readonly colours: string;
}

function pieceOf(line: string): Piece {
  const [name = "", box = "", colours = ""] = line.split(" | ");
  const numbers = box.split(" ").map(Number);
  return { name, box: numbers.slice(0, 4), lines: numbers[4] ?? 0, colours };
}

function differenceOf(kept: Piece, seen: Piece): string | null {
  const moved = kept.box.some((each, place) => Math.abs(each - (seen.box[place] ?? 0)) > mostPx);
  if (moved) return `${kept.name} stood at ${kept.box.join(" ")}, now at ${seen.box.join(" ")}`;
  if (kept.lines !== seen.lines)
    return `${kept.name} ran over ${kept.lines} lines, now ${seen.lines}`;
  if (kept.colours !== seen.colours) return `${kept.name} was ${kept.colours}, now ${seen.colours}`;
  return null;
}

/** What has changed of a page since its looks were kept, a sentence for each piece. */
export function changesOf(kept: readonly string[], seen: readonly string[]): readonly string[] {
  const before = new Map(kept.map((line) => [pieceOf(line).name, pieceOf(line)]));
  const now = new Map(seen.map((line) => [pieceOf(line).name, pieceOf(line)]));
  const gone = [...before.keys()].filter((name) => !now.has(name));
  const moved = [...now.values()].flatMap((piece) => {
    const known = before.get(piece.name);
    return known === undefined ? [`${piece.name} is new`] : (differenceOf(known, piece) ?? []);
  });
  return [...gone.map((name) => `${name} is gone`), ...moved];
}

/** Whether all letters that the page needs are there: until then it is set in others, which are as much at rest. */
const hasLetters = `document.fonts.ready.then(() => true)`;

/** The page when it has come to rest: two looks at it are the same. */
async function atRest(page: Page, passed: readonly string[]): Promise<readonly string[]> {
  let before: readonly string[] = [];
  for (let tries = 0; tries < 40; tries += 1) {
    await page.evaluate(hasLetters);
    const now = linesShape.parse(await page.evaluate(look(passed)));
    if (now.length > 0 && String(now) === String(before)) return now;
    before = now;
    await page.waitForTimeout(60);
  }
  return before;
}

/** Looks at pages, and holds what is seen against what was kept. */
export class PageLooks {
  readonly #seen: Record<LookName, Looks> = { en: {}, hi: {}, ur: {}, dark: {} };
  readonly #pictures: string;

  /** @param pictures the folder in which pictures are left when the looks are kept anew */
  constructor(pictures: string) {
    this.#pictures = pictures;
  }

  /** Looks at a page. @returns what has changed of it since its looks were kept; nothing where they are kept by this run */
  async look(page: Page, path: string, name: LookName): Promise<readonly string[]> {
    const passed = path === pageWithShell ? changing : [...changing, ...shell];
    const seen = await atRest(page, passed);
    this.#seen[name][path] = seen;
    if (!isKeeping) return changesOf(PageLooks.kept(name)[path] ?? [], seen);
    mkdirSync(this.#pictures, { recursive: true });
    const file = `${path.replaceAll(/[/$]+/gu, "-").slice(1)}-${name}.png`;
    await page.screenshot({ path: join(this.#pictures, file), caret: "hide" });
    return [];
  }

  /** Keeps all that was seen, where this run is to. */
  keep(): void {
    if (!isKeeping) return;
    for (const name of ["en", "hi", "ur", "dark"] as const) {
      const inOrder = Object.entries(this.#seen[name]).toSorted(([one], [other]) =>
        one < other ? -1 : 1,
      );
      writeFileSync(fileOf(name), `${JSON.stringify(Object.fromEntries(inOrder), null, 1)}\n`);
    }
  }

  static kept(name: LookName): Looks {
    return looksShape.parse(JSON.parse(readFileSync(fileOf(name), "utf8")));
  }
}
