// From here on the branch works without the hub: wards, emergencies, laboratory, radiology, stores, pharmacy, cash desk and
// claims are done by hand on it alone.
import { expect, test } from "vitest";
import { world } from "#e2e/desk/world.ts";
import { until } from "#support/until.ts";

/** When the line was cut. */
export const cut = { at: "" };

/** Whom the head office had agreed with by then: payers are its own, and come down. */
export const payerName = "Kavach Health";

test("goes on at the branch with the line to the hub cut", async () => {
  const agreed = { code: "kavach-till", name: payerName, type: "insurer" };
  const { id } = (await world.hub.post("/v1/payers", agreed)).body;
  await until("the branch knows the payer", 15_000, async () => {
    return (await world.branch.get(`/v1/payers/${String(id)}`)).status === 200;
  });
  cut.at = new Date().toISOString();
  const { code, stdout } = await world.product.edgeward("outage", "on");
  expect(stdout).toContain("cut off");
  expect(code).toBe(0);
});
