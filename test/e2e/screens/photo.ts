// How a patient looks.
import { createCanvas } from "@napi-rs/canvas";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import * as z from "zod";
import { barriersOn } from "#e2e/barriers.ts";
import { at, world } from "./world.ts";

/** How large the picture is that a place of the page shows; it waits until one is there. */
async function pictureIn(place: Locator): Promise<{ width: number; height: number; src: string }> {
  const src = (await place.locator("img").getAttribute("src")) ?? "";
  const size = await place.page().evaluate(`new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight });
    image.src = ${JSON.stringify(src)};
  })`);
  return { src, ...z.object({ width: z.number(), height: z.number() }).parse(size) };
}

function landscape(): Buffer {
  const canvas = createCanvas(1_200, 700);
  const drawing = canvas.getContext("2d");
  drawing.fillStyle = "firebrick";
  drawing.fillRect(0, 0, 1_200, 700);
  return canvas.toBuffer("image/png");
}

test("takes a photo at registration, tells namesakes apart by it, replaces it by a file and takes it away, without the hub", async () => {
  const name = "Tarabai Shinde";
  await world.branch.post("/v1/patients", { name, gender: "female", dob: "1950-01-01" });
  const clerk = await world.openScreen();
  await clerk.page.context().grantPermissions(["camera"]);
  await clerk.goTo("/desk");
  await clerk.signIn(world.product.credentials.branch_staff);
  await clerk.page.keyboard.press("F2");
  await clerk.at("fieldName").fill(name);
  await clerk.at("fieldDob").fill("02/02/1952");
  await at(clerk, "gender-female").click();
  await clerk.at("takePhoto").click();
  await clerk.page.locator("video").waitFor();
  expect(await barriersOn(clerk.page)).toMatchObject({ violations: [] });
  await clerk.at("shootPhoto").click();
  await pictureIn(clerk.page.locator(".registration-photo"));
  await clerk.at("savePatient").click();
  const banner = clerk.at("chartBanner");
  const taken = await pictureIn(banner);
  expect(taken.width).toBe(taken.height);
  expect(taken.width).toBeLessThanOrEqual(480);

  await clerk.search(name);
  const results = clerk.at("searchResult").filter({ hasText: name });
  await expect.poll(() => results.count()).toBe(2);
  await expect.poll(() => results.locator("img").count()).toBe(1);
  expect(await results.locator(".face").filter({ hasText: "TS" }).count()).toBe(1);
  await clerk.page.keyboard.press("Escape");
  await clerk.at("navPatients").click();
  const rows = clerk.at("patientRow").filter({ hasText: name });
  await rows.locator("img").waitFor();
  expect([await rows.count(), await rows.locator("img").count()]).toEqual([2, 1]);
  await rows.filter({ has: clerk.page.locator("img") }).dblclick();

  await clerk.at("bannerEdit").click();
  const file = { name: "face.jpg", mimeType: "image/jpeg" };
  await clerk.at("photoFile").setInputFiles({ ...file, buffer: Buffer.from("no picture") });
  await clerk.page.getByText("This file is no picture").waitFor();
  await clerk.at("photoFile").setInputFiles({ ...file, buffer: landscape() });
  // That the one before it was saved may still be said.
  await clerk.page.getByText(`Photo saved: ${name}`).last().waitFor();
  await expect.poll(async () => (await pictureIn(banner)).src).not.toBe(taken.src);
  expect(await pictureIn(banner)).toMatchObject({ width: 480, height: 480 });
  expect(await barriersOn(clerk.page)).toMatchObject({ violations: [] });
  await clerk.at("removePhoto").click();
  await banner.locator(".face").filter({ hasText: "TS" }).waitFor();
  expect(await banner.locator("img").count()).toBe(0);
  await clerk.close();
});
