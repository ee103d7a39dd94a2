// Who waits for a time: put on the list from the chart and the calendar, and given the first one that becomes free.
import { expect, test } from "vitest";
import { barriersInBothThemes } from "#e2e/barriers.ts";
import { choose, type Screen } from "#e2e/desk.ts";
import { englishSentences } from "#e2e/english-sentences.ts";
import { dayAtBranch, dayMs, world } from "#e2e/desk/world.ts";

const names = ["Sumati Bedekar", "Ramabai Ketkar"] as const;
const day = dayAtBranch(Date.now() + 6 * dayMs);

let desk: Screen;
let patientIds: readonly string[] = [];

async function register(name: string, place: number): Promise<string> {
  const phone = `98111880${place + 10}`;
  const body = { name, gender: "female", dob: "1959-02-03", phone };
  const made = await world.branch.post("/v1/patients", body);
  expect(made).toMatchObject({ status: 201 });
  return String(made.body["id"]);
}

const address = () => `/appointments/day/${day}?doctor=${world.product.credentials.provider_id}`;

async function entriesOf(patientId: string | undefined) {
  return world.branch.list(`/v1/waitlist-entries?patient_id=${patientId ?? ""}`);
}

test("puts a patient on the list from the chart, by the keyboard alone", async () => {
  await world.closeOthers();
  desk = await world.openDesk(world.product.credentials.branch_staff);
  patientIds = await Promise.all(names.map(register));
  const { page } = desk;
  await desk.goTo(`/patients/${patientIds[0] ?? ""}/overview`);
  await desk.at("book").click();
  await choose(desk.at("bookingProvider"), world.product.credentials.provider_id);
  await desk.at("putOnWaitlist").focus();
  await page.keyboard.press("Enter");
  await desk.at("addToWaitlist").waitFor();
  await desk.at("waitlistNote").focus();
  await page.keyboard.type("Mornings only");
  await page.keyboard.press("Enter");
  await page.getByText(`${names[0]} is on the waiting list`).waitFor();
  expect(await entriesOf(patientIds[0])).toMatchObject([
    {
      provider_id: world.product.credentials.provider_id,
      note: "Mornings only",
      status: "waiting",
    },
  ]);
});

test("puts another on it at its own page, for anybody of a department", async () => {
  await desk.goTo(address());
  await desk.page.getByTestId("calendar-view-waiting").click();
  await desk.page.waitForURL("**/appointments/waiting?*");
  await desk.at("waitingRow").filter({ hasText: names[0] }).waitFor();
  await desk.at("putOnWaitlist").click();
  await desk.at("saveWaitlist").click();
  await desk.page.getByText("Choose the patient first").waitFor();
  const dialog = desk.at("addToWaitlist");
  await dialog.getByTestId("search").fill(names[1]);
  await dialog.getByTestId("search-result").first().click();
  await choose(desk.at("waitlistWhom"), "department:general-medicine");
  await desk.at("saveWaitlist").click();
  await dialog.waitFor({ state: "detached" });
  await desk.at("waitingRow").filter({ hasText: names[1] }).waitFor();
  expect(await entriesOf(patientIds[1])).toMatchObject([
    { provider_id: null, department: "general-medicine" },
  ]);
});

test("says at a free time who waits for it, and gives it to the one who is chosen, with the entry", async () => {
  await desk.goTo(address());
  const free = desk.at("calendarEntry").filter({ hasText: "Book · 2 waiting" });
  await free.first().click();
  const dialog = desk.at("bookDialog");
  await dialog.getByText("2 waiting for this time").waitFor();
  await dialog.getByRole("button", { name: `Choose ${names[0]}` }).click();
  await desk.at("bookReason").fill("Back pain");
  await desk.at("confirmBooking").click();
  await dialog.waitFor({ state: "detached" });
  await desk
    .at("calendarEntry")
    .filter({ hasText: names[0] })
    .filter({ hasText: "Back pain" })
    .waitFor();
  const [entry] = await entriesOf(patientIds[0]);
  const made = await world.branch.list(`/v1/appointments?patient_id=${patientIds[0] ?? ""}`);
  expect(entry).toMatchObject({ status: "accepted", appointment_id: made[0]?.["id"] });
  // Of two one is left, without a reload.
  await desk.at("calendarEntry").filter({ hasText: "Book · 1 waiting" }).first().waitFor();
});

test("notes that a time was offered, and takes somebody off the list with a reason", async () => {
  const { page } = desk;
  await desk.goTo("/appointments/waiting");
  const row = desk.at("waitingRow").filter({ hasText: names[1] });
  await row.getByTestId("waiting-menu").click();
  await page.getByTestId("waiting-offer").click();
  await row.getByText("Time offered").waitFor();
  await row.getByTestId("waiting-menu").click();
  await page.getByTestId("waiting-remove").click();
  await desk.at("removeReason").fill("Went elsewhere");
  await desk.at("confirmRemove").click();
  await row.waitFor({ state: "detached" });
  const [entry] = await entriesOf(patientIds[1]);
  expect(entry).toMatchObject({ status: "removed" });
  expect(JSON.stringify(entry?.["status_history"])).toContain("Went elsewhere");
});

const bothLanguages = ["en", "hi"] as const;

test.each(bothLanguages)(
  "puts no barrier before the waiting list, in %s, light and dark",
  async (language) => {
    const { page } = desk;
    const body = { patient_id: patientIds[0], department: "general-medicine" };
    const days = { from_day: day, to_day: day };
    await world.branch.post("/v1/waitlist-entries", { ...body, ...days });
    await desk.goTo("/appointments/waiting");
    await desk.at("userMenu").waitFor();
    await desk.speak(language);
    await desk.at("waitingRow").first().waitFor();
    const found: unknown[] = [];
    const left: string[] = [];
    const look = async () => {
      found.push(...(await barriersInBothThemes(page)).violations);
      left.push(...(await desk.words()).filter((text) => englishSentences.has(text)));
    };
    await look();
    await desk.at("putOnWaitlist").click();
    await desk.at("addToWaitlist").waitFor();
    await look();
    await page.keyboard.press("Escape");
    await desk.at("addToWaitlist").waitFor({ state: "detached" });
    await desk.at("waitingRow").first().getByTestId("waiting-menu").click();
    await page.getByTestId("waiting-book").click();
    await desk.at("bookEntry").waitFor();
    await look();
    await page.keyboard.press("Escape");
    await desk.speak("en");
    expect(found).toEqual([]);
    expect(language === "hi" ? left : []).toEqual([]);
  },
);
