// From here on the branch works without the hub: wards, emergencies, laboratory and radiology are done by hand on it alone.
import { expect, test } from "vitest";
import { world } from "#e2e/desk/world.ts";

/** When the line was cut. */
export const cut = { at: "" };

test("goes on at the branch with the line to the hub cut", async () => {
  cut.at = new Date().toISOString();
  const { code, stdout } = await world.product.edgeward("outage", "on");
  expect(stdout).toContain("cut off");
  expect(code).toBe(0);
});
