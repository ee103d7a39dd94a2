// The queue: not there, back again, to another doctor, before the others.
import { expect, test } from "vitest";
import { choose } from "#e2e/desk.ts";
import { barriersOn } from "#e2e/barriers.ts";
import { narrowPlaces } from "#e2e/narrow-places.ts";
import { world } from "#e2e/desk/world.ts";

const usual = { width: 1366, height: 768 };

async function joins(name: string): Promise<string> {
  const body = { name, gender: "male", dob: "1970-01-01" };
  const made = await world.branch.post("/v1/patients", body);
  expect(made).toMatchObject({ status: 201 });
  const patient_id = String(made.body["id"]);
  const provider_id = world.product.credentials.provider_id;
  const token = { patient_id, provider_id, source: "walk_in" };
  const appointment = await world.branch.post("/v1/appointments", token);
  expect(appointment).toMatchObject({ status: 201 });
  return String(appointment.body["id"]);
}

async function doFor(name: string, action: string): Promise<void> {
  await world.desk.entryOf(name).getByTestId("appointment-menu").click();
  await world.desk.page.getByTestId(`appointment-${action}`).click();
}

test("shows twelve of those who wait on the usual screen", async () => {
  await world.closeOthers();
  const { desk } = world;
  for (const letter of "ABCDEFGHIJKL") await joins(`Waiting ${letter}ali`);
  await desk.toToday();
  await desk.page.setViewportSize(usual);
  await expect.poll(() => desk.at("queueEntry").count()).toBeGreaterThanOrEqual(12);
  const twelfth = await desk.at("queueEntry").nth(11).boundingBox();
  expect((twelfth?.y ?? 0) + (twelfth?.height ?? 0)).toBeLessThanOrEqual(usual.height);
  // Whatever a doctor and a room are called: a line of the queue has two lines of text, and the whole name can be read.
  const entry = desk
    .at("queueEntry")
    .filter({ has: desk.page.locator(".queue-doctor") })
    .first();
  const usually = await entry.boundingBox();
  const doctor = entry.locator(".queue-doctor");
  const longName = "Dr. Venkataramanappa Subrahmanyam Chandrasekharan Iyer";
  await doctor.evaluate(`(name) => { name.textContent = ${JSON.stringify(longName)}; }`);
  expect((await entry.boundingBox())?.height).toBe(usually?.height);
  expect(await doctor.getAttribute("title")).toMatch(/^Dr\. /u);
});

test("keeps search, tools and the person's menu in one line of the usual screen", async () => {
  const { desk } = world;
  await desk.page.setViewportSize(usual);
  for (const language of ["hi", "ur", "en"] as const) {
    await desk.speak(language);
    const search = await desk.at("search").boundingBox();
    const menu = await desk.at("userMenu").boundingBox();
    expect(menu?.y).toBeLessThan((search?.y ?? 0) + (search?.height ?? 0));
    expect(search?.width).toBeGreaterThan(150);
  }
});

test("says in the queue, on calling and on the board in which room the doctor sits", async () => {
  const { desk } = world;
  const name = "Waiting Lali";
  await desk.entryOf(name).getByText("Room 1").waitFor();
  await desk.entryOf(name).getByTestId("call").click();
  await desk.entryOf(name).getByText("called").waitFor();
  world.board = await world.openScreen();
  await world.board.goTo("/display/all");
  const called = world.board.at("boardServing");
  await called.getByText("Room 1").first().waitFor();
  await called.getByText("कमरा 1").first().waitFor();
  expect(await called.textContent()).not.toMatch(/Room Room|कमरा Room|Waiting/u);
  expect(await barriersOn(world.board.page)).toMatchObject({ violations: [] });
  await desk.page.bringToFront();
});

test("writes what a button says in one line of the usual screen, in every language", async () => {
  const { desk } = world;
  await desk.page.setViewportSize(usual);
  const narrow: Record<string, readonly string[]> = {};
  for (const language of ["hi", "ur", "en"] as const) {
    await desk.speak(language);
    await desk.entryOf("Waiting Lali").getByTestId("call").waitFor();
    narrow[language] = await narrowPlaces(desk.page);
  }
  expect(narrow).toEqual({ hi: [], ur: [], en: [] });
});

test("sets aside who does not answer, calls the next, and takes them back", async () => {
  const { desk } = world;
  const first = "Waiting Aali";
  await desk.entryOf(first).getByTestId("call").click();
  await desk.entryOf(first).getByText("called").waitFor();
  await doFor(first, "aside");
  await desk.entryOf(first).getByText("not there").waitFor();
  await expect.poll(() => desk.at("queueEntry").last().textContent()).toContain(first);
  await doFor(first, "aside");
  await desk.entryOf(first).getByText("not there").waitFor({ state: "detached" });
});

test("takes somebody before the others for a reason that stands beside them", async () => {
  const { desk } = world;
  const name = "Waiting Iali";
  await doFor(name, "priority");
  await choose(desk.at("priorityChoice"), "urgent");
  await desk.at("confirmPriority").click();
  await desk.page.getByText("Say why in a few words").waitFor();
  expect(await barriersOn(desk.page)).toMatchObject({ violations: [] });
  await desk.at("priorityReason").fill("Chest pain");
  await desk.page.keyboard.press("Enter");
  await desk.entryOf(name).getByText("Chest pain").waitFor();
  await expect.poll(() => desk.at("queueEntry").first().textContent()).toContain(name);
});

test("moves somebody who waits to another doctor, with the token they hold", async () => {
  const { desk } = world;
  const name = "Waiting Eali";
  const others = await world.branch.list("/v1/staff?role=doctor&status=active");
  const other = others.find(({ id }) => id !== world.product.credentials.provider_id);
  await doFor(name, "handOver");
  await choose(desk.at("handOverDoctor"), String(other?.["id"]));
  expect(await barriersOn(desk.page)).toMatchObject({ violations: [] });
  await desk.at("confirmHandOver").click();
  await desk.entryOf(name).getByText(String(other?.["name"])).waitFor();
});

test("leaves a row beneath a press until it is over, whatever others do meanwhile", async () => {
  const { page } = world.desk;
  const second = await world.openDesk(world.product.credentials.branch_staff);
  const pressed = world.desk.at("queueEntry").nth(1);
  const last = "Waiting Mali";
  const id = await joins(last);
  await world.desk.entryOf(last).waitFor();
  const name = await pressed.locator(".cell-patient").textContent();
  const box = await pressed.boundingBox();
  // Where nothing but the row itself is pressed.
  await page.mouse.move((box?.x ?? 0) + 4, (box?.y ?? 0) + 4);
  await page.mouse.down();
  const first = { priority: "emergency", priority_reason: "Fainted in the hall" };
  expect(await world.branch.put(`/v1/appointments/${id}`, first)).toMatchObject({ status: 200 });
  await expect.poll(() => second.at("queueEntry").first().textContent()).toContain(last);
  // What is new in a row is shown where it stands.
  await world.desk.entryOf(last).getByText("Fainted in the hall").waitFor();
  // Longer than the library takes for a long press, which it ends by itself.
  await page.waitForTimeout(700);
  expect(await pressed.textContent()).toContain(String(name));
  await page.mouse.up();
  await expect.poll(() => world.desk.at("queueEntry").first().textContent()).toContain(last);
  await second.close();
});

test("does not move the page while changes are on their way to the hub", async () => {
  const { page } = world.desk;
  await page.getByText("Online · all saved").waitFor();
  // Where the page's content begins, in every picture that is drawn from now on.
  await page.evaluate(`(() => {
    const main = document.querySelector("main");
    window.tops = new Set();
    const look = () => {
      window.tops.add(main.getBoundingClientRect().top);
      if (!window.isLooked) requestAnimationFrame(look);
    };
    look();
  })()`);
  const sent = page.getByText(/^Online · sending \d+$/u).waitFor();
  for (const letter of "NOPQRS") await joins(`Waiting ${letter}ali`);
  await sent;
  await page.getByText("Online · all saved").waitFor();
  const tops = await page.evaluate("window.isLooked = true, window.tops.size");
  expect(tops).toBe(1);
});
