import { describe, expect, test } from "vitest";
import { tasksNow, type KnownAtBed } from "./tasks-now.ts";

const now = Date.parse("2026-11-26T12:00:00.000Z");
type Dose = KnownAtBed["doses"][number];
type Order = KnownAtBed["orders"][number];
type Visit = NonNullable<KnownAtBed["visit"]>;

// oxlint-disable-next-line typescript/consistent-type-assertions -- what the rule looks at, of a whole dose
const dose = (state: string) => ({ state }) as unknown as Dose;
const order = (status: string, priority = "routine") =>
  // oxlint-disable-next-line typescript/consistent-type-assertions -- what the rule looks at, of a whole order
  ({ status, priority }) as unknown as Order;
const visit = (encounter_type: Visit["encounter_type"], ...measured: readonly string[]): Visit => ({
  encounter_type,
  vitals_history: measured.map((at) => ({
    at,
    by: "stf_1",
    values: {},
  })),
});

function tasks(known: Partial<KnownAtBed>): readonly string[] {
  return tasksNow({ doses: [], orders: [], visit: null, ...known }, now).map(
    ({ kind, isLate }) => `${kind}${isLate ? " first" : ""}`,
  );
}

describe("what is to be done at a bed now", () => {
  test("is what is due or late of the medicines, and nothing that is still to come or was given", () => {
    const doses = ["upcoming", "due", "given", "late", "as_needed", "held", "refused"].map(dose);
    expect(tasks({ doses })).toEqual(["dose first", "dose"]);
  });

  test("is what was ordered and is not collected, the urgent before what is due otherwise", () => {
    const orders = [
      order("ordered"),
      order("collected", "stat"),
      order("recollect_required", "urgent"),
      order("draft"),
      order("completed"),
    ];
    expect(tasks({ orders, doses: [dose("due")] })).toEqual(["specimen first", "dose", "specimen"]);
  });

  test("is a first measurement in every visit, and another one of who stays after six hours", () => {
    expect(tasks({ visit: visit("OPD") })).toEqual(["vitals"]);
    expect(tasks({ visit: visit("OPD", "2026-11-25T01:00:00.000Z") })).toEqual([]);
    expect(tasks({ visit: visit("IPD", "2026-11-26T06:00:00.000Z") })).toEqual(["vitals first"]);
    const again = ["2026-11-26T01:00:00.000Z", "2026-11-26T06:00:01.000Z"];
    expect(tasks({ visit: visit("IPD", ...again) })).toEqual([]);
  });
});
