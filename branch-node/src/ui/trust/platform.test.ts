import { expect, test } from "vitest";
import { platformOf } from "./platform.ts";

test.each([
  [
    "Mozilla/5.0 (Linux; Android 14; SM-X200) AppleWebKit/537.36 Chrome/140.0 Safari/537.36",
    "android",
  ],
  ["Mozilla/5.0 (iPad; CPU OS 15_6 like Mac OS X) AppleWebKit/605.1.15", "apple"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15", "apple"],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36", "windows"],
  ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36", "linux"],
  ["Mozilla/5.0 (PlayStation 5)", null],
])("%s has the steps of %s", (userAgent, platform) => {
  expect(platformOf(userAgent)).toBe(platform);
});
