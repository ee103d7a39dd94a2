import type { Page } from "playwright-core";
import * as z from "zod";
import { withoutTitle } from "@edgeward/branch-node/ui/i18n/without-title.ts";
import { testNames } from "@edgeward/branch-node/ui/test-names.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { staffContract } from "@edgeward/shared/clinical/staff/staff.contract.ts";
import { fact } from "../branch-contests.ts";
import type { Finding } from "../figures.ts";
import { inTime, waitFinding, type Wait } from "../waits.ts";
import { newProfile, openDesk, slowDown, type Desks } from "./desks.ts";

const numbers = z.array(z.number());

// From the key until the picture that shows it has been drawn, by the browser's own clock.
const notePaints = `(() => {
  window.paints = [];
  document.addEventListener("keydown", ({ timeStamp }) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.paints.push(performance.now() - timeStamp);
      port2.postMessage(null);
    });
  }, true);
})()`;

const typed = ["lakshmi", "patil", "9822", "shinde", "laxmi chavan", "deshpande", "0323", "सविता"];
// Four keys a second, as somebody types who looks at what comes.
const betweenKeysMs = 250;

async function typingContest(desks: Desks, times: number, must: string): Promise<Finding> {
  const page = await openDesk(desks);
  await page.evaluate(notePaints);
  if (times > 1) await slowDown(page, times);
  const box = page.getByTestId(testNames.search);
  for (const text of typed) {
    await box.fill("");
    await box.pressSequentially(text, { delay: betweenKeysMs });
  }
  await page.waitForTimeout(500);
  const waits = numbers.parse(await page.evaluate("window.paints"));
  await page.context().close();
  const slower = times === 1 ? "" : `, ${times}× slower`;
  return waitFinding(`desk: key → painted, ${desks.patients} patients${slower}`, must, waits);
}

async function signInContest(desks: Desks, times: number, must: string): Promise<Finding> {
  const waits: Wait[] = [];
  for (let round = 0; round < 5; round += 1) {
    const page = await (await newProfile(desks)).newPage();
    page.setDefaultTimeout(60_000);
    if (times > 1) await slowDown(page, times);
    const began = performance.now();
    await page.goto(`${desks.url}/desk`, { waitUntil: "commit" });
    await page.getByTestId(testNames.username).fill(desks.clerk.username);
    waits.push(performance.now() - began);
    await page.context().close();
  }
  const slower = times === 1 ? "" : `, ${times}× slower`;
  return waitFinding(`desk: sign-in usable, nothing cached${slower}`, must, waits);
}

const rounds = 12;

// Both by the clock that the pages of one machine share: how long a driver of browsers takes to press and to look is not in it.
const notePress = `addEventListener("click", ({ timeStamp }) => {
  window.pressedAt = performance.timeOrigin + timeStamp;
}, true)`;

/** When a page has painted somebody's line of the queue. */
function paintOf(name: string): string {
  return `new Promise((resolve) => {
    const look = () => {
      const lines = [...document.querySelectorAll("[data-testid=${testNames.queueEntry}]")];
      if (!lines.some((line) => line.textContent.includes(${JSON.stringify(name)}))) return;
      watch.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
        port2.postMessage(null);
      });
    };
    const watch = new MutationObserver(look);
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    look();
  })`;
}

/** From the press at one desk until another desk has painted who waits. */
async function deskToDeskContest(desks: Desks): Promise<Finding> {
  const [here, there] = [await openDesk(desks), await openDesk(desks)];
  const waits: Wait[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const body = { name: `Bench ${"ABCDEFGHIJKL"[round]}ali`, gender: "female", dob: "1980-01-01" };
    const { id, name } = (await desks.client.call(patientsContract.create, { body })).body;
    await here.goto(`${desks.url}/patients/${id}`);
    await chooseDoctor(here, desks, testNames.provider);
    await here.evaluate(notePress);
    const painted = there.evaluate(paintOf(name)).then((at) => z.number().parse(at));
    await here.getByTestId(testNames.walkIn).click();
    const at = await inTime(painted);
    const began = z.number().parse(await here.evaluate("window.pressedAt"));
    waits.push(at === null ? null : at - began);
  }
  await here.context().close();
  await there.context().close();
  return waitFinding("desk: token given → painted at another desk", "p95 ≤ 300", waits);
}

async function chooseDoctor(page: Page, { providerId }: Desks, field: string): Promise<void> {
  await page.getByTestId(field).click();
  const option = page.locator(`[role=option][data-key="${providerId}"]`);
  await option.click();
  await option.waitFor({ state: "detached" });
}

// What somebody takes for a key who types without looking, by the keystroke-level model.
const keyMs = 280;

// As much of a doctor's name as somebody types to be understood.
const lettersOfName = 4;

async function begunName({ client, providerId }: Desks): Promise<string> {
  const { name } = (await client.call(staffContract.get, { params: { id: providerId } })).body;
  return withoutTitle(name).slice(0, lettersOfName);
}

/** Registers somebody and gives the token by the keyboard alone, at the pace of a person. */
async function newPatientContest(desks: Desks): Promise<readonly Finding[]> {
  const page = await openDesk(desks);
  await page.getByTestId(testNames.queue).waitFor();
  let controls = 0;
  const began = performance.now();
  const press = async (key: string) => {
    controls += 1;
    await page.waitForTimeout(keyMs);
    await page.keyboard.press(key);
  };
  const type = (text: string) => page.keyboard.type(text, { delay: keyMs });
  await press("F2");
  await page.getByTestId(testNames.fieldName).waitFor();
  await type("Asha Bench");
  await press("Tab");
  await type("9822077777");
  await press("Tab");
  await type("12/04/1988");
  await press("Tab");
  await press("Tab");
  await press("Space");
  // For whom the token is has not been said: it is asked for, and the name's beginning says it.
  await press("Control+Enter");
  const doctor = page.getByTestId(testNames.tokenDoctor);
  await page.locator(":focus").and(doctor).waitFor();
  await type(await begunName(desks));
  await press("Control+Enter");
  const at = await inTime(
    page
      .getByTestId(testNames.token)
      .waitFor()
      .then(() => performance.now()),
  );
  const ended = at ?? performance.now();
  await page.context().close();
  return [
    fact("desk: new patient and token, control keys", "keys", controls, "≤ 12"),
    {
      ...fact("desk: new patient and token, typed", "s", (ended - began) / 1_000, "≤ 20"),
      failures: at === null ? 1 : 0,
    },
  ];
}

// Every picture for two seconds, while a hand turns the wheel.
const scroll = `new Promise((resolve) => {
  const table = document.querySelector("[data-testid=kit-long-table]");
  const frames = [];
  let before = performance.now();
  const step = (now) => {
    frames.push(now - before);
    before = now;
    table.scrollTop += 240;
    if (frames.length < 240) requestAnimationFrame(step); else resolve(frames.slice(5));
  };
  requestAnimationFrame(step);
})`;

async function scrollContest(desks: Desks): Promise<Finding> {
  const page = await (await newProfile(desks)).newPage();
  await page.goto(`${desks.url}/kit`);
  await page.getByTestId("kit-long-table").scrollIntoViewIfNeeded();
  await page.waitForTimeout(500);
  const frames = numbers.parse(await page.evaluate(scroll));
  await page.context().close();
  return waitFinding("desk: a frame while 5,000 rows scroll", "max ≤ 50", frames);
}

// The time of each picture of the page for eight seconds.
const pageFrames = `new Promise((resolve) => {
  const frames = [];
  const began = performance.now();
  let before = began;
  const step = (now) => {
    frames.push(now - before);
    before = now;
    if (now - began < 8_000) requestAnimationFrame(step); else resolve(frames.slice(2));
  };
  requestAnimationFrame(step);
})`;

/** How steadily a page goes on while its camera looks for a code and finds none. */
async function cameraContest(desks: Desks, times: number): Promise<Finding> {
  const page = await openDesk(desks);
  await page.context().grantPermissions(["camera"]);
  await slowDown(page, times);
  await page.getByTestId(testNames.cameraButton).click();
  await page.locator("video").waitFor();
  await page.waitForTimeout(3_000);
  const frames = numbers.parse(await page.evaluate(pageFrames));
  await page.context().close();
  return waitFinding(`desk: a frame while a camera looks, ${times}× slower`, "p95 ≤ 50", frames);
}

/** What somebody at a front desk waits for, in a browser. */
export async function deskFindings(desks: Desks): Promise<readonly Finding[]> {
  return [
    await signInContest(desks, 1, "p95 ≤ 1000"),
    await signInContest(desks, 6, "p95 ≤ 2500"),
    await typingContest(desks, 1, "p95 ≤ 50"),
    await typingContest(desks, 4, "p95 ≤ 100"),
    await deskToDeskContest(desks),
    ...(await newPatientContest(desks)),
    await scrollContest(desks),
    await cameraContest(desks, 6),
  ];
}
