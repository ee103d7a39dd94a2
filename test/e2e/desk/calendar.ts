// The days, weeks and lists of appointments: found, booked, moved, missed, and seen from another desk at once.
import { expect, test } from "vitest";
import type { Locator } from "playwright-core";
import * as z from "zod";
import { barriersInBothThemes } from "#e2e/barriers.ts";
import { choose, typeDay, type Screen } from "#e2e/desk.ts";
import { englishSentences } from "#e2e/english-sentences.ts";
import { dayAtBranch, timeAtBranch, tuesdayAfter, world } from "./world.ts";

const people = ["Bhimrao Ekbote", "अन्नपूर्णेश्वरीदेवी महालक्ष्मीनारायणस्वामी"] as const;
const other = "Chandrika Dixit";

// On which no other part of this path books.
const tuesday = tuesdayAfter(11);
let desk: Screen;
let patientIds: readonly string[] = [];

async function register(name: string, place: number): Promise<string> {
  const phone = `98111020${place + 10}`;
  const body = { name, gender: "female", dob: "1980-02-03", phone };
  const made = await world.branch.post("/v1/patients", body);
  expect(made).toMatchObject({ status: 201 });
  return String(made.body["id"]);
}

/** The free times of the provider on that Tuesday, by time. */
async function freeTimes(): Promise<readonly string[]> {
  const { provider_id: provider } = world.product.credentials;
  const slots = await world.branch.list(
    `/v1/appointments/slots?provider_id=${provider}&date=${tuesday}`,
  );
  return slots
    .filter(({ available }) => available === true)
    .map((slot) => String(slot["start_at"]));
}

async function bookAt(place: number, slotTime: string): Promise<string> {
  const made = await world.branch.post("/v1/appointments", {
    patient_id: patientIds[place],
    provider_id: world.product.credentials.provider_id,
    slot_time: slotTime,
    source: "front_desk",
  });
  expect(made).toMatchObject({ status: 201 });
  return String(made.body["id"]);
}

const timeOf = (instant: string) => timeAtBranch(Date.parse(instant));

/** The line of a time that can be booked. */
function freeEntry(slotTime: string): Locator {
  return desk.at("calendarEntry").filter({ hasText: `${timeOf(slotTime)}Book` });
}

function entryOf(name: string): Locator {
  return desk.at("calendarEntry").filter({ hasText: name });
}

async function slotTimeOf(id: string): Promise<unknown> {
  return (await world.branch.get(`/v1/appointments/${id}`)).body["slot_time"];
}

const address = () =>
  `/appointments/day/${tuesday}?doctor=${world.product.credentials.provider_id}`;

test("finds a Tuesday's appointments from the navigation, and keeps them over Back and a reload", async () => {
  desk = await world.openDesk(world.product.credentials.branch_staff);
  patientIds = await Promise.all([...people, other].map(register));
  const { page } = desk;
  await page.keyboard.press("Alt+Digit2");
  await page.waitForURL(`**/appointments/day/${dayAtBranch(Date.now())}`);
  await desk.at("navToday").click();
  await desk.at("navAppointments").click();
  await desk.at("calendarColumn").first().waitFor();
  await typeDay(desk.at("calendarDay"), tuesday);
  await page.waitForURL(`**/appointments/day/${tuesday}`);
  await page.reload();
  await desk.at("calendarColumn").first().waitFor();
  expect(new URL(page.url()).pathname).toBe(`/appointments/day/${tuesday}`);
  await desk.at("calendarNext").click();
  await page.waitForURL((url) => !url.pathname.includes(tuesday));
  await page.goBack();
  await page.waitForURL(`**/appointments/day/${tuesday}`);
  // The navigation leads to the present day, whatever was looked at; the list shows the day that is looked at alone.
  await desk.at("calendarColumn").first().waitFor();
  await desk.at("navAppointments").click();
  await page.waitForURL(`**/appointments/day/${dayAtBranch(Date.now())}`);
  await desk.at("calendarColumn").first().waitFor();
  await typeDay(desk.at("calendarDay"), tuesday);
  await page.waitForURL(`**/appointments/day/${tuesday}`);
  await page.getByTestId("calendar-view-list").click();
  await page.waitForURL(`**/appointments/list?from=${tuesday}&to=${tuesday}`);
  await page.getByText(/^No appointments on Tue/u).waitFor();
  await desk.goTo("/appointments/day/2026-02-31");
  await page.getByText("There is no such page").waitFor();

  // A month's last week holds the first days of the next, and each of them can be chosen.
  await desk.goTo("/appointments/day/2027-06-28");
  const openCalendar = desk.at("calendarDay").getByRole("button");
  await openCalendar.click();
  // Where the months meet, the other ones are named.
  expect(await page.locator(".calendar-other").allTextContents()).toEqual(["May", "Jul"]);
  expect(await page.locator(".calendar-day.is-over").count()).toBe(0);
  await page.getByRole("button", { name: "3 July 2027" }).click();
  await page.waitForURL("**/appointments/day/2027-07-03");
  // Days that are over are greyed, and shown when somebody wants them.
  await desk.goTo("/appointments/day/2026-02-28");
  await openCalendar.click();
  expect(await page.locator(".calendar-day.is-over").count()).toBeGreaterThanOrEqual(28);
  await page.locator('[data-day="2026-02-02"]').click();
  await page.waitForURL("**/appointments/day/2026-02-02");
  await desk.goTo(`/appointments/day/${dayAtBranch(Date.now())}`);
  await openCalendar.click();
  await page.locator(".calendar-day.is-present").waitFor();
  await page.keyboard.press("Escape");
});

test("books a free time by the keyboard alone", async () => {
  const { page } = desk;
  const [wanted = ""] = (await freeTimes()).slice(3);
  await desk.goTo(address());
  await freeEntry(wanted).waitFor();
  await desk.at("calendarEntry").first().focus();
  for (let step = 0; step < 80; step += 1) {
    const text = await page.evaluate("document.activeElement?.textContent ?? ''");
    if (String(text).includes(`${timeOf(wanted)}Book`)) break;
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");
  const dialog = desk.at("bookDialog");
  await dialog.waitFor();
  await page.keyboard.type("Bhimrao");
  await dialog.getByTestId("search-result").first().waitFor();
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Somebody else" }).waitFor();
  // The focus goes on to the next field: a hasty second Enter does not close the dialog.
  const focused = () => page.evaluate("document.activeElement?.dataset.testid ?? ''");
  await expect.poll(focused).toBe("book-kind");
  await page.keyboard.press("Enter");
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("option").first().waitFor({ state: "detached" });
  await desk.at("bookReason").fill("Knee pain");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await entryOf(people[0]).getByText("Knee pain").waitFor();
  const made = await world.branch.list(`/v1/appointments?patient_id=${patientIds[0] ?? ""}`);
  expect(made).toMatchObject([{ slot_time: wanted, reason: "Knee pain", status: "booked" }]);
});

test("says that another desk was quicker, offers other times, and keeps what was typed", async () => {
  const [wanted = ""] = (await freeTimes()).slice(5);
  await freeEntry(wanted).click();
  const dialog = desk.at("bookDialog");
  await dialog.getByTestId("search").fill("अन्नपूर्णेश्वरीदेवी");
  await dialog.getByTestId("search-result").first().click();
  await desk.at("bookReason").fill("Blood pressure");
  await bookAt(2, wanted);
  await desk.at("confirmBooking").click();
  await dialog.getByTestId("suggestion").first().waitFor();
  expect(await desk.at("bookReason").inputValue()).toBe("Blood pressure");
  await dialog.getByTestId("suggestion").first().click();
  await desk.at("confirmBooking").click();
  await dialog.waitFor({ state: "detached" });
  await entryOf(people[1]).getByText("Blood pressure").waitFor();
  // The other desk's booking has come without a reload.
  await entryOf(other).waitFor();
});

test("moves an appointment by dragging it to a free time, and by the keys of its handle", async () => {
  const { page } = desk;
  const wanted = (await freeTimes()).at(8) ?? "";
  const [made] = await world.branch.list(`/v1/appointments?patient_id=${patientIds[0] ?? ""}`);
  const id = String(made?.["id"]);
  const doctor = await world.branch.get(`/v1/staff/${world.product.credentials.provider_id}`);
  await entryOf(people[0]).dragTo(freeEntry(wanted));
  await expect.poll(() => slotTimeOf(id)).toBe(wanted);
  const where = page.getByText(`${people[0]} moved to`);
  await where.waitFor();
  for (const part of [timeOf(wanted), String(doctor.body["name"])])
    expect(await where.textContent()).toContain(part);
  await entryOf(people[0])
    .filter({ hasText: timeOf(wanted) })
    .waitFor();

  await desk.at("undoMove").click();
  await expect.poll(() => slotTimeOf(id)).toBe(made?.["slot_time"]);
  await page
    .getByText(`${people[0]} moved back to`)
    .filter({ hasText: timeOf(String(made?.["slot_time"])) })
    .waitFor();
  expect(await desk.at("undoMove").count()).toBe(0);
  // No way leads to the day that is looked at.
  expect(await desk.at("showMoved").count()).toBe(0);
  await desk.goTo(address());
  await entryOf(people[0]).dragTo(freeEntry(wanted));
  await expect.poll(() => slotTimeOf(id)).toBe(wanted);
  // The earlier time is taken meanwhile: what was moved stays where it is, and the desk says why.
  const taken = await bookAt(2, String(made?.["slot_time"]));
  await desk.at("undoMove").click();
  await page.getByText(`${people[0]} was not moved. This time has just been taken.`).waitFor();
  expect(await slotTimeOf(id)).toBe(wanted);
  await world.branch.put(`/v1/appointments/${taken}`, {
    status: "cancelled",
    cancel_reason: "other",
    status_reason: "A test of taking a move back",
  });
  await freeEntry(String(made?.["slot_time"])).waitFor();

  await entryOf(people[0])
    .getByRole("button", { name: `Drag ${people[0]}` })
    .focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => slotTimeOf(id)).not.toBe(wanted);
  // Over somebody else's chart nothing of it is taken back.
  await desk.at("undoMove").waitFor();
  await desk.search(people[1]);
  await desk.at("searchResult").filter({ hasText: people[1] }).first().click();
  await desk.at("patientName").filter({ hasText: people[1] }).waitFor();
  await desk.at("undoMove").waitFor({ state: "detached" });
  await page.goBack();
  await entryOf(people[0]).waitFor();
});

test("opens by Enter what can be done with an appointment: cancels it with a reason", async () => {
  const { page } = desk;
  const id = await bookAt(2, (await freeTimes()).at(10) ?? "");
  const line = entryOf(other).last();
  await expect.poll(() => entryOf(other).count()).toBe(2);
  await line.focus();
  await page.keyboard.press("Enter");
  await page.getByTestId("appointment-cancel").click();
  await choose(desk.at("cancelReason"), "patient_request");
  await desk.at("cancelNote").fill("Asked by telephone");
  await desk.at("confirmCancel").click();
  await expect.poll(() => entryOf(other).count()).toBe(1);
  const { body } = await world.branch.get(`/v1/appointments/${id}`);
  expect(body).toMatchObject({ status: "cancelled", cancel_note: "Asked by telephone" });
});

test("says of who did not come that they did not, and gives who has come a token", async () => {
  const evening = await world.openScreen();
  // On that Tuesday, in the evening.
  await evening.page.clock.setFixedTime(`${tuesday}T22:00:00+05:30`);
  await evening.goTo(address());
  await evening.signIn(world.product.credentials.branch_staff);
  const act = async (name: string, action: string) => {
    const line = evening.at("calendarEntry").filter({ hasText: name });
    await line.getByTestId("appointment-menu").click();
    await evening.page.getByTestId(`appointment-${action}`).click();
  };
  await act(other, "missed");
  await evening.at("confirmMissed").click();
  await evening.page.getByText(`Marked as not come: ${other}`).waitFor();
  await act(people[1], "arrive");
  await evening.page.getByText(`${people[1]} is here. Token`).waitFor();
  // In the chart it is the first thing to do, and a token besides the appointment is not.
  const caller = "Lata Joshi";
  patientIds = [...patientIds, await register(caller, 7)];
  const bookedId = await bookAt(patientIds.length - 1, (await freeTimes()).at(-1) ?? "");
  await evening.goTo(`/patients/${patientIds.at(-1) ?? ""}`);
  await evening.at("checkInNow").filter({ hasText: "Check in for" }).waitFor();
  await evening.page.keyboard.press("Control+Enter");
  await evening.page.getByText(`${caller} is here. Token`).waitFor();
  await evening.at("checkInNow").waitFor({ state: "detached" });
  await evening.close();
  expect((await world.branch.get(`/v1/appointments/${bookedId}`)).body).toMatchObject({
    status: "checked_in",
  });
  await entryOf(people[1]).getByText("Waiting").waitFor();
  await entryOf(other).getByText("Did not come").waitFor();
  const [arrived] = await world.branch.list(`/v1/appointments?patient_id=${patientIds[1] ?? ""}`);
  expect(arrived).toMatchObject({ status: "checked_in", token_code: expect.any(String) });
});

test("lists appointments by doctor, state and days, and a doctor's week", async () => {
  const provider = world.product.credentials.provider_id;
  await desk.goTo(`/appointments/list?doctor=${provider}&state=cancelled&from=${tuesday}`);
  await desk.at("listRow").filter({ hasText: other }).first().waitFor();
  expect(await desk.at("listRow").filter({ hasText: people[0] }).count()).toBe(0);
  await desk.page.getByTestId("calendar-view-week").click();
  await desk.page.waitForURL(`**/appointments/week/${tuesday}?doctor=${provider}`);
  await entryOf(people[0]).waitFor();
  expect(await desk.at("calendarColumn").count()).toBe(7);
});

test("asks whose week it is to be, and shows that doctor's until another is chosen", async () => {
  const fresh = await world.openDesk(world.product.credentials.branch_staff);
  await fresh.goTo(`/appointments/week/${tuesday}`);
  await expect.poll(() => fresh.at("calendarDoctor").textContent()).toBe("Choose a doctor");
  expect(await fresh.at("calendarColumn").count()).toBe(0);
  await choose(fresh.at("calendarDoctor"), world.product.credentials.provider_id);
  await fresh.at("calendarEntry").first().waitFor();
  await fresh.goTo(`/appointments/week/${tuesday}`);
  await fresh.at("calendarEntry").first().waitFor();
  await fresh.close();
});

test("reads a long list page by page as its end comes near", async () => {
  const { page } = desk;
  const lists = /\/v1\/appointments\?.*limit=100/u;
  let pages = 0;
  await page.route(lists, (route) => {
    const url = route.request().url();
    if (url.includes("cursor=")) pages += 1;
    return route.continue({ url: url.replace("limit=100", "limit=2") });
  });
  await desk.goTo(`/appointments/list?from=${tuesday}&to=${tuesday}`);
  for (const name of [...people, other])
    await desk.at("listRow").filter({ hasText: name }).first().waitFor();
  expect(pages).toBeGreaterThan(0);
  // A list of which only the beginning has been read is printed whole, with the names, and without the way to it.
  await page.setViewportSize({ width: 1_366, height: 400 });
  await desk.goTo(`/appointments/list?from=${tuesday}&to=${tuesday}`);
  await desk.at("listRow").first().waitFor();
  await page.evaluate(`window.print = () => {
    window.printed = document.body.innerText;
    window.titles = document.querySelector(".list-frame thead").getBoundingClientRect().height;
  }`);
  await desk.at("printList").click();
  const printed = () => page.evaluate("String(window.printed ?? '')");
  await expect.poll(printed).toContain(other);
  for (const name of people) expect(await printed()).toContain(name);
  expect(await printed()).not.toContain("…");
  // The titles stand beside each other.
  expect(await page.evaluate("window.titles")).toBeLessThan(60);
  await page.emulateMedia({ media: "print" });
  expect(await desk.at("printList").isVisible()).toBe(false);
  expect(await desk.at("navToday").isVisible()).toBe(false);
  expect(await desk.at("listRow").first().isVisible()).toBe(true);
  await page.emulateMedia({ media: "screen" });
  await page.setViewportSize({ width: 1_366, height: 768 });
  await page.unroute(lists);
});

test("prints the list of a day straight from the day, once", async () => {
  const { page } = desk;
  await desk.goTo(`/appointments/day/${tuesday}`);
  await page.evaluate(
    `window.papers = []; window.print = () => papers.push(document.body.innerText)`,
  );
  await desk.at("printDay").click();
  const papers = async () => z.array(z.string()).parse(await page.evaluate("window.papers"));
  await expect.poll(async () => (await papers()).length).toBe(1);
  for (const name of people) expect((await papers())[0]).toContain(name);
  expect(page.url()).not.toContain("print");
  await page.reload();
  await desk.at("listRow").first().waitFor();
  // Whoever presses a way at whose end they stand is at the search, as whoever comes there.
  await desk.toToday();
  await desk.at("navToday").click();
  await page.keyboard.type("zz");
  expect(await desk.at("search").inputValue()).toBe("zz");
  await page.keyboard.press("Escape");
});

test("finds a time for the patient whose chart is open", async () => {
  await desk.goTo(`/patients/${patientIds[0] ?? ""}/appointments`);
  await desk.at("bookHere").click();
  await desk.at("bookingFor").getByText(people[0]).waitFor();
  await desk.at("nextFree").first().click();
  await desk.at("bookDialog").getByText(people[0]).waitFor();
  expect(await desk.at("bookDialog").getByTestId("search").count()).toBe(0);
  await desk.page.keyboard.press("Escape");
  await desk.at("bookDialog").waitFor({ state: "detached" });
});

const bothLanguages = ["en", "hi"] as const;

test.each(bothLanguages)(
  "puts no barrier before appointments, in %s, light and dark",
  async (language) => {
    const { page } = desk;
    const provider = world.product.credentials.provider_id;
    await desk.goTo(`/appointments/list?from=${tuesday}`);
    await desk.at("userMenu").waitFor();
    await desk.speak(language);
    const found: Record<string, unknown> = {};
    const look = async (name: string) => {
      const { passes, violations } = await barriersInBothThemes(page);
      expect(passes).toBeGreaterThan(5);
      if (violations.length > 0) found[name] = violations;
      const left = (await desk.words()).filter((text) => englishSentences.has(text));
      if (language === "hi" && left.length > 0) found[`${name}, words`] = left;
    };
    await desk.at("listRow").first().waitFor();
    await look("list");
    await desk.goTo(`/appointments/week/${tuesday}?doctor=${provider}`);
    await desk.at("calendarEntry").first().waitFor();
    await look("week");
    await desk.goTo(address());
    await entryOf(people[1]).waitFor();
    await look("day");
    await desk.at("nextFree").first().click();
    await desk.at("bookDialog").waitFor();
    await look("booking");
    await page.keyboard.press("Escape");
    expect(found).toEqual({});
    await desk.speak("en");
  },
);

test.each([320, 683])("needs no sideways scrolling %i px wide", async (width) => {
  const { page } = desk;
  const before = page.viewportSize() ?? { width: 1360, height: 860 };
  await page.setViewportSize({ width, height: 600 });
  for (const path of [address(), `/appointments/week/${tuesday}`]) {
    await desk.goTo(path);
    await desk.at("calendarEntry").first().waitFor();
    const beyond = await page.evaluate(
      `(() => { const main = document.querySelector(".shell-main"); return main.scrollWidth - main.clientWidth; })()`,
    );
    expect({ path, beyond }).toEqual({ path, beyond: 0 });
  }
  await page.setViewportSize(before);
});
