import { setTimeout as delay } from "node:timers/promises";
// Nobody is kept out: screen readers, Hindi, the keyboard alone.
import { expect, test } from "vitest";
import { choose, typeDay } from "#e2e/desk.ts";
import { arrowTo, barriersOn, focusOf, tabAround, tabTo } from "#e2e/barriers.ts";
import type { Screen } from "#e2e/desk.ts";
import { englishSentences } from "#e2e/english-sentences.ts";
import { dayAtBranch, dayMs, known, only, world } from "./world.ts";

const languages = ["en", "hi"] as const;

/** Every page and form that stands on the way of a patient, one after the other, in one language. */
async function* visitScreens(language: "en" | "hi"): AsyncGenerator<readonly [string, Screen]> {
  const { branch_staff: clerk, provider_id: providerId } = world.product.credentials;
  const screen = await world.openScreen();
  await screen.goTo("/desk");
  await screen.speak(language);
  yield ["sign-in", screen];
  await screen.signIn(clerk);
  await screen.entryOf(known.name).or(screen.at("queue")).first().waitFor();
  yield ["desk", screen];
  await screen.search("sav");
  await screen.at("searchResult").first().waitFor();
  yield ["search results", screen];
  await screen.openPatient(world.savitri.uhid, world.savitri.uhid);
  yield ["patient", screen];
  await screen.at("book").click();
  await choose(screen.at("bookingProvider"), providerId);
  // In the evening the doctor has no time left today.
  await typeDay(screen.at("bookingDate"), dayAtBranch(Date.now() + dayMs));
  await screen.at("slot").first().waitFor();
  yield ["booking", screen];
  await screen.at("syncButton").first().click();
  await screen.at("syncPanel").waitFor();
  yield ["sync panel", screen];
  await screen.page.keyboard.press("Escape");
  await screen.at("syncPanel").waitFor({ state: "detached" });
  await screen.page.keyboard.press("F2");
  await screen.at("fieldName").waitFor();
  await screen.at("savePatient").click();
  yield ["registration with faults", screen];
  await screen.close();

  await world.doctor.speak(language);
  await world.doctor.openPatient(world.savitri.uhid, world.savitri.uhid);
  await world.doctor.at("openEncounter").first().click();
  await world.doctor.at("chiefComplaint").waitFor();
  yield ["encounter", world.doctor];
  yield ["waiting room", world.board];
}

/** What is read on a screen in Hindi. */
async function expectHindi(name: string, screen: Screen): Promise<void> {
  // The waiting room's board speaks both languages at once.
  const words = await screen.words();
  const left = screen === world.board ? [] : words.filter((text) => englishSentences.has(text));
  expect({ name, left }).toEqual({ name, left: [] });
  expect(words.join()).toMatch(/\p{Script=Devanagari}/u);
}

test.each(languages)(
  "puts no barrier in anybody's way, and speaks Hindi with no sentence missing, in %s",
  async (language) => {
    const found: Record<string, unknown> = {};
    for await (const [name, screen] of visitScreens(language)) {
      const { passes, violations } = await barriersOn(screen.page);
      expect(passes).toBeGreaterThan(5);
      if (violations.length > 0) found[name] = violations;
      if (language === "hi") await expectHindi(name, screen);
    }
    expect(found).toEqual({});
  },
);

test("finds a barrier where there is one", async () => {
  const screen = await world.openScreen();
  await screen.page.setContent("<html><body><input><img src='x.png'></body></html>");
  const { violations } = await barriersOn(screen.page);
  expect(violations.map(({ id }) => id)).toEqual(expect.arrayContaining(["image-alt", "label"]));
  await screen.close();
});

test("lets the Tab key reach everything, and shows where it is", async () => {
  await world.desk.speak("en");
  await world.desk.openPatient(world.savitri.uhid, world.savitri.uhid);
  // Late in the evening nobody is expected any more: somebody comes without an appointment.
  const comes = { patient_id: world.made.patientId, source: "walk_in" };
  const provider_id = world.product.credentials.provider_id;
  expect(await world.branch.post("/v1/appointments", { ...comes, provider_id })).toMatchObject({
    status: 201,
  });
  await world.desk.toToday();
  await world.desk.showPart("waiting");
  await world.desk.at("queueEntry").first().waitFor();
  await world.desk.at("search").focus();
  const onToday = await tabAround(world.desk.page);
  expect(onToday.filter(({ isSeen }) => !isSeen)).toEqual([]);
  const today = [
    "new-patient",
    "open-sync",
    "user-menu",
    "nav-patients",
    "call-next",
    "queue-entry",
  ];
  expect(onToday.map(({ testName }) => testName)).toEqual(expect.arrayContaining(today));
  await world.desk.openPatient(world.made.uhid, world.made.uhid);
  await world.desk.at("book").click();
  // Late in the day nothing of today can be booked any more.
  await typeDay(world.desk.at("bookingDate"), dayAtBranch(Date.now() + dayMs));
  await world.desk.at("slot").and(world.desk.page.locator(":enabled")).first().waitFor();
  // The date field, in which a day was just typed, may take the focus once more.
  await expect
    .poll(async () => {
      await world.desk.at("search").focus();
      await delay(200);
      return (await focusOf(world.desk.page)).testName;
    })
    .toBe("search");
  const stops = await tabAround(world.desk.page);
  expect(stops.filter(({ isSeen }) => !isSeen)).toEqual([]);
  const reached = stops.map(({ testName }) => testName);
  const onTheWay = ["user-menu", "open-sync", "new-patient", "provider", "walk-in", "book"];
  const further = ["booking-provider", "booking-date", "slot"];
  expect(reached).toEqual(expect.arrayContaining([...onTheWay, ...further]));
});

/** From the first part of a date field: raises the first of day, month and year that leads beyond today. */
async function chooseLaterDay(screen: Screen): Promise<void> {
  for (let part = 0; part < 3; part += 1) {
    await screen.page.keyboard.press("ArrowUp");
    const day = (await screen.at("bookingDate").getAttribute("data-value")) ?? "";
    if (day > dayAtBranch(Date.now())) return;
    await screen.page.keyboard.press("ArrowDown");
    await screen.page.keyboard.press("Tab");
  }
}

test("takes a returning patient from the door to the doctor and home without a mouse", async () => {
  const { keyboard } = world.desk.page;
  await keyboard.press("Control+k");
  await keyboard.type("BOS-1004");
  await keyboard.press("Enter");
  await world.desk.at("patientName").filter({ hasText: "Logan Castellanos" }).waitFor();
  // Of somebody who has never been here nobody knows the doctor: the key leads to the choice.
  await keyboard.press("Control+Enter");
  await expect.poll(async () => (await focusOf(world.desk.page)).testName).toBe("provider");
  const doctor = await world.branch.get(`/v1/staff/${world.product.credentials.provider_id}`);
  await keyboard.press("ArrowDown");
  // As fast as a hand, and no faster: what comes as fast as a scanner writes is a scan.
  await keyboard.type(String(doctor.body["name"]).replace("Dr. ", ""), { delay: 120 });
  await keyboard.press("Enter");
  await world.desk.page.getByRole("listbox").waitFor({ state: "detached" });
  await keyboard.press("Control+Enter");
  const token = (await world.desk.at("token").textContent()) ?? "";
  await tabTo(world.desk.page, "book");
  await keyboard.press("Enter");
  await tabTo(world.desk.page, "booking-date");
  await chooseLaterDay(world.desk);
  await world.desk.at("slot").and(world.desk.page.locator(":enabled")).first().waitFor();
  await tabTo(world.desk.page, "slot");
  await keyboard.press("Enter");
  await world.desk.at("bookDialog").waitFor();
  await keyboard.press("Enter");
  await world.desk.page.getByText(/^Booked for/u).waitFor();

  await world.doctor.speak("en");
  await world.doctor.toToday();
  await world.doctor.entryOf(token).waitFor();
  await tabTo(world.doctor.page, "queue-entry");
  await arrowTo(world.doctor.page, "ArrowDown", "queue-entry", "Logan Castellanos");
  await arrowTo(world.doctor.page, "ArrowRight", "call");
  await world.doctor.page.keyboard.press("Enter");
  await world.board.at("boardServing").getByText(token).waitFor();
  await arrowTo(world.doctor.page, "ArrowRight", "open-encounter");
  await world.doctor.page.keyboard.press("Enter");
  await world.doctor.at("chiefComplaint").waitFor();
  await tabTo(world.doctor.page, "diagnosis-search");
  await world.doctor.page.keyboard.type("M54.5");
  await world.doctor.page.keyboard.press("Enter");
  await tabTo(world.doctor.page, "disposition");
  await world.doctor.page.keyboard.press("Enter");
  await world.doctor.page.keyboard.type("Home");
  await world.doctor.page.keyboard.press("Enter");
  await tabTo(world.doctor.page, "complete-encounter");
  await world.doctor.page.keyboard.press("Enter");
  await world.doctor.at("encounter").waitFor({ state: "detached" });
  const logan = only(await world.branch.list("/v1/patients/search?q=BOS-1004"));
  const encounter = only(
    await world.branch.list(`/v1/encounters?patient_id=${String(logan["id"])}`),
  );
  expect(encounter).toMatchObject({ visit_status: "completed", diagnosis_code: "M54.5" });
});
