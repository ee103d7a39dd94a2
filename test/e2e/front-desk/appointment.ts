// One appointment's page: found from everywhere, kept over Back and a reload, changed, and seen with its history.
import * as z from "zod";
import { expect, test } from "vitest";
import { barriersInBothThemes } from "#e2e/barriers.ts";
import { choose, type Screen } from "#e2e/desk.ts";
import { englishSentences } from "#e2e/english-sentences.ts";
import { scanSlip, slipPictures } from "#e2e/slips.ts";
import { dayAtBranch, dayMs, timeAtBranch, world } from "#e2e/desk/world.ts";

const name = "Godavari Limaye";
const day = dayAtBranch(Date.now() + 9 * dayMs);
const dayOff = dayAtBranch(Date.now() + 11 * dayMs);
const dayAfter = dayAtBranch(Date.now() + 12 * dayMs);

const timesShape = z.looseObject({ data: z.array(z.looseObject({ start_at: z.string() })) });

let desk: Screen;
let patientId = "";
let uhid = "";
let id = "";
let slotTime = "";

const path = () => `/appointments/${id}`;

async function freeTimes(of = day): Promise<readonly string[]> {
  const { provider_id: provider } = world.product.credentials;
  const slots = await world.branch.list(
    `/v1/appointments/slots?provider_id=${provider}&date=${of}`,
  );
  return slots
    .filter(({ available }) => available === true)
    .map((slot) => String(slot["start_at"]));
}

test("opens an appointment from the list, by the keyboard, and comes back to the list", async () => {
  await world.closeOthers();
  desk = await world.openDesk(world.product.credentials.branch_staff);
  const made = await world.branch.post("/v1/patients", {
    name,
    gender: "female",
    dob: "1971-08-09",
    phone: "9811177001",
    relative: { name: "Shrikant Limaye", relation: "husband" },
    address: { city: "Wai" },
  });
  expect(made).toMatchObject({ status: 201 });
  patientId = String(made.body["id"]);
  uhid = String(made.body["uhid"]);
  slotTime = (await freeTimes()).at(2) ?? "";
  const booked = await world.branch.post("/v1/appointments", {
    patient_id: patientId,
    provider_id: world.product.credentials.provider_id,
    slot_time: slotTime,
    source: "phone",
    reason: "Knee pain",
  });
  expect(booked).toMatchObject({ status: 201 });
  id = String(booked.body["id"]);

  const { page } = desk;
  const list = `/appointments/list?from=${day}&to=${day}`;
  await desk.goTo(list);
  const row = desk.at("listRow").filter({ hasText: name });
  await row.waitFor();
  await row.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${path()}`);
  const details = desk.at("appointmentDetails");
  for (const text of [name, uhid, "W/o Shrikant Limaye", "Wai", "Knee pain", "Telephone"])
    await details.getByText(text).first().waitFor();
  await details.getByText(timeAtBranch(Date.parse(slotTime))).waitFor();
  await page.goBack();
  await row.waitFor();
  expect(page.url()).toContain(list);
  await page.goForward();
  await page.waitForURL(`**${path()}`);
  await page.reload();
  await desk.at("appointmentDetails").getByText(name).waitFor();
});

test("leads there from the doctor's day and the chart, and from there to both", async () => {
  const { page } = desk;
  await desk.at("appointmentDay").click();
  await page.waitForURL(`**/appointments/day/${day}?**`);
  const line = desk.at("calendarEntry").filter({ hasText: name });
  await line.focus();
  await page.keyboard.press("Enter");
  // The second click of a double one, wherever the menu has come to stand, does nothing.
  const cancel = page.getByTestId("appointment-cancel");
  await cancel.waitFor();
  const place = await cancel.boundingBox();
  await page.mouse.move((place?.x ?? 0) + 20, (place?.y ?? 0) + 10);
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  expect(await desk.at("cancelReason").count()).toBe(0);
  await page.getByTestId("appointment-page").click();
  await page.waitForURL(`**${path()}`);
  await desk.at("patientName").getByRole("link").click();
  await page.waitForURL(`**/patients/${uhid}/overview`);
  await page.getByTestId("chart-appointments").click();
  await desk.at("appointmentLink").click();
  await page.waitForURL(`**${path()}`);
  await desk.at("appointmentDetails").waitFor();
  expect(await desk.at("patientName").textContent()).toBe(name);
});

test("says at a stranger's address that there is no such appointment", async () => {
  for (const stranger of [
    "apt_01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "apt_nobody",
    "nothing",
    patientId,
    "%3Cscript%3E",
  ]) {
    await desk.goTo(`/appointments/${stranger}`);
    await desk.at("noAppointment").waitFor();
    expect(await desk.at("noAppointment").textContent()).toContain("There is no such appointment");
  }
});

/** From the day of the open month, where the focus stands, there and back, and on to a time of that day. */
async function moveByKeys(wanted: string): Promise<void> {
  const { keyboard } = desk.page;
  const month = desk.at("bookingDate");
  const other = dayAtBranch(Date.parse(`${day}T12:00:00Z`) + dayMs);
  const days = [
    ["ArrowRight", other],
    ["ArrowLeft", day],
  ] as const;
  for (const [key, shown] of days) {
    await keyboard.press(key);
    await keyboard.press("Enter");
    await expect.poll(() => month.getAttribute("data-value")).toBe(shown);
  }
  await desk.at("slot").first().waitFor();
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  const focused = () => desk.page.evaluate("document.activeElement?.textContent ?? ''");
  expect(await focused()).toBe(timeAtBranch(Date.parse((await freeTimes())[0] ?? "")));
  for (let step = 0; step < 4; step += 1) await keyboard.press("ArrowRight");
  expect(await focused()).toBe(timeAtBranch(Date.parse(wanted)));
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowUp");
  expect(await focused()).toBe(timeAtBranch(Date.parse(wanted)));
  await keyboard.press("Enter");
}

test("moves it to another time, and shows what another desk does without a reload", async () => {
  // From a day on which the doctor has no time, the next one with a free one is a press away.
  const times = /\/v1\/appointments\/slots\?/u;
  await desk.page.route(times, async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = timesShape.parse(await answer.json());
    const dayOf = (at: string) => dayAtBranch(Date.parse(at));
    const left = data.filter((each) => dayOf(each.start_at) > dayOff);
    await route.fulfill({ response: answer, json: { ...rest, data: left } });
  });
  await desk.goTo(path());
  await desk.page.getByTestId("appointment-move").click();
  const month = desk.at("bookingDate");
  await expect.poll(() => month.getAttribute("data-value")).toBe(day);
  await month.locator(".calendar-day.is-marked[data-selected]").waitFor();
  // A day without a free time is crossed out; a second press that was aimed at the way out falls on no time.
  await month.locator(`[data-day="${day}"][data-unavailable]`).waitFor();
  await desk.page.getByText("No slots on this day.").waitFor();
  await desk.at("nextFreeDay").dblclick();
  await expect.poll(() => month.getAttribute("data-value")).toBe(dayAfter);
  await desk.at("slot").first().waitFor();
  expect(await desk.at("nextFreeDay").count()).toBe(0);
  await desk.page.unrouteAll({ behavior: "wait" });
  // What was answered so is forgotten with the page.
  await desk.goTo(path());
  await desk.page.getByTestId("appointment-move").click();
  const [wanted = "", next = ""] = (await freeTimes()).slice(4);
  // The patient's own time is not somebody else's.
  await desk
    .at("slot")
    .filter({ hasText: `${timeAtBranch(Date.parse(slotTime))}now` })
    .waitFor();
  await moveByKeys(wanted);
  const details = desk.at("appointmentDetails");
  await details.getByText(timeAtBranch(Date.parse(wanted))).waitFor();
  await desk.at("appointmentHistory").getByText("Moved once").waitFor();
  const moved = await world.branch.put(`/v1/appointments/${id}`, { slot_time: next });
  expect(moved).toMatchObject({ status: 200 });
  await details.getByText(timeAtBranch(Date.parse(next))).waitFor();
  await desk.at("appointmentHistory").getByText("Moved 2 times").waitFor();
});

test("moves it straight from the search, by the keyboard, on whatever page somebody is", async () => {
  const { page } = desk;
  const [wanted = ""] = (await freeTimes()).slice(6);
  await desk.search(name);
  await desk.at("searchMove").waitFor();
  expect(await desk.at("searchMove").getAttribute("aria-label")).toContain(name);
  expect((await barriersInBothThemes(page)).violations).toEqual([]);
  // Down leads past what can be done to the next who is found, here round to the same one.
  for (const key of ["ArrowDown", "ArrowRight", "ArrowRight", "ArrowLeft", "Enter"])
    await page.keyboard.press(key);
  const month = desk.at("bookingDate");
  await expect.poll(() => month.getAttribute("data-value")).toBe(day);
  await desk
    .at("slot")
    .filter({ hasText: timeAtBranch(Date.parse(wanted)) })
    .click();
  await month.waitFor({ state: "detached" });
  await expect
    .poll(async () => (await world.branch.get(`/v1/appointments/${id}`)).body["slot_time"])
    .toBe(wanted);
  // What was said of the last move does not lie over the window of the next.
  await desk.at("undoMove").waitFor();
  await desk.search(name);
  await desk.at("searchMove").click();
  await month.waitFor();
  await desk.at("undoMove").waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await month.waitFor({ state: "detached" });
  // Moved at another screen meanwhile, it begins at the day on which it is now.
  const elsewhere = (await freeTimes(dayAfter)).find(
    (at) => timeAtBranch(Date.parse(at)) !== timeAtBranch(Date.parse(wanted)),
  );
  const record = `/v1/appointments/${id}`;
  expect(await world.branch.put(record, { slot_time: elsewhere })).toMatchObject({ status: 200 });
  await desk.search(name);
  const next = page.getByTestId("next-time");
  await next.getByText(timeAtBranch(Date.parse(elsewhere ?? ""))).waitFor();
  await desk.at("searchMove").click();
  await month.waitFor();
  expect(await month.getAttribute("data-value")).toBe(dayAfter);
  expect(await world.branch.put(record, { slot_time: wanted })).toMatchObject({ status: 200 });
  await page.keyboard.press("Escape");
  await month.waitFor({ state: "detached" });
  await desk.search(name);
  await desk.at("searchEdit").click();
  await desk.at("saveDetails").waitFor();
  // Where somebody is looked up for another reason, nothing else is offered.
  await desk.goTo("/appointments/waiting");
  await desk.at("putOnWaitlist").click();
  await page.locator(".book-who input").fill(name);
  const result = page.locator(".book-who [role=option]");
  await result.first().waitFor();
  expect(await result.count()).toBe(1);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
});

test("shows and prints the slip of the booking, with a code that leads to it", async () => {
  await desk.goTo(path());
  const papers = desk.at("appointmentPapers");
  await papers.getByTestId("open-preview").click();
  await desk.at("previewPicture").waitFor();
  const before = slipPictures(world.product.folder).length;
  await desk.at("previewPrint").click();
  await papers.getByText("Printed", { exact: true }).waitFor();
  const slip = () => slipPictures(world.product.folder).at(before);
  await expect.poll(slip, { timeout: 15_000 }).toBeDefined();
  expect(await scanSlip(slip() ?? "")).toBe(`EW1:T:${id}`);
});

test("books and prints the slip in one go", async () => {
  const { page } = desk;
  await desk.at("appointmentDay").click();
  const wanted = (await freeTimes()).at(8) ?? "";
  const time = timeAtBranch(Date.parse(wanted));
  await desk
    .at("calendarEntry")
    .filter({ hasText: `${time}Book` })
    .click();
  await desk.at("bookDialog").getByTestId("search").fill(uhid);
  await desk.at("bookDialog").getByTestId("search-result").first().click();
  await desk.at("bookWithSlip").click();
  await page.getByText("Booking slip sent to the printer").waitFor();
  const made = await world.branch.list(`/v1/appointments?patient_id=${patientId}`);
  const booked = made.find((each) => each["slot_time"] === wanted);
  const jobs = await world.branch.list(`/v1/print-jobs?source_id=${String(booked?.["id"])}`);
  expect(jobs).toMatchObject([{ document_type: "appointment_slip" }]);
});

const bothLanguages = ["en", "hi"] as const;

test.each(bothLanguages)(
  "puts no barrier before an appointment, in %s, light and dark",
  async (language) => {
    const { page } = desk;
    await desk.goTo(path());
    await desk.at("userMenu").waitFor();
    await desk.speak(language);
    await desk.at("appointmentDetails").getByText(name).waitFor();
    const { passes, violations } = await barriersInBothThemes(page);
    expect(passes).toBeGreaterThan(5);
    expect(violations).toEqual([]);
    const left = (await desk.words()).filter((text) => englishSentences.has(text));
    expect(language === "hi" ? left : []).toEqual([]);
    await desk.speak("en");
  },
);

test("needs no sideways scrolling 320 px wide", async () => {
  const { page } = desk;
  const before = page.viewportSize() ?? { width: 1360, height: 860 };
  await page.setViewportSize({ width: 320, height: 600 });
  await desk.goTo(path());
  await desk.at("appointmentDetails").getByText(name).waitFor();
  const beyond = await page.evaluate(
    `(() => { const main = document.querySelector(".shell-main"); return main.scrollWidth - main.clientWidth; })()`,
  );
  expect(beyond).toBe(0);
  await page.setViewportSize(before);
});

test("cancels it with a reason, and says who did so, when and why", async () => {
  await desk.goTo(path());
  await desk.page.getByTestId("appointment-cancel").click();
  await desk.at("confirmCancel").click();
  await expect.poll(() => desk.page.locator(".field-fault").textContent()).toBe("Choose a reason");
  await choose(desk.at("cancelReason"), "patient_request");
  await desk.at("cancelNote").fill("Goes to Satara");
  await desk.at("confirmCancel").click();
  const history = desk.at("appointmentHistory");
  await history.getByText("Cancelled: Goes to Satara").waitFor();
  const { body } = await world.branch.get(`/v1/appointments/${id}`);
  expect(body).toMatchObject({ status: "cancelled", cancel_note: "Goes to Satara" });
  const steps = await history.getByRole("listitem").allTextContents();
  // It was booked by the program of this test, moved by both, and at last cancelled by the person at the desk.
  const said = steps.map((step) => /^(?:Booked|Moved|Cancelled: Goes to Satara)/u.exec(step)?.[0]);
  expect(new Set(said.slice(1, -1))).toEqual(new Set(["Moved"]));
  expect([said[0], said.at(-1)]).toEqual(["Booked", "Cancelled: Goes to Satara"]);
  expect(steps.at(-1)).not.toMatch(/A colleague|A program/u);
  expect(await desk.page.getByTestId("appointment-move").count()).toBe(0);
});
