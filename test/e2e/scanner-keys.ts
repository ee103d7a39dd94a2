import type { Page } from "playwright-core";

interface Key {
  readonly key: string;
  readonly code: string;
  readonly keyCode: number;
  readonly shift: boolean;
}

const shiftKey = 8;

function keyOf(character: string): Key {
  const isCapital = /^[A-Z]$/u.test(character);
  if (/^[a-z]$/iu.test(character)) {
    const upper = character.toUpperCase();
    return { key: character, code: `Key${upper}`, keyCode: upper.charCodeAt(0), shift: isCapital };
  }
  if (/^\d$/u.test(character)) {
    const keyCode = character.charCodeAt(0);
    return { key: character, code: `Digit${character}`, keyCode, shift: false };
  }
  return { key: character, code: "", keyCode: 0, shift: false };
}

/**
 * Types as a scanner that plays a keyboard does: trusted key events 4 ms apart by their own clock, whoever has the
 * focus, with Enter at the end. The protocol's own calls take longer than a scanner's keys, so they do not wait for each
 * other, and each says when it happened.
 */
export async function playScanner(page: Page, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const began = Date.now() / 1000;
  const keys = [
    ...Array.from(text, keyOf),
    { key: "Enter", code: "Enter", keyCode: 13, shift: false },
  ];
  const sent = keys.flatMap(({ key, code, keyCode, shift }, index) => {
    const timestamp = began + index * 0.004;
    const common = {
      key,
      code,
      windowsVirtualKeyCode: keyCode,
      modifiers: shift ? shiftKey : 0,
      timestamp,
    };
    const typed = key === "Enter" ? "\r" : key;
    return [
      session.send("Input.dispatchKeyEvent", { ...common, type: "keyDown", text: typed }),
      session.send("Input.dispatchKeyEvent", { ...common, type: "keyUp" }),
    ];
  });
  await Promise.all(sent);
  await session.detach();
}
