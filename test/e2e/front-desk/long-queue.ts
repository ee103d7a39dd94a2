// A morning with many tokens: the queue stays quick, on one screen, and asks little of the branch.
import { expect, test } from "vitest";
import { barriersOn } from "#e2e/barriers.ts";
import type { Screen } from "#e2e/desk.ts";
import { world } from "#e2e/desk/world.ts";

const usual = { width: 1366, height: 768 };
// More than one question asks for, and more than a screen draws.
const tokens = 200;
// As long as a name comes, in one word.
const longName = "लक्ष्मीनारायणसुब्रह्मण्यम्वेंकटरामकृष्णन्स्वामीनाथन्";
const asked: string[] = [];
let clerk: Screen;

function ofPatients(): readonly string[] {
  return asked.filter((request) => request.includes("/v1/patients"));
}

function called(number: number): string {
  return number === tokens ? longName : `Queue ${String(number).padStart(3, "0")}`;
}

/** How far the page is wider and higher than its window, pixels. */
function overflow(): Promise<unknown> {
  return clerk.page.evaluate(
    "[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]",
  );
}

async function joins(number: number): Promise<void> {
  const { provider_id } = world.product.credentials;
  const person = { name: called(number), gender: "male", dob: "1970-01-01" };
  const made = await world.branch.post("/v1/patients", person);
  const token = { patient_id: made.body["id"], provider_id, source: "walk_in" };
  expect(await world.branch.post("/v1/appointments", token)).toMatchObject({ status: 201 });
}

test("asks for the names of 200 people in a few questions", async () => {
  // Whoever came before has gone home: each open page would read the queue anew with every token.
  await world.closeAll();
  for (let number = 1; number <= tokens; number += 1) await joins(number);
  clerk = await world.openScreen();
  await clerk.page.setViewportSize(usual);
  clerk.page.on("request", (request) => {
    if (request.url().includes("/v1/")) asked.push(`${request.method()} ${request.url()}`);
  });
  await clerk.goTo("/today");
  await clerk.signIn(world.product.credentials.branch_staff);
  await clerk.at("queueEntry").nth(11).waitFor();
  await expect.poll(() => clerk.at("queueEntry").getByText("…", { exact: true }).count()).toBe(0);
  // A line that is drawn a picture later than the others may ask for its patient alone.
  expect(ofPatients().filter((request) => /patients\/pat_/u.test(request)).length).toBeLessThan(4);
  expect(ofPatients().length).toBeLessThan(tokens / 4);
});

test("shows twelve of them on the usual screen, draws no line that is far out of sight, and overflows nothing", async () => {
  const twelfth = await clerk.at("queueEntry").nth(11).boundingBox();
  expect((twelfth?.y ?? 0) + (twelfth?.height ?? 0)).toBeLessThanOrEqual(usual.height);
  expect(await clerk.at("queueEntry").count()).toBeLessThan(60);
  expect(await overflow()).toEqual([0, 0]);
  expect(await barriersOn(clerk.page)).toMatchObject({ violations: [] });
});

test("leads by the End key to the last, whose name is read then and overflows nothing, however long", async () => {
  await clerk.at("queueEntry").first().click();
  await clerk.page.keyboard.press("Control+End");
  await clerk.entryOf(longName).waitFor();
  expect(await overflow()).toEqual([0, 0]);
  expect(ofPatients().length).toBeLessThan(tokens / 4);
  await clerk.close();
});
