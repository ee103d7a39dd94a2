import { describe, expect, test } from "vitest";
import { decisionFault, dueAfter, estimated, isBreached, missingPapers } from "./preauth.rules.ts";

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 26, 10, minutes)).toISOString();

describe("the clock of a payer", () => {
  test.each([
    ["initial", 60],
    ["enhancement", 60],
    ["discharge", 180],
  ])("gives %s %i minutes", (type, minutes) => {
    const began = Date.parse(at(0));
    expect(new Date(dueAfter(type, began)).toISOString()).toBe(at(minutes));
  });

  test.each([
    ["draft", null, null, at(90), false],
    ["submitted", at(60), null, at(60), false],
    ["submitted", at(60), null, at(61), true],
    ["queried", at(60), null, at(61), true],
    ["approved", at(60), at(59), at(90), false],
    ["rejected", at(60), at(61), at(90), true],
    ["cancelled", at(60), null, at(90), false],
  ])(
    "of one that is %s, due %s and decided %s is at %s over: %s",
    (status, due, decided, now, isOver) => {
      expect(isBreached({ status, sla_due_at: due, decided_at: decided }, now)).toBe(isOver);
    },
  );
});

test("papers that lack are those that the kind of request wants", () => {
  expect(missingPapers("initial", [{ type: "id_proof" }])).toEqual(["policy_card"]);
  expect(missingPapers("discharge", [])).toEqual(["discharge_summary", "final_bill"]);
  expect(missingPapers("enhancement", [])).toEqual([]);
});

test("an estimate is the sum of its parts", () => {
  expect(estimated({ room_minor: 5, surgeon_minor: 7 })).toBe(12);
});

describe("a decision", () => {
  const row = {
    status: "approved",
    requested_minor: 100,
    approved_minor: 100,
    authorization_no: "A1",
  };

  test.each([
    [{}, null],
    [{ approved_minor: null }, "approved_minor"],
    [{ authorization_no: null }, "authorization_no"],
    [{ approved_minor: 101 }, "approved_minor"],
    [{ approved_minor: 99 }, "approved_minor"],
    [{ status: "partially_approved", approved_minor: 99 }, null],
    [{ status: "partially_approved" }, "approved_minor"],
    [{ status: "partially_approved", approved_minor: 0 }, "approved_minor"],
    [{ status: "under_review" }, "approved_minor"],
    [{ status: "rejected", approved_minor: null }, "authorization_no"],
    [{ status: "rejected", approved_minor: null, authorization_no: null }, null],
    [{ status: "cancelled" }, null],
  ])("with %o is wrong about %s", (more, path) => {
    expect(decisionFault({ ...row, ...more })?.[0] ?? null).toBe(path);
  });
});
