// Leave, closed days and holidays: said at the calendar, seen in it, and who has to be moved for them.
import { expect, test } from "vitest";
import { barriersInBothThemes } from "#e2e/barriers.ts";
import { choose, pressDay, type Screen } from "#e2e/desk.ts";
import { englishSentences } from "#e2e/english-sentences.ts";
import { dayAtBranch, dayMs, timeAtBranch, world } from "#e2e/desk/world.ts";

const name = "Indumati Karve";
const day = dayAtBranch(Date.now() + 16 * dayMs);
const holiday = dayAtBranch(Date.now() + 17 * dayMs);

let desk: Screen;
let appointmentId = "";

async function freeTimes(onDay: string): Promise<readonly string[]> {
  const { provider_id: provider } = world.product.credentials;
  const slots = await world.branch.list(
    `/v1/appointments/slots?provider_id=${provider}&date=${onDay}`,
  );
  return slots
    .filter(({ available }) => available === true)
    .map((slot) => String(slot["start_at"]));
}

const address = (onDay: string) =>
  `/appointments/day/${onDay}?doctor=${world.product.credentials.provider_id}`;

async function appointment(): Promise<Readonly<Record<string, unknown>>> {
  return (await world.branch.get(`/v1/appointments/${appointmentId}`)).body;
}

test("says at the calendar that a doctor is away, and lists who has to be moved", async () => {
  await world.closeAll();
  const { provider_id: provider, branch_staff: clerk } = world.product.credentials;
  const made = await world.branch.post("/v1/patients", {
    name,
    gender: "female",
    dob: "1968-07-09",
    phone: "9811177016",
  });
  const booked = await world.branch.post("/v1/appointments", {
    patient_id: made.body["id"],
    provider_id: provider,
    slot_time: (await freeTimes(day))[1],
    source: "phone",
  });
  expect(booked).toMatchObject({ status: 201 });
  appointmentId = String(booked.body["id"]);

  desk = await world.openDesk(clerk);
  await desk.goTo(address(day));
  await desk.at("calendarEntry").filter({ hasText: name }).waitFor();
  await desk.at("openHours").click();
  await desk.at("openAddException").click();
  await choose(desk.at("exceptionDoctor"), "");
  await desk.at("saveException").click();
  await desk.page.getByText("Choose who is away").waitFor();
  await choose(desk.at("exceptionDoctor"), provider);
  await desk.at("exceptionReason").fill("Conference");
  await desk.at("saveException").click();
  await desk.at("exceptionDialog").getByText("1 appointment has to be moved").waitFor();
  await desk.at("affectedLine").filter({ hasText: name }).waitFor();
});

test("moves one of them to a free time from the list, and the list is empty", async () => {
  await desk
    .at("affectedLine")
    .getByRole("button", { name: `Move ${name}` })
    .click();
  await pressDay(desk.at("bookingDate"), dayAtBranch(Date.now() + 18 * dayMs));
  const free = desk.at("slot").and(desk.page.locator(":enabled")).first();
  await free.click();
  await desk.page.getByText(`${name} moved to`).waitFor();
  await expect.poll(() => desk.at("affectedLine").count()).toBe(0);
  expect((await appointment())["displaced_by"]).toBeNull();
  await desk.at("exceptionDialog").getByRole("button", { name: "Close" }).first().click();
  await desk.at("exceptionDialog").waitFor({ state: "detached" });
});

test("hatches the doctor's day with the reason, and books nobody there", async () => {
  const entry = desk.at("calendarEntry").filter({ hasText: "Conference" });
  await entry.first().waitFor();
  expect(await desk.at("calendarEntry").filter({ hasText: "Book" }).count()).toBe(0);
  await desk.page.getByTestId("calendar-view-week").click();
  await desk.at("calendarEntry").filter({ hasText: "Conference" }).first().waitFor();
  await desk.at("openException").first().waitFor();
});

test("shows a holiday from the hub by itself, and whom it stands in the way of", async () => {
  const { provider_id: provider } = world.product.credentials;
  const [slotTime = ""] = await freeTimes(holiday);
  const moved = await world.branch.put(`/v1/appointments/${appointmentId}`, {
    slot_time: slotTime,
    provider_id: provider,
  });
  expect(moved).toMatchObject({ status: 200 });
  await desk.goTo(address(holiday));
  await desk.at("calendarEntry").filter({ hasText: name }).waitFor();
  expect(await desk.at("holidayBanner").count()).toBe(0);
  const made = await world.hub.post("/v1/holidays", { date: holiday, name: "Founders' Day" });
  expect(made).toMatchObject({ status: 201 });
  await desk.at("holidayBanner").getByText("Founders' Day: holiday, closed").waitFor();
  await desk.at("displacedMark").waitFor();
  await desk.at("displacedList").click();
  await desk.page.waitForURL("**/appointments/list?*displaced=true*");
  const row = desk.at("listRow").filter({ hasText: name });
  await row.getByTestId("displaced-mark").waitFor();
  expect(await row.textContent()).toContain(timeAtBranch(Date.parse(slotTime)));
});

const bothLanguages = ["en", "hi"] as const;

test.each(bothLanguages)(
  "puts no barrier before leave and holidays, in %s, light and dark",
  async (language) => {
    const { page } = desk;
    await desk.goTo(address(holiday));
    await desk.at("userMenu").waitFor();
    await desk.speak(language);
    await desk.at("displacedBanner").waitFor();
    const found: unknown[] = [];
    const left: string[] = [];
    const look = async () => {
      found.push(...(await barriersInBothThemes(page)).violations);
      left.push(...(await desk.words()).filter((text) => englishSentences.has(text)));
    };
    await look();
    await desk.at("openHours").click();
    await desk.at("exceptionList").waitFor();
    await look();
    await desk.at("openAddException").click();
    await desk.at("exceptionPart").click();
    await desk.at("exceptionFrom").waitFor();
    await look();
    await page.keyboard.press("Escape");
    await desk.goTo(address(day));
    await desk.at("openException").first().click();
    await desk.at("exceptionDialog").waitFor();
    await look();
    await page.keyboard.press("Escape");
    await desk.speak("en");
    expect(found).toEqual([]);
    expect(language === "hi" ? left : []).toEqual([]);
  },
);

test("withdraws the leave with a reason, and the day is free again", async () => {
  await desk.goTo(address(day));
  await desk.at("openException").first().click();
  await desk.at("withdrawReason").fill("The conference is off");
  await desk.at("withdrawException").click();
  await desk.page.getByText("Withdrawn. The usual hours hold again.").waitFor();
  await desk.at("calendarEntry").filter({ hasText: "Book" }).first().waitFor();
  const { provider_id: provider } = world.product.credentials;
  const path = `/v1/schedule-exceptions?provider_id=${provider}&status=withdrawn`;
  const [withdrawn] = await world.branch.list(path);
  expect(withdrawn).toMatchObject({ reason: "Conference" });
  expect(JSON.stringify(withdrawn?.["status_history"])).toContain("The conference is off");
});
