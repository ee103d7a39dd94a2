// Where each one's day begins: the doctor's own patients, the nurse's due vitals, the manager's figures.
import { expect, test } from "vitest";
import { barriersInBothThemes, barriersOn } from "#e2e/barriers.ts";
import { narrowPlaces } from "#e2e/narrow-places.ts";
import { englishSentences } from "#e2e/english-sentences.ts";
import type { Screen } from "#e2e/desk.ts";
import { staffOfDemo } from "#e2e/desk/staff.ts";
import { world } from "#e2e/desk/world.ts";

const name = "Hema Homecoming";
let doctor: Screen;
let nurse: Screen;

function rowOf(screen: Screen) {
  return screen.at("worklistRow").filter({ hasText: name });
}

test("begins the doctor's day with those who wait for that doctor", async () => {
  await world.closeOthers();
  const body = { name, gender: "female", dob: "1980-01-01" };
  const made = await world.branch.post("/v1/patients", body);
  const { provider_id } = world.product.credentials;
  const token = { patient_id: made.body["id"], provider_id, source: "walk_in", reason: "Cough" };
  expect(await world.branch.post("/v1/appointments", token)).toMatchObject({ status: 201 });
  doctor = await world.openDesk(world.product.credentials.branch_doctor);
  await doctor.page.waitForURL("**/my-patients");
  await rowOf(doctor).getByText("Cough").waitFor();
  await rowOf(doctor).getByText("Not taken").waitFor();
  await rowOf(doctor).getByText(/4\d y/u).first().waitFor();
  expect(await barriersOn(doctor.page)).toMatchObject({ violations: [] });
});

test("writes what is done next with those who wait in one line of the doctor's usual screen, in every language", async () => {
  await doctor.page.setViewportSize({ width: 1366, height: 768 });
  await doctor.toToday();
  const call = doctor.entryOf(name).getByTestId("call");
  await call.click();
  await doctor.entryOf(name).getByText("called").waitFor();
  const narrow: Record<string, readonly string[]> = {};
  for (const language of ["hi", "ur", "en"] as const) {
    await doctor.speak(language);
    await call.waitFor();
    narrow[language] = await narrowPlaces(doctor.page);
  }
  expect(narrow).toEqual({ hi: [], ur: [], en: [] });
  await doctor.page.goBack();
  await doctor.page.waitForURL("**/my-patients");
});

test("begins the nurse's day with those whose vitals are due, and takes them off when they are taken", async () => {
  nurse = await world.openDesk(await staffOfDemo("nurse"));
  await nurse.page.waitForURL("**/vitals");
  await rowOf(nurse).getByTestId("record-vitals").waitFor();
  expect(await barriersOn(nurse.page)).toMatchObject({ violations: [] });
  expect(await nurse.at("navMyPatients").count()).toBe(0);
  await rowOf(nurse).getByTestId("record-vitals").click();
  await nurse.at("vitalsCard").waitFor();
  const id = nurse.page.url().split("/").at(-1);
  const vitals = { sbp: 124, dbp: 82 };
  expect(await world.branch.put(`/v1/encounters/${id}`, { vitals })).toMatchObject({ status: 200 });
  await nurse.at("navVitals").click();
  await nurse.page.waitForURL("**/vitals");
  await rowOf(nurse).waitFor({ state: "detached" });
  await rowOf(doctor).getByText("124/82").waitFor();
});

test("shows the manager how the day goes, and the clerk not", async () => {
  const manager = await world.openDesk(world.product.credentials.branch_manager);
  await manager.page.waitForURL("**/today");
  await manager.at("figures").getByText("Median wait").waitFor();
  expect(await manager.at("figure").count()).toBe(5);
  expect(await world.desk.at("figures").count()).toBe(0);
  expect(await barriersOn(manager.page)).toMatchObject({ violations: [] });
  await manager.close();
});

test.each(["en", "hi"] as const)(
  "puts no barrier before the worklists, in %s, light and dark",
  async (language) => {
    for (const [screen, way] of [
      [doctor, "navMyPatients"],
      [nurse, "navVitals"],
    ] as const) {
      await screen.speak(language);
      await screen.at(way).click();
      await screen.at("worklistRow").first().waitFor();
      expect(await barriersInBothThemes(screen.page)).toMatchObject({ violations: [] });
      const left = (await screen.words()).filter((text) => englishSentences.has(text));
      expect(language === "hi" ? left : []).toEqual([]);
    }
  },
);
