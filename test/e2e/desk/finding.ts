// Whoever has been at the clinic, or at the practice it took over, is found at the desk.
import { join } from "node:path";
import { expect, test } from "vitest";
import { until } from "#support/until.ts";
import { barriersOn, focusOf } from "#e2e/barriers.ts";
import { choose } from "#e2e/desk.ts";
import { writeRegister } from "#e2e/patient-register.ts";
import { idShape, known, only, world } from "./world.ts";

test("takes over another practice's register, row by row, and once only", async () => {
  const file = join(world.product.folder, "register.csv");
  writeRegister(file);
  const command = ["import", "patients", file, "--country", "US", "--json"];
  const first = await world.product.edgeward(...command);
  const second = await world.product.edgeward(...command);

  const rejects = [
    { line: 20, field: "gender", reason: expect.any(String) },
    { line: 21, field: "dob", reason: expect.any(String) },
  ];
  expect(JSON.parse(first.stdout)).toMatchObject({
    rows: 20,
    registered: 18,
    rejected: 2,
    rejects,
  });
  expect(JSON.parse(second.stdout)).toMatchObject({
    registered: 0,
    already_there: 18,
    rejected: 2,
  });
  expect([first.code, second.code]).toEqual([3, 3]);
  const casts = await world.hub.list("/v1/patients/search?q=Castellanos");
  expect(only(casts)).toMatchObject({ dob: "1957-04-16", phone: "+16175550104", gender: "male" });
});

test("goes on at the branch with the hub cut off, knowing what the hub knew", async () => {
  world.savitri = idShape.parse((await world.hub.post("/v1/patients", known)).body);
  await until("the branch knows the hub's newest patient", 15_000, async () => {
    return (await world.branch.get(`/v1/patients/${world.savitri.id}`)).status === 200;
  });
  const { code, stdout } = await world.product.edgeward("outage", "on");
  expect(stdout).toContain("cut off");
  expect(code).toBe(0);
});

test("signs staff in during the outage, and distinguishes a wrong password from a right one", async () => {
  const { branch_staff: clerk } = world.product.credentials;
  world.desk = await world.openScreen();
  await world.desk.goTo("/desk");
  await world.desk.at("username").fill(clerk.username);
  await world.desk.at("password").fill("not-the-password");
  await world.desk.at("signInButton").click();
  expect(await world.desk.at("fault").textContent()).toContain("Username or password is wrong.");

  await world.desk.signIn(clerk);
  const strip = world.desk.at("statusStrip");
  await strip.getByText(/Offline since \d\d:\d\d/u).waitFor();
  expect(await focusOf(world.desk.page)).toMatchObject({ testName: "search", isSeen: true });
});

test.each([
  ["a name in Latin letters", () => "savitri phu"],
  ["a name in Devanagari", () => "सावित्री"],
  ["a family name", () => "फुले"],
  ["a telephone number", () => "98220 12345"],
  ["the last four digits of a telephone number", () => "2345"],
  ["the UHID", () => world.savitri.uhid],
  ["the number of an older register", () => "OLD/7731"],
  ["the ABHA number", () => "91-1234-5678-9012"],
])("finds a patient as somebody types %s", async (_what, text) => {
  await world.desk.search(text());
  expect(await world.desk.found()).toContainEqual(expect.stringContaining(world.savitri.uhid));
});

test("finds whom the other practice's register brought, by the number they had there", async () => {
  await world.desk.search("BOS-1004");
  expect(await world.desk.found()).toEqual([expect.stringContaining("Logan Castellanos")]);
});

test("says that there are more than it shows", async () => {
  await world.desk.search("sh");
  expect(await world.desk.found()).toHaveLength(12);
  await world.desk.page.getByText("The first 12 matches; type more to narrow").waitFor();
});

test("finds pages and actions by their names from anywhere, behind the patients of that name", async () => {
  const { desk } = world;
  const { keyboard } = desk.page;
  const box = desk.at("search");
  const shown = desk.at("searchCommand");
  await desk.toToday();
  await box.fill("");
  await desk.at("navPatients").focus();
  await keyboard.press("Control+k");
  await shown.first().waitFor();
  expect(await shown.allTextContents()).toEqual([
    "Today",
    "Appointments",
    "Patients",
    "Ward",
    "Emergency",
    "Laboratory",
    "Radiology",
    "Billing",
    "Shift",
    "Needs attention",
    "Devices",
    expect.any(String),
    "New patient",
  ]);
  expect(await barriersOn(desk.page)).toMatchObject({ violations: [] });
  // Enter in an empty box leads nowhere; what somebody has gone down to, it opens.
  await keyboard.press("Enter");
  expect(new URL(desk.page.url()).pathname).toBe("/today");
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await desk.page.waitForURL("**/appointments**");
  expect(await shown.first().isVisible()).toBe(false);

  await keyboard.press("Control+k");
  await keyboard.type("attent");
  await keyboard.press("Enter");
  await desk.page.waitForURL("**/attention");
  expect(await box.inputValue()).toBe("");
  await keyboard.press("Control+k");
  await keyboard.type("new pat");
  await keyboard.press("Enter");
  await desk.page.waitForURL("**/patients/new");
  expect(await desk.at("fieldName").inputValue()).toBe("");
  await keyboard.press("Escape");
  await desk.search("savitri phu");
  await desk.found();
  expect(await shown.count()).toBe(0);
});

test("keeps in the address whose queue is shown: over a reload, and behind a page that was opened beside it", async () => {
  const { desk } = world;
  const { provider_id: providerId } = world.product.credentials;
  await desk.goTo("/today");
  const asked = () => new URL(desk.page.url()).searchParams.get("doctor");
  await desk.at("queueDoctor").waitFor();
  await choose(desk.at("queueDoctor"), providerId);
  await until("the address names the doctor", 5_000, () => asked() === providerId);
  const name = await desk.at("queueDoctor").textContent();
  await desk.page.reload();
  await desk.at("queueDoctor").waitFor();
  await until(
    "the doctor is still chosen",
    5_000,
    async () => (await desk.at("queueDoctor").textContent()) === name,
  );
  await desk.at("navAttention").click();
  await desk.page.waitForURL("**/attention");
  await desk.page.getByRole("heading", { name: "Needs attention" }).waitFor();
  await desk.page.keyboard.press("Escape");
  await desk.page.waitForURL("**/today?**");
  expect(asked()).toBe(providerId);
  await choose(desk.at("queueDoctor"), "");
  await until("the address names everybody's queue", 5_000, () => asked() === "all");
});

test("shows a probable duplicate beside the form while somebody is being registered", async () => {
  await world.desk.page.keyboard.press("F2");
  await world.desk.at("fieldName").fill("Savitri Fule");
  await world.desk.at("fieldDob").fill("03/01/1961");
  const duplicate = world.desk.at("duplicate").filter({ hasText: world.savitri.uhid });
  await duplicate.waitFor();
  expect(await duplicate.textContent()).toContain(known.name);
});

test("shows whose a telephone number is already, whatever else is typed", async () => {
  const { desk, savitri } = world;
  await desk.at("fieldName").fill("Balaji Thorat");
  await desk.at("fieldDob").fill("05/05/1999");
  await desk.page.getByTestId("gender-male").click();
  await desk.page.getByText("Nobody registered has this number").waitFor();
  await desk.at("fieldPhone").fill(known.phone);
  await desk.page.getByText("This number is registered already").waitFor();
  await desk.at("duplicate").filter({ hasText: savitri.uhid }).waitFor();
  expect(await desk.at("duplicate").count()).toBe(1);
});
