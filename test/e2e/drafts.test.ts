// What is typed is not lost: forms that are begun, kept at the branch and gone on with.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { pictureAll } from "./desk.ts";
import { forms } from "#e2e/drafts/world.ts";
import "#e2e/drafts/registering.ts";
import "#e2e/drafts/visiting.ts";
import "#e2e/drafts/refused.ts";

const mustRun = process.env["CI"] !== undefined && process.env["CI"] !== "";

beforeAll(async () => {
  if (forms.fault !== null) {
    if (mustRun) throw new Error(forms.fault);
    console.warn(`Unfinished forms in a browser are not tested: ${forms.fault}`);
    return;
  }
  await forms.start();
});

beforeEach((context) => {
  if (forms.fault !== null) context.skip(forms.fault);
});

afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  console.error(`The screens as they stood: ${await pictureAll(forms.screens)}`);
});

afterAll(() => forms.stop());

test("has made no page complain on all that way", () => {
  expect(forms.screens.flatMap(({ complaints }) => complaints)).toEqual([]);
});
