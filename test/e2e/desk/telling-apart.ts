// Four of one name are told apart at the desk: by guardian, village, age, number and the day of the last visit.
import { expect, test } from "vitest";
import { barriersOn } from "#e2e/barriers.ts";
import { dayAtBranch, dayMs, idShape, world } from "./world.ts";

const alike = { name: "Lakshmi Torne", gender: "female", dob: "1984-06-09", phone: "9766512340" };
const people = [
  { guardian: "Suresh", relationship: "spouse", city: "Khed", district: "Pune", seenDaysAgo: 3 },
  {
    guardian: "Baban",
    relationship: "parent",
    city: "Manchar",
    district: "Pune",
    seenDaysAgo: 400,
  },
  {
    guardian: "Asha",
    relationship: "friend",
    city: "Sinnar",
    district: "Nashik",
    seenDaysAgo: null,
  },
] as const;
const written = {
  en: ["W/o Suresh", "D/o Baban", "C/o Asha"],
  hi: ["Suresh की पत्नी", "Baban की पुत्री", "द्वारा Asha"],
};
const languages = ["en", "hi"] as const;

const ids: string[] = [];
const uhids: string[] = [];

/** A day as the desk writes it. */
function dayText(daysAgo: number): string {
  return dayAtBranch(Date.now() - daysAgo * dayMs)
    .split("-")
    .toReversed()
    .join("/");
}

async function register(person: (typeof people)[number]): Promise<void> {
  const { guardian, relationship, city, district, seenDaysAgo } = person;
  const answer = await world.branch.post("/v1/patients", {
    ...alike,
    address: { city, district },
    emergency_contact: { name: guardian, relationship, phone: "9766500000" },
  });
  const { id, uhid } = idShape.parse(answer.body);
  ids.push(id);
  uhids.push(uhid);
  if (seenDaysAgo === null) return;
  const visit = await world.branch.post("/v1/encounters", {
    patient_id: id,
    encounter_type: "OPD",
    doctor_id: world.product.credentials.provider_id,
    visit_status: "in_progress",
    started_at: new Date(Date.now() - seenDaysAgo * dayMs).toISOString(),
  });
  expect(visit).toMatchObject({ status: 201 });
}

/** What is asked of the branch while something is done. */
async function askedDuring(path: string, work: () => Promise<void>): Promise<number> {
  let asked = 0;
  const count = (request: { url(): string }) => {
    if (new URL(request.url()).pathname === path) asked += 1;
  };
  world.desk.page.on("request", count);
  await work();
  world.desk.page.off("request", count);
  return asked;
}

test("asks once for the days on which all that were found were last seen", async () => {
  const { desk } = world;
  for (const person of people) await register(person);
  await desk.toToday();
  const asked = await askedDuring("/v1/encounters/latest", async () => {
    await desk.at("search").fill("lakshmi torne");
    await desk
      .at("searchResult")
      .filter({ hasText: dayText(400) })
      .waitFor();
  });
  expect(asked).toBe(1);
});

test("says in the search which of them comes next, and when", async () => {
  const { desk, branch, product } = world;
  const provider_id = product.credentials.provider_id;
  // Not tomorrow, which others fill.
  const [from, to] = [3, 9].map((days) => dayAtBranch(Date.now() + days * dayMs));
  const range = `provider_id=${provider_id}&date_from=${from}&date_to=${to}`;
  const slots = await branch.list(`/v1/appointments/slots?${range}`);
  const slot_time = slots.find(({ available }) => available === true)?.["start_at"];
  const patient_id = ids[1];
  const booked = await branch.post("/v1/appointments", { patient_id, provider_id, slot_time });
  expect(booked).toMatchObject({ status: 201 });
  await desk.toToday();
  await desk.search("lakshmi torne");
  const next = desk.at("searchResult").filter({ has: desk.page.getByTestId("next-time") });
  await next.first().waitFor();
  expect(await next.count()).toBe(1);
  expect(await next.textContent()).toContain(uhids[1]);
  // Of one name, who comes stands first, and Enter leads there.
  await expect.poll(() => desk.at("searchResult").first().textContent()).toContain(uhids[1]);
  expect(await next.getAttribute("aria-selected")).toBe("true");
  await next.click();
  await desk.at("nextVisit").waitFor();
});

test.each(languages)(
  "tells those of one name, birth date and telephone apart in the search and in the list, in %s",
  async (language) => {
    const { desk } = world;
    await desk.speak(language);
    await desk.toToday();
    await desk.search("lakshmi torne");
    await desk.at("searchResult").first().waitFor();
    for (const where of ["searchResult", "patientRow"] as const) {
      if (where === "patientRow") await desk.goTo("/patients?q=lakshmi%20torne");
      for (const [index, { city, district, seenDaysAgo }] of people.entries()) {
        const line = desk.at(where).filter({ hasText: uhids[index] ?? "" });
        await line.getByText(written[language][index] ?? "", { exact: true }).waitFor();
        await line.getByText(`${city}, ${district}`, { exact: true }).waitFor();
        const seen = seenDaysAgo === null ? [] : [dayText(seenDaysAgo)];
        for (const day of seen) await line.getByText(day).waitFor();
      }
      expect(await barriersOn(desk.page)).toMatchObject({ violations: [] });
    }
    await desk.speak("en");
    await desk.toToday();
  },
);

test("says the number of those found where no more were, and leads to the rest where there are", async () => {
  const { desk } = world;
  for (let number = 1; number <= 12; number += 1) {
    const body = {
      name: `Zubeida Xalxo ${"ABCDEFGHIJKLM".charAt(number)}`,
      gender: "female",
      dob: "1990-01-01",
    };
    expect(await world.branch.post("/v1/patients", body)).toMatchObject({ status: 201 });
  }
  await desk.search("zubeida xalxo");
  await desk.page.getByText("12 found", { exact: false }).waitFor();
  expect(await desk.at("allFound").count()).toBe(0);
  const more = { name: "Zubeida Xalxo Z", gender: "female", dob: "1990-01-01" };
  expect(await world.branch.post("/v1/patients", more)).toMatchObject({ status: 201 });
  await desk.search("zubeida xalx");
  await desk.page.getByText("The first 12 matches; type more to narrow").waitFor();
  // From the box by the keyboard alone.
  await desk.page.keyboard.press("Tab");
  await desk.page.keyboard.press("Enter");
  await desk.page.waitForURL("**/patients?q=zubeida**");
  await expect.poll(() => desk.at("patientRow").count()).toBe(13);
  await desk.toToday();
});
