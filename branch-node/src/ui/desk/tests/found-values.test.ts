import { describe, expect, test } from "vitest";
import { foundByTest } from "./found-values.ts";

const result = (test_code: string, id: string, at: string | null, status = "final") => ({
  id,
  test_code,
  test_id: `lot_${test_code}`,
  status: status === "preliminary" ? ("preliminary" as const) : ("final" as const),
  observations: [],
  verified_at: at,
});

describe("what was found in a patient", () => {
  test("stands test by test, the newest value before the earlier ones", () => {
    const found = foundByTest(
      [
        result("hb", "b", "2026-11-02T00:00:00.000Z"),
        result("na", "c", "2026-11-03T00:00:00.000Z"),
        result("hb", "a", "2026-11-01T00:00:00.000Z"),
      ],
      [],
    );
    expect(found.map(({ code, newest, earlier }) => [code, newest.id, earlier.length])).toEqual([
      ["na", "c", 0],
      ["hb", "b", 1],
    ]);
  });

  test("is nothing that nobody has verified", () => {
    expect(foundByTest([result("hb", "a", null, "preliminary")], [])).toEqual([]);
  });
});
