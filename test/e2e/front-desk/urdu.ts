// The desk, and the hall's board, in a language that is read from right to left.
import { expect, test } from "vitest";
import * as z from "zod";
import type { Handle, Screen } from "#e2e/desk.ts";
import { dayAtBranch, dayMs, world } from "#e2e/desk/world.ts";
import { faultless, faultsInUrdu } from "#e2e/right-to-left.ts";
import type { Person } from "#e2e/running-product.ts";

/** The window of a clinic's usual machine. */
const usual = { width: 1_366, height: 768 };

const patient = {
  name: "شبانہ بیگم",
  gender: "female",
  dob: "1988-04-12",
  phone: "+919811077665",
} as const;
/** What the clinic itself calls in English stands so on every page. */
const given = new Set<string>();
let patientId = "";
let clerk: Screen;
let manager: Screen;

const faultsOf = (screen: Screen) => faultsInUrdu(screen, given);

/** Goes to an address, waits for something of it, and looks. */
async function look(screen: Screen, path: string, handle: Handle): Promise<void> {
  await screen.goTo(path);
  await screen.at(handle).first().waitFor();
  expect({ path, faults: await faultsOf(screen) }).toEqual({ path, faults: faultless });
}

async function opened(person: Person | null): Promise<Screen> {
  const screen = await world.openScreen();
  await screen.page.setViewportSize(usual);
  await screen.goTo("/desk");
  await screen.speak("ur");
  if (person !== null) await screen.signIn(person);
  return screen;
}

test("asks for the name and the password from right to left, once Urdu is chosen", async () => {
  await world.closeOthers();
  clerk = await opened(null);
  expect(await faultsOf(clerk)).toEqual(faultless);
  await clerk.signIn(world.product.credentials.branch_staff);
  await clerk.at("queue").waitFor();
});

test("draws Urdu with its own letters, which no English page fetches", async () => {
  const drawn = await clerk.page.evaluate(`document.fonts.check('400 14px "Noto Sans"', "اردو")`);
  const fetched = (screen: Screen) =>
    screen.page.evaluate(
      `performance.getEntriesByType("resource").filter(({ name }) => name.includes("naskh")).length`,
    );
  expect(drawn).toBe(true);
  expect(await fetched(clerk)).toBeGreaterThan(0);
  const english = await world.openScreen();
  await english.goTo("/desk");
  await english.at("signIn").waitFor();
  expect(await fetched(english)).toBe(0);
  await english.close();
});

test("shows today, the patients, a registration and a chart from right to left, and no English", async () => {
  const made = await world.branch.post("/v1/patients", patient);
  patientId = String(made.body["id"]);
  await look(clerk, "/today", "queue");
  await look(clerk, "/patients", "patientRow");
  await look(clerk, `/patients/${patientId}`, "chartBanner");
  await look(clerk, `/patients/${patientId}/details`, "chartDetails");
  await look(clerk, `/patients/${patientId}/changes`, "chartBanner");
  await look(clerk, "/patients/new", "fieldName");
  await clerk.at("savePatient").click();
  await clerk.page.getByText("مریض کا نام لکھیں").waitFor();
  expect(await faultsOf(clerk)).toEqual(faultless);
});

test("writes a telephone number from left to right, as it is read everywhere", async () => {
  await clerk.goTo(`/patients/${patientId}`);
  await clerk.at("chartBanner").waitFor();
  const places = await clerk.page.evaluate(`(() => {
    const phone = document.querySelector(".chart-banner bdi[dir=ltr]");
    const text = document.createTreeWalker(phone, NodeFilter.SHOW_TEXT).nextNode();
    return [...text.data].map((_, place) => {
      const range = document.createRange();
      range.setStart(text, place);
      range.setEnd(text, place + 1);
      return Math.round(range.getBoundingClientRect().left);
    });
  })()`);
  const read = z.array(z.number()).parse(places);
  expect(read).toHaveLength("+91 98110 77665".length);
  expect(read).toEqual(read.toSorted((one, other) => one - other));
});

test("shows the days, weeks and lists of appointments from right to left", async () => {
  const day = dayAtBranch(Date.now() + dayMs);
  await look(clerk, `/appointments/day/${day}`, "calendarColumn");
  const [first, second] = await Promise.all(
    [0, 1].map((place) => clerk.at("calendarColumn").nth(place).boundingBox()),
  );
  expect(first?.x).toBeGreaterThan(second?.x ?? Infinity);
  const { provider_id: provider } = world.product.credentials;
  await look(clerk, `/appointments/week/${day}?doctor=${provider}`, "calendarColumn");
  await look(clerk, "/appointments/list", "calendarDoctor");
  await look(clerk, "/appointments/waiting", "putOnWaitlist");
});

test("shows what needs attention and the settings from right to left", async () => {
  for (const each of await world.branch.list("/v1/departments")) given.add(String(each["name"]));
  manager = await opened(world.product.credentials.branch_manager);
  await look(manager, "/attention", "statusStrip");
  await look(manager, "/settings/devices", "devicesPanel");
  await look(manager, "/settings/screens", "screensPanel");
  await look(manager, "/settings/templates", "lookForm");
  for (const page of ["departments", "rooms", "queues"])
    await look(manager, `/settings/${page}`, "partRow");
  await look(manager, "/settings/languages", "saveLanguages");
  expect(await manager.page.getByTestId("first-language-ur").innerText()).toBe("اردو");
});

test("has the hall's board say everything in Urdu first, from right to left, where the branch chooses so", async () => {
  await manager.page.getByTestId("first-language-ur").click();
  await manager.at("saveLanguages").click();
  await manager.page.getByText("زبانیں محفوظ ہو گئیں").waitFor();
  const board = await world.openScreen();
  await board.page.setViewportSize(usual);
  await board.goTo("/display/all");
  await board.page.getByText("اگلی باری").waitFor();
  // It says the other languages of the branch as well.
  expect({ ...(await faultsOf(board)), left: [] }).toEqual(faultless);
  expect((await board.words()).join(" ")).toContain("Next in line");
  const serving = await board.at("boardServing").boundingBox();
  const waiting = await board.at("boardWaiting").boundingBox();
  expect(serving?.x).toBeGreaterThan(waiting?.x ?? 0);
  await manager.page.getByTestId("first-language-en").click();
  await manager.page.getByTestId("also-language-ur").click();
  await manager.at("saveLanguages").click();
  const spoken = async () => {
    const state = await fetch(`${world.product.credentials.branch}/display/all/state`);
    return z.object({ languages: z.array(z.string()) }).parse(await state.json()).languages;
  };
  await expect.poll(spoken).toEqual(["en", "hi"]);
  await board.close();
});
