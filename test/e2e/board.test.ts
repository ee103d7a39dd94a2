import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { appointmentsContract } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { openBrowser } from "#support/browser.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { startLiveBranch, type LiveBranch } from "#support/live-branch.ts";
import { pagesBuilt } from "#support/pages.ts";
import { seedStaff, writeAsSystem } from "#support/seed.ts";
import { barriersOn } from "./barriers.ts";
import { Screen } from "./desk.ts";

const { browser, fault } = await openBrowser();
const mustRun = process.env["CI"] !== undefined && process.env["CI"] !== "";

const views = [
  { width: 1_920, height: 1_080 },
  { width: 1_366, height: 768 },
  { width: 1_080, height: 1_920 },
] as const;
const doctors = [
  { name: "Dr. Omkar Kale", department: "General Medicine", room: "Room 4" },
  { name: "डॉ. अन्नपूर्णा वेंकटरमण सुब्रह्मण्यम", department: "Paediatrics", room: "Minor OT, first floor" },
] as const;

let hub: TestHub;
let branch: LiveBranch;
let desk: Client;
let board: Screen;
let doctorIds: readonly string[];
let patients = 0;
/** How many wait uncalled, as the branch knows it: a screen may still show the one who was just called. */
let waiting = 0;

/** Gives a token to somebody new. @returns the appointment's id */
async function joins(doctor: number): Promise<string> {
  patients += 1;
  const person = { name: `Waiting ${patients}`, gender: "male", dob: "1970-01-01" } as const;
  const { body: patient } = await desk.call(patientsContract.create, { body: person });
  const token = {
    patient_id: patient.id,
    provider_id: doctorIds[doctor] ?? "",
    source: "walk_in",
  } as const;
  const { id } = (await desk.call(appointmentsContract.create, { body: token })).body;
  waiting += 1;
  return id;
}

async function isCalled(id: string): Promise<void> {
  await desk.call(appointmentsContract.update, { params: { id }, body: { called: true } });
  waiting -= 1;
}

async function waits(count: number): Promise<void> {
  const shown = board.at("boardWaiting").getByTestId("board-token");
  while (waiting < count) await joins(waiting % doctors.length);
  await expect.poll(() => shown.count()).toBe(count);
}

const boxes = z.array(z.object({ text: z.string(), fault: z.string().nullable() }));

/** What of the board is cut off, or lies outside the screen or over something else. */
async function misplaced(): Promise<readonly { text: string; fault: string | null }[]> {
  const found = await board.page.evaluate(`(() => {
    const of = (node) => { const range = document.createRange(); range.selectNodeContents(node); return range.getBoundingClientRect(); };
    const isIn = (box, x, y, right, bottom) =>
      box.left >= x - 1 && box.top >= y - 1 && box.right <= right + 1 && box.bottom <= bottom + 1;
    const words = [...document.querySelectorAll(".board h1, .board h2 > span, .board p > span, .board time, .board button, .call strong, .call-room > span, .call-doctor, .board-tokens li")];
    const places = words.map((node) => [node, of(node)]);
    return places.map(([node, box]) => {
      const home = (node.closest(".call, .board-tokens li, section") ?? document.body).getBoundingClientRect();
      const over = places.find(([other, its]) => other !== node && !other.contains(node) && !node.contains(other) &&
        box.left + 1 < its.right && its.left + 1 < box.right && box.top + box.height / 4 < its.bottom - its.height / 4 && its.top + its.height / 4 < box.bottom - box.height / 4);
      const fault = box.width === 0 ? "is not drawn"
        : !isIn(box, 0, 0, innerWidth, innerHeight) ? "lies outside the screen"
        : !isIn(box, home.left, home.top, home.right, home.bottom) ? "is cut off"
        : over ? "lies over " + over[0].textContent : null;
      return { text: node.textContent, fault };
    });
  })()`);
  return boxes.parse(found).filter((box) => box.fault !== null);
}

/** Whether the page or the board is larger than the screen. */
async function isTooLarge(): Promise<boolean> {
  const found = await board.page
    .evaluate(`[document.documentElement, document.querySelector(".board")].some((element) =>
    element.scrollHeight > innerHeight || element.scrollWidth > innerWidth)`);
  return z.boolean().parse(found);
}

async function fitsEverywhere(): Promise<void> {
  for (const view of views) {
    await board.page.setViewportSize(view);
    const where = `${view.width}×${view.height}`;
    expect({ where, isTooLarge: await isTooLarge(), misplaced: await misplaced() }).toEqual({
      where,
      isTooLarge: false,
      misplaced: [],
    });
  }
}

beforeAll(async () => {
  if (browser === null) {
    if (mustRun) throw new Error(fault);
    console.warn(`The board is not tested in a browser: ${fault}`);
    return;
  }
  await pagesBuilt();
  // The branch follows its hub's clock, and the screen goes by the machine's.
  hub = await startTestHub({ startsAt: new Date().toISOString() });
  const branches = [hub.tenant.branchId];
  doctorIds = await writeAsSystem(hub, hub.tenant.id, (write) =>
    doctors.map((plan) => seedStaff(write, { ...plan, role: "doctor", branches })),
  );
  branch = await startLiveBranch(hub, hub.tenant.branchId);
  desk = await branch.client(["front_desk"]);
  board = await Screen.open(browser, branch.url);
  await board.goTo("/display/all");
});

beforeEach((context) => {
  if (fault !== null) context.skip(fault);
});

afterAll(async () => {
  if (browser === null) return;
  await browser.close();
  await branch?.stop();
  await hub?.stop();
});

test("says in the middle of the screen that nobody is called and nobody waits", async () => {
  await board.page.getByText("Please take a seat").waitFor();
  await board.page.getByText("Nobody is waiting").waitFor();
  await fitsEverywhere();
  expect(await barriersOn(board.page)).toMatchObject({ violations: [] });
});

test("shows a lone call in the middle of its card, with the room and the doctor", async () => {
  await isCalled(await joins(0));
  await board.page.getByText("Dr. Omkar Kale").waitFor();
  await board.page.getByText("Room 4", { exact: true }).waitFor();
  await board.page.getByText("कमरा 4").waitFor();
  for (const view of views) {
    await board.page.setViewportSize(view);
    const card = await board.page.locator(".call-latest").boundingBox();
    const token = await board.page.locator(".call-latest strong").boundingBox();
    const middle = (box: typeof card) => (box?.x ?? 0) + (box?.width ?? 0) / 2;
    expect(Math.abs(middle(card) - middle(token))).toBeLessThan(4);
  }
  await fitsEverywhere();
});

test.each([18, 30])("shows five calls and %i who wait on one screen", async (count) => {
  for (let call = 0; call < 2; call += 1) {
    await isCalled(await joins(1));
    await isCalled(await joins(0));
  }
  await waits(count);
  await expect.poll(() => board.page.locator(".call").count()).toBe(5);
  await fitsEverywhere();
  expect(await board.at("boardMore").count()).toBe(0);
  expect(await barriersOn(board.page)).toMatchObject({ violations: [] });
});

test("says how many wait beyond those that it shows", async () => {
  for (let more = 0; more < 3; more += 1) await joins(0);
  await board.at("boardMore").getByText("+3 more").waitFor();
  expect(await board.at("boardWaiting").getByTestId("board-token").count()).toBe(30);
  await fitsEverywhere();
});

test("shows who joined after it had read the queue and before its live connection stood", async () => {
  if (browser === null) throw new Error(fault);
  const late = await Screen.open(browser, branch.url);
  const connects = Promise.withResolvers<() => void>();
  await late.page.routeWebSocket(/\/ws/u, (socket) => {
    connects.resolve(() => void socket.connectToServer());
    return new Promise(() => {});
  });
  await late.goTo("/display/all");
  await late.at("boardMore").getByText("+3 more").waitFor();
  const connect = await connects.promise;
  await joins(0);
  expect(await late.at("boardMore").textContent()).toContain("+3 more");
  connect();
  await late.at("boardMore").getByText("+4 more").waitFor();
  await late.close();
});

test("says over all of it when it is no longer up to date", async () => {
  await board.page.context().setOffline(true);
  await board.at("boardNotLive").waitFor();
  expect(await board.at("boardNotLive").textContent()).toContain("यह बोर्ड अभी ताज़ा नहीं है");
  await fitsEverywhere();
});
