import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import * as z from "zod";

// The smaller one of the two that it comes as: each page takes it in anew.
const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

const standards = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] };
// All that another set of colours can change.
const colours = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

const resultsShape = z.object({
  passes: z.number(),
  violations: z.array(z.object({ id: z.string(), where: z.array(z.string()) })),
});

/**
 * What axe finds on the page against WCAG 2.2 AA; `passes` shows that it looked at something.
 * @param within a selector, where only a part of the page is new
 */
export function barriersOn(page: Page, within = "html"): Promise<z.output<typeof resultsShape>> {
  return barriersBy(standards, page, within);
}

/** What axe finds of a page in other colours that was looked at whole in the usual ones. @param within as of `barriersOn` */
export function contrastOn(page: Page, within = "html"): Promise<z.output<typeof resultsShape>> {
  return barriersBy(colours, page, within);
}

/** What axe finds on the page in light and in dark, as the system asks for. */
export async function barriersInBothThemes(page: Page): Promise<z.output<typeof resultsShape>> {
  await page.emulateMedia({ colorScheme: "light" });
  const light = await barriersOn(page);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await contrastOn(page);
  await page.emulateMedia({ colorScheme: null });
  return { passes: light.passes, violations: [...light.violations, ...dark.violations] };
}

async function barriersBy(
  runOnly: typeof standards,
  page: Page,
  within: string,
): Promise<z.output<typeof resultsShape>> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  const options = { runOnly, resultTypes: ["violations"] };
  const found = await page.evaluate(`
    axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)}).then(({ passes, violations }) => ({
      passes: passes.length,
      violations: violations.map(({ id, nodes }) => ({
        id,
        where: nodes.map(({ html, failureSummary }) => html.slice(0, 200) + " | " + failureSummary),
      })),
    }))`);
  return resultsShape.parse(found);
}

const focusShape = z.object({
  testName: z.string(),
  tag: z.string(),
  text: z.string(),
  isSeen: z.boolean(),
});

/** What has the focus, and whether it can be seen that it has. */
export type Focus = z.output<typeof focusShape>;

/** Looks where the focus is. */
export async function focusOf(page: Page): Promise<Focus> {
  // The button within a date field has the focus where the field itself has not; the browser marks it.
  const found = await page.evaluate(`(() => {
    const element = document.activeElement ?? document.body;
    const box = element.getBoundingClientRect();
    const inView = box.width > 0 && box.bottom > 0 && box.top < innerHeight;
    const marked = [element, element.parentElement].some((each) => {
      const style = getComputedStyle(each ?? document.body);
      return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none";
    });
    return {
      testName: element.dataset?.testid ?? element.closest("[data-testid]")?.dataset.testid ?? "",
      tag: element.tagName.toLowerCase(),
      text: (element.textContent ?? "").trim().slice(0, 60),
      isSeen: inView && (marked || !element.matches(':focus')),
    };
  })()`);
  return focusShape.parse(found);
}

const most = 150;

/** Presses Tab until the focus is back where it was. @returns where it stood on the way, the page's edge left out */
export async function tabAround(page: Page): Promise<readonly Focus[]> {
  const first = await focusOf(page);
  const stops: Focus[] = [];
  for (let step = 0; step < most; step += 1) {
    await page.keyboard.press("Tab");
    const focus = await focusOf(page);
    if (focus.testName === first.testName) return stops;
    if (focus.tag !== "body") stops.push(focus);
  }
  throw new Error(`the Tab key does not lead back to ${first.testName}`);
}

/** Presses Tab until the focus is on something of that name, whose text holds `text`. @throws Error when it never is */
export async function tabTo(page: Page, testName: string, text = ""): Promise<void> {
  for (let step = 0; step < most; step += 1) {
    await page.keyboard.press("Tab");
    const focus = await focusOf(page);
    if (focus.testName === testName && focus.text.includes(text)) return;
  }
  throw new Error(`the Tab key does not lead to ${testName}`);
}

/** Presses an arrow key within a table until the focus is on something of that name, whose text holds `text`. @throws Error when it never is */
export async function arrowTo(
  page: Page,
  key: "ArrowDown" | "ArrowRight",
  testName: string,
  text = "",
): Promise<void> {
  for (let step = 0; step < most; step += 1) {
    const focus = await focusOf(page);
    if (focus.testName === testName && focus.text.includes(text)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${testName}`);
}
