import { describe, expect, test } from "vitest";
import { renewalDelay } from "./session.ts";

describe("renewing a session", () => {
  test("happens a minute before an hour's token ends", () => {
    expect(renewalDelay(3_600_000, 0)).toBe(2_880_000);
    expect(renewalDelay(240_000, 0)).toBe(180_000);
  });

  test("is tried again in five seconds when the token has ended already", () => {
    expect(renewalDelay(0, 60_000)).toBe(5000);
  });
});
