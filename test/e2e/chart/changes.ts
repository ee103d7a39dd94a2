// Who changed what of a patient, as the chart says it.
import { expect, test } from "vitest";
import { idShape, world } from "#e2e/desk/world.ts";
import { wrongLooks } from "./looks.ts";

test("says who changed which details and when, without a barrier, and shows a new change at once", async () => {
  const body = { name: "Ganpat More", gender: "male", dob: "1955-03-03", phone: "9811260077" };
  const { id, uhid } = idShape.parse((await world.branch.post("/v1/patients", body)).body);
  const desk = await world.openDesk(world.product.credentials.branch_staff);
  await desk.openPatient(uhid, uhid);
  await desk.at("bannerEdit").click();
  await desk.at("fieldPhone").fill("9811260078");
  await desk.at("saveDetails").click();
  await desk.page.getByText("Saved: Ganpat More").waitFor();
  await desk.page.getByTestId("chart-changes").click();
  const lines = desk.at("chartChange");
  await lines.nth(1).waitFor();
  // The name of who changed it may come a moment after the change.
  const named = /\d\d\/\d\d\/\d{4} \d\d:\d\d.*Phone\S/u;
  await lines.filter({ hasText: named }).first().waitFor();
  const [changed = "", made = ""] = await lines.allTextContents();
  expect(changed).not.toMatch(/A colleague|A program/u);
  expect(made).toContain("Registered");
  await desk.page.getByText("Earlier values are not shown").waitFor();
  expect(await world.branch.put(`/v1/patients/${id}`, { blood_group: "O+" })).toMatchObject({
    status: 200,
  });
  await lines.nth(2).waitFor();
  const found = await wrongLooks(desk, async () => {
    await desk.goTo(`/patients/${uhid}/changes`);
    await lines.nth(2).waitFor();
  });
  expect(found).toEqual([]);
  await desk.close();
});
