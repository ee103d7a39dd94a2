import type { Page } from "playwright-core";
import * as z from "zod";

const look = `(() => {
  const isBroken = (button) => {
    const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    const boxes = [];
    while (texts.nextNode() !== null) {
      const { currentNode: text } = texts;
      if (text.parentElement.closest(".visually-hidden") !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      boxes.push(...[...range.getClientRects()].filter(({ width }) => width > 0));
    }
    return Math.max(...boxes.map(({ top }) => top)) >= Math.min(...boxes.map(({ bottom }) => bottom));
  };
  const frames = [...document.querySelectorAll(".table-frame, .list-frame")];
  const buttons = [...document.querySelectorAll("button, a.button, label.button")];
  return [
    ...frames
      .filter((frame) => frame.scrollWidth > frame.clientWidth)
      .map((frame) => "a table of " + frame.scrollWidth + " px in " + frame.clientWidth),
    ...buttons
      .filter((button) => button.checkVisibility() && isBroken(button))
      .map((button) => button.innerText),
  ];
})()`;

/** What does not fit: buttons in sight whose text runs over more than one line, and tables that are wider than their place. */
export async function narrowPlaces(page: Page): Promise<readonly string[]> {
  await page.evaluate("document.fonts.ready.then(() => null)");
  return z.array(z.string()).parse(await page.evaluate(look));
}
