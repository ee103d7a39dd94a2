// Registration as Indian clinics ask it, with the token in the same form.
import { expect, test } from "vitest";
import { choose } from "#e2e/desk.ts";
import { barriersOn } from "#e2e/barriers.ts";
import { only, world } from "#e2e/desk/world.ts";

const low = { width: 1366, height: 600 };
const usual = { width: 1366, height: 768 };

test("shows what saves on a low screen, whatever part of the form is open", async () => {
  await world.closeOthers();
  const { desk } = world;
  await desk.page.setViewportSize(low);
  await desk.page.keyboard.press("F2");
  await desk.at("fieldName").waitFor();
  const isInSight = async () => {
    const box = await desk.at("saveWithToken").boundingBox();
    return box !== null && box.y >= 0 && box.y + box.height <= low.height;
  };
  expect(await isInSight()).toBe(true);
  await desk.page.getByText("Guardian, address and payer").click();
  await desk.at("fieldPayer").waitFor();
  expect(await isInSight()).toBe(true);
  await desk.page.setViewportSize(usual);
});

test("marks what is required, and says while it is typed that a date does not exist", async () => {
  const { desk } = world;
  await desk.at("fieldDob").fill("31/02/1988");
  await desk.page.getByText("This date does not exist").waitFor();
  await desk.at("fieldDob").fill("31/12/2090");
  await desk.page.getByText("This day is yet to come").waitFor();
  await desk.at("fieldDob").fill("12/03/1988");
  await desk.page.getByText("This day is yet to come").waitFor({ state: "detached" });
  const required = desk.page.locator(".field[data-required]");
  expect(await required.count()).toBe(3);
});

test("asks for the doctor in the same form, and gives the token with why they come and who sent them", async () => {
  const { desk } = world;
  await desk.at("fieldName").fill("Kamala Jadhav");
  await desk.at("fieldPhone").fill("9011220011");
  await desk.page.getByTestId("gender-female").click();
  // Of nobody it is not said how they are related.
  expect(await desk.at("fieldRelativeRelation").isDisabled()).toBe(true);
  await desk.at("fieldRelativeName").fill("Mohan Jadhav");
  await choose(desk.at("fieldRelativeRelation"), "husband");
  await desk.at("fieldCity").fill("Wai");
  await desk.at("fieldDistrict").fill("Satara");
  await choose(desk.at("fieldPayer"), "pmjay");
  await desk.page.keyboard.press("Control+Enter");
  await desk.page.getByText("Give the number that the payer has given").waitFor();
  await desk.at("fieldPayerNumber").fill("PMJ-778");
  await desk.at("tokenReason").fill("Fever for three days");
  await desk.at("tokenReferredBy").fill("Dr. Shinde");
  await choose(desk.at("tokenDoctor"), world.product.credentials.provider_id);
  expect(await barriersOn(desk.page)).toMatchObject({ violations: [] });
  await desk.page.keyboard.press("Control+Enter");
  await desk.at("token").waitFor();
  const uhid = (await desk.at("patientUhid").textContent()) ?? "";
  const patient = only(await world.branch.list(`/v1/patients/search?q=${uhid}`));
  expect(patient).toMatchObject({
    relative: { relation: "husband", name: "Mohan Jadhav" },
    address: { city: "Wai", district: "Satara" },
    identifiers: [{ type: "pmjay", value: "PMJ-778" }],
  });
  const given = await world.branch.list(`/v1/appointments?patient_id=${String(patient["id"])}`);
  expect(only(given)).toMatchObject({
    reason: "Fever for three days",
    referred_by: "Dr. Shinde",
    source: "walk_in",
  });
  await desk.toToday();
  const entry = desk.entryOf("Kamala Jadhav");
  await entry.getByText("Fever for three days · sent by Dr. Shinde").waitFor();
});

test("gives the token by keys alone: it asks for the doctor, whose name's beginning is enough", async () => {
  const { desk } = world;
  await desk.page.keyboard.press("F2");
  await desk.at("fieldName").waitFor();
  await desk.page.keyboard.type("Shobha Kadam");
  await desk.page.keyboard.press("Tab");
  // No end of it is the number of a product: typed as quickly as a scanner does, that would be taken for one.
  await desk.page.keyboard.type("9011220078");
  await desk.page.keyboard.press("Tab");
  await desk.page.keyboard.type("12/04/1988");
  for (const key of ["Tab", "Tab", "Space", "Control+Enter"]) await desk.page.keyboard.press(key);
  await desk.page.locator(":focus").and(desk.at("tokenDoctor")).waitFor();
  const staff = await world.branch.list(`/v1/staff?role=doctor`);
  const doctor = only(staff.filter(({ id }) => id === world.product.credentials.provider_id));
  const shown = String(doctor["name"]);
  await desk.page.keyboard.type(shown.replace("Dr. ", "").slice(0, 4));
  await expect.poll(() => desk.at("tokenDoctor").textContent()).toContain(shown);
  await desk.page.keyboard.press("Control+Enter");
  await desk.at("token").waitFor();
  await desk.toToday();
  await desk.entryOf("Shobha Kadam").waitFor();
});

test("takes nothing of a patient who was found over to whoever is registered next", async () => {
  const { desk } = world;
  await desk.search("kamala");
  await desk.at("searchResult").filter({ hasText: "Kamala Jadhav" }).click();
  // She waits for her doctor already: another token is of another one, whom somebody has to choose.
  await desk.at("walkIn").filter({ hasText: "Another token" }).waitFor();
  expect(await desk.at("provider").getAttribute("data-value")).toBe("");
  await desk.at("provider").click();
  const doctor = world.product.credentials.provider_id;
  await desk.page.getByRole("option").first().waitFor();
  expect(await desk.page.locator(`[role=option][data-key="${doctor}"]`).count()).toBe(0);
  await desk.page.keyboard.press("Escape");
  expect(await desk.at("search").inputValue()).toBe("");
  await desk.page.keyboard.press("F2");
  await desk.at("fieldName").waitFor();
  expect(await desk.at("fieldName").inputValue()).toBe("");
  expect(await desk.at("tokenDoctor").getAttribute("data-value")).toBe("");
  await desk.at("leaveForm").click();
});

test("tells by whose wife somebody is, and says so in Hindi", async () => {
  const { desk } = world;
  await desk.speak("hi");
  await desk.search("kamala");
  await desk.at("searchResult").getByText("Mohan Jadhav").waitFor();
  await desk.page.keyboard.press("F2");
  await desk.at("fieldRelativeName").waitFor();
  await desk.page.getByText("पिता या पति का नाम").waitFor();
  expect(await barriersOn(desk.page)).toMatchObject({ violations: [] });
  await desk.at("leaveForm").click();
  await desk.speak("en");
});
