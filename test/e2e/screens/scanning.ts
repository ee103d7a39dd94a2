// Codes are read by keyboard scanners, the camera and the branch's own scanner.
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { until } from "#support/until.ts";
import { filmCode } from "#e2e/camera-film.ts";
import { choose } from "#e2e/desk.ts";
import { NetworkScanner } from "#e2e/network-scanner.ts";
import { playScanner } from "#e2e/scanner-keys.ts";
import { film, savitri, world } from "./world.ts";

const card = {
  hidn: "91-7777-5678-9012",
  hid: "meera.k@abdm",
  name: "Meera Kulkarni",
  gender: "F",
  dob: "12/04/1979",
  mobile: "9811033333",
  district_name: "PUNE",
  "state name": "MAHARASHTRA",
};

test("opens the patient at the desk whose code a keyboard scanner reads, and leaves what was typed", async () => {
  await world.desk.search("half a na");
  // The test types as quickly as a scanner; a person's hand leaves the keys before it takes up a scanner.
  await delay(200);
  await playScanner(world.desk.page, world.known.uhid);
  await world.desk.at("patientUhid").filter({ hasText: world.known.uhid }).waitFor();
  expect(await world.desk.at("search").inputValue()).toBe("half a na");

  await world.desk.search("");
  await playScanner(
    world.desk.page,
    `${world.known.uhid.slice(0, -1)}${world.known.uhid.endsWith("A") ? "B" : "A"}`,
  );
  await world.desk.at("scanNotice").getByText("misread").waitFor();
});

test("opens the patient whose code is held before the camera, by this node's own decoder", async () => {
  await world.desk.search("");
  // A reload keeps the page, and there the patient is open already.
  await world.desk.toToday();
  const fetched: string[] = [];
  world.desk.page.on("request", (request) => fetched.push(request.url()));
  await world.desk.page.reload();
  await world.desk.at("search").waitFor();
  filmCode(film, { kind: "qr", content: `EW1:P:${world.known.uhid}` });
  await world.desk.page.context().grantPermissions(["camera"]);
  await world.desk.at("cameraButton").click();
  await world.desk.at("patientUhid").filter({ hasText: world.known.uhid }).waitFor();
  await world.desk.at("cameraPanel").waitFor({ state: "detached" });
  const programs = fetched.filter((url) => url.includes(".wasm"));
  expect(programs).toHaveLength(1);
  expect(programs[0]).toMatch(new RegExp(`^${world.product.credentials.branch}/ui/assets/`, "u"));
});

test("does not take a person's typing for a scanner", async () => {
  await world.desk.search(world.known.uhid);
  await world.desk.page.keyboard.type("/", { delay: 90 });
  await world.desk.page.keyboard.press("Backspace");
  expect(await world.desk.at("search").inputValue()).toBe(world.known.uhid);
});

test("fills the registration of an unknown person with what the ABHA card says", async () => {
  await world.desk.page.reload();
  await world.desk.at("search").waitFor();
  await playScanner(world.desk.page, JSON.stringify(card));
  await world.desk.at("registration").waitFor();
  expect(await world.desk.at("fieldName").inputValue()).toBe(card.name);
  expect(await world.desk.at("fieldPhone").inputValue()).toBe(card.mobile);
  expect(await world.desk.at("fieldAbha").inputValue()).toBe(card.hidn);
});

test("opens the patient whose code the branch's own scanner reads", async () => {
  const scanner = await NetworkScanner.start();
  world.scanner = scanner;
  await world.desk.page.reload();
  await world.desk.at("search").waitFor();
  await world.desk.at("screensButton").click();
  await world.desk.at("screenName").fill("Desk scanner");
  await choose(world.desk.at("screenType"), "scanner");
  await world.desk.at("scannerAddress").fill(`127.0.0.1:${scanner.port}`);
  await world.desk.at("addScreen").click();
  await world.desk.at("screen").filter({ hasText: "Desk scanner" }).getByText("Online").waitFor();
  await world.desk.page.keyboard.press("Escape");
  await until("the branch has opened it", 20_000, () => scanner.isOpen);
  await world.desk.page.bringToFront();
  await until("the patient is open", 10_000, async () => {
    scanner.scan(world.known.uhid);
    await delay(400);
    return world.desk.at("patientUhid").filter({ hasText: world.known.uhid }).isVisible();
  });
  expect(await world.desk.at("patientName").textContent()).toBe(savitri.name);
});
