// What a front desk does all day with those who come: registers, gives tokens, keeps the queue.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { pictureAll } from "./desk.ts";
import { world } from "#e2e/desk/world.ts";
import "#e2e/front-desk/registering.ts";
import "#e2e/front-desk/queueing.ts";
import "#e2e/front-desk/appointment.ts";
import "#e2e/front-desk/homes.ts";
import "#e2e/front-desk/clinic.ts";
import "#e2e/front-desk/hours.ts";
import "#e2e/front-desk/waiting-list.ts";
import "#e2e/front-desk/saved-searches.ts";
import "#e2e/front-desk/line-cut.ts";
import "#e2e/front-desk/ward.ts";
import "#e2e/front-desk/emergency.ts";
import "#e2e/front-desk/steady-lists.ts";
import "#e2e/front-desk/lab.ts";
import "#e2e/front-desk/radiology.ts";
import "#e2e/front-desk/pharmacy.ts";
import "#e2e/front-desk/stores.ts";
import "#e2e/front-desk/cashiering.ts";
import "#e2e/front-desk/payers.ts";
import "#e2e/front-desk/ordering.ts";
import "#e2e/front-desk/line-back.ts";
import "#e2e/front-desk/locking.ts";
import "#e2e/front-desk/long-queue.ts";
import "#e2e/front-desk/urdu.ts";

const mustRun = process.env["CI"] !== undefined && process.env["CI"] !== "";

beforeAll(async () => {
  if (world.fault !== null) {
    if (mustRun) throw new Error(world.fault);
    console.warn(`The front desk in a browser is not tested: ${world.fault}`);
    return;
  }
  await world.start();
  world.desk = await world.openDesk(world.product.credentials.branch_staff);
});

beforeEach((context) => {
  if (world.fault !== null) context.skip(world.fault);
});

afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  console.error(`The screens as they stood: ${await pictureAll(world.screens)}`);
});

afterAll(() => world.stop());

test("has made no page of the front desk complain", () => {
  expect(world.screens.flatMap(({ complaints }) => complaints)).toEqual([]);
});
