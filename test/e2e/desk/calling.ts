// Patients who telephone: their appointments found from any day of the calendar, and moved or cancelled while they wait.
import { expect, test } from "vitest";
import { typeDay, type Screen } from "#e2e/desk.ts";
import { dayAtBranch, dayMs, timeAtBranch, tuesdayAfter, world } from "./world.ts";

const name = "Vasudha Ghorpade";
const stranger = "Vasudha Gogate";
const later = tuesdayAfter(20);
const day = dayAtBranch(Date.parse(later) - dayMs);

let desk: Screen;
let id = "";

async function register(who: string, phone: string): Promise<string> {
  const body = { name: who, gender: "female", dob: "1980-02-03", phone };
  const made = await world.branch.post("/v1/patients", body);
  expect(made).toMatchObject({ status: 201 });
  return String(made.body["id"]);
}

async function freeTimes(of: string, providerId: string): Promise<readonly string[]> {
  const slots = await world.branch.list(
    `/v1/appointments/slots?provider_id=${providerId}&date=${of}`,
  );
  return slots
    .filter(({ available }) => available === true)
    .map((slot) => String(slot["start_at"]));
}

const timeOf = (instant: string) => timeAtBranch(Date.parse(instant));

async function placeOf() {
  const { body } = await world.branch.get(`/v1/appointments/${id}`);
  return { slot_time: body["slot_time"], provider_id: body["provider_id"] };
}

test("finds a caller's appointment from today's calendar, and moves it by the keyboard alone", async () => {
  const { provider_id: provider } = world.product.credentials;
  await world.closeOthers();
  desk = await world.openDesk(world.product.credentials.branch_staff);
  const { page } = desk;
  const patientId = await register(name, "9811131001");
  await register(stranger, "9811131002");
  const [booked = ""] = await freeTimes(day, provider);
  const body = { patient_id: patientId, provider_id: provider, slot_time: booked };
  const made = await world.branch.post("/v1/appointments", { ...body, source: "phone" });
  id = String(made.body["id"]);
  await desk.goTo(`/appointments/day/${dayAtBranch(Date.now())}`);
  await desk.at("findAppointment").focus();
  await page.keyboard.type("Vasudha");
  await desk
    .at("foundAppointment")
    .filter({ hasText: timeOf(booked) })
    .waitFor();
  await page.getByText(`No appointment to come: ${stranger}`).waitFor();
  // The arrow key goes down to the buttons; Escape closes the list.
  await page.keyboard.press("ArrowDown");
  await expect
    .poll(() => page.evaluate("document.activeElement?.dataset.testid ?? ''"))
    .toBe("found-move");
  await page.keyboard.press("Escape");
  await desk.at("foundAppointment").waitFor({ state: "detached" });
  await desk.at("findAppointment").fill("Vasudha Gh");
  await desk.at("foundAppointment").waitFor();
  await page.keyboard.press("Enter");
  const month = desk.at("bookingDate");
  await expect.poll(() => month.getAttribute("data-value")).toBe(day);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect.poll(() => month.getAttribute("data-value")).toBe(later);
  const [first = ""] = await freeTimes(later, provider);
  await desk
    .at("slot")
    .filter({ hasText: timeOf(first) })
    .waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect.poll(placeOf).toEqual({ slot_time: first, provider_id: provider });
  await page.getByText(`${name} moved to`).waitFor();
});

test("asks before an appointment is dragged to another doctor, and leaves it where nobody meant it", async () => {
  const { provider_id: provider } = world.product.credentials;
  const { page } = desk;
  await desk.at("showMoved").click();
  await page.waitForURL(`**/appointments/day/${later}`);
  const before = await placeOf();
  const doctors = await world.branch.list("/v1/staff?role=doctor&status=active");
  const column = (doctor: string) =>
    desk.at("calendarColumn").filter({ has: page.getByRole("heading", { name: doctor }) });
  let to = { id: "", name: "", time: "" };
  for (const doctor of doctors) {
    const [time] = await freeTimes(later, String(doctor["id"]));
    if (doctor["id"] === provider || time === undefined) continue;
    to = { id: String(doctor["id"]), name: String(doctor["name"]), time };
  }
  const free = column(to.name)
    .getByTestId("calendar-entry")
    .filter({ hasText: `${timeOf(to.time)}Book` });
  const entry = desk.at("calendarEntry").filter({ hasText: name });
  await entry.dragTo(free);
  await desk.at("askDoctor").getByText(`Move to ${to.name}?`).waitFor();
  await page.keyboard.press("Escape");
  await desk.at("askDoctor").waitFor({ state: "detached" });
  expect(await placeOf()).toEqual(before);
  await entry.dragTo(free);
  await desk.at("confirmDoctor").click();
  await expect.poll(placeOf).toEqual({ slot_time: to.time, provider_id: to.id });
  await page.getByText(`${name} moved to`).filter({ hasText: to.name }).waitFor();
});

test("lists no days that stand the wrong way round, and says whose appointments it has not found", async () => {
  const { page } = desk;
  const { provider_id: provider } = world.product.credentials;
  const doctor = await world.branch.get(`/v1/staff/${provider}`);
  const today = dayAtBranch(Date.now());
  await desk.goTo(`/appointments/list?from=${today}&to=${today}&doctor=${provider}&state=no_show`);
  await page.getByText(`No appointments of ${String(doctor.body["name"])} on`).waitFor();
  await typeDay(desk.at("listFrom"), later);
  const days = () => {
    const asked = new URL(page.url()).searchParams;
    return [asked.get("from"), asked.get("to")];
  };
  await expect.poll(days).toEqual([later, later]);
  const last = dayAtBranch(Date.parse(`${later}T12:00:00Z`) + dayMs);
  await typeDay(desk.at("listTo"), last);
  await expect.poll(days).toEqual([later, last]);
  await typeDay(desk.at("listTo"), day);
  await page.getByText("The last day is before the first").waitFor();
  expect(days()).toEqual([later, last]);
});

test("registers a caller whom nobody finds, and comes back to the same time", async () => {
  const { page } = desk;
  const { provider_id: provider } = world.product.credentials;
  const [time = ""] = await freeTimes(later, provider);
  await desk.goTo(`/appointments/day/${later}?doctor=${provider}`);
  const free = desk.at("calendarEntry").filter({ hasText: `${timeOf(time)}Book` });
  await free.click();
  const dialog = desk.at("bookDialog");
  await dialog.getByTestId("search").fill("Yashodhara Pingle");
  await desk.at("bookNewPatient").waitFor();
  // The first Escape is the list's alone.
  await page.keyboard.press("Escape");
  expect(await dialog.count()).toBe(1);
  await dialog.getByTestId("search").fill("Yashodhara Pingle");
  await desk.at("bookNewPatient").click();
  await desk.at("fieldAge").fill("31");
  await page.getByText("Female", { exact: true }).first().click();
  await desk.at("savePatient").click();
  await dialog.getByText("Yashodhara Pingle").waitFor();
  await dialog.getByText(timeOf(time)).waitFor();
  // What was typed is not lost by a press beside the window.
  await desk.at("bookReason").fill("Cough");
  await page.mouse.click(20, 500);
  await desk.at("askDiscard").waitFor();
  await page.keyboard.press("Escape");
  expect(await desk.at("bookReason").inputValue()).toBe("Cough");
  await desk.at("confirmBooking").click();
  await page.getByText(/^Yashodhara Pingle booked for .* · Dr\./u).waitFor();
  // Who has something already is not booked again unseen.
  await desk.at("calendarEntry").filter({ hasText: "Book" }).first().click();
  await dialog.getByTestId("search").fill("Yashodhara Pingle");
  await dialog.getByTestId("search-result").first().click();
  await desk
    .at("bookHas")
    .filter({ hasText: timeOf(time) })
    .waitFor();
  await page.keyboard.press("Escape");
  await desk.at("confirmDiscard").click();
  await dialog.waitFor({ state: "detached" });
});
