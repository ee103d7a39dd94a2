import { expect, test } from "vitest";
import { bodyOfDraft, faultOfDraft, type ExceptionDraft } from "./exception-form.ts";

const draft: ExceptionDraft = {
  kind: "leave",
  providerId: "stf_1",
  isWhole: true,
  firstDay: "2026-12-24",
  lastDay: "2026-12-26",
  from: "09:00",
  to: "13:00",
  reason: " Wedding ",
};

test("whole days are sent from the first midnight to the last on the branch's clock", () => {
  expect(bodyOfDraft(draft, "Asia/Kolkata")).toEqual({
    kind: "leave",
    provider_id: "stf_1",
    starts_at: "2026-12-23T18:30:00.000Z",
    ends_at: "2026-12-26T18:30:00.000Z",
    reason: "Wedding",
  });
});

test("a part of a day is sent with its times, without a doctor and a reason where none is given", () => {
  const closed = { ...draft, kind: "closed", providerId: "", isWhole: false, reason: " " } as const;
  expect(bodyOfDraft(closed, "Asia/Kolkata")).toEqual({
    kind: "closed",
    starts_at: "2026-12-24T03:30:00.000Z",
    ends_at: "2026-12-24T07:30:00.000Z",
  });
});

test.each([
  ["needsDoctor", { providerId: "" }],
  ["lastDay", { lastDay: "2026-12-23" }],
  ["to", { isWhole: false, to: "09:00" }],
  [null, {}],
  [null, { kind: "closed", providerId: "" }],
  [null, { lastDay: "2026-12-24" }],
] as const)("what is wrong is %s with %j", (fault, more) => {
  expect(faultOfDraft({ ...draft, ...more })).toBe(fault);
});
