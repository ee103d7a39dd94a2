import { describe, expect, test } from "vitest";
import { nextState } from "#resource/state-machine.ts";
import { labOrderStatuses } from "./lab-order-parts.contract.ts";
import { labOrderActors, labOrderStates, openOrderStatuses } from "./lab-orders.states.ts";

/** Every way but that to an error, written out by hand: the table is not its own witness. */
const ways = new Set([
  "draft>ordered",
  "draft>cancelled",
  "ordered>collected",
  "ordered>cancelled",
  "collected>received",
  "collected>recollect_required",
  "collected>cancelled",
  "received>in_process",
  "received>recollect_required",
  "in_process>partially_resulted",
  "in_process>completed",
  "partially_resulted>completed",
  "recollect_required>collected",
]);

const pairs = labOrderStatuses.flatMap((from) => labOrderStatuses.map((to) => ({ from, to })));

function isWay(from: string, to: string): boolean {
  return to === "entered_in_error" ? from !== to : ways.has(`${from}>${to}`);
}

describe("the states of a lab order", () => {
  test.each(pairs.filter(({ from, to }) => isWay(from, to)))(
    "lead from $from to $to",
    ({ from, to }) => {
      expect(nextState(labOrderStates, from, to)).toBe(to);
    },
  );

  test.each(pairs.filter(({ from, to }) => !isWay(from, to)))(
    "do not lead from $from to $to",
    ({ from, to }) => {
      expect(() => nextState(labOrderStates, from, to)).toThrow(
        expect.objectContaining({ code: "invalid_transition" }),
      );
    },
  );

  test("are open as long as a result can still come", () => {
    const open: ReadonlySet<string> = new Set(openOrderStatuses);
    const leading = labOrderStatuses.filter(
      (from) => from !== "draft" && labOrderStates.transitions[from].length > 1,
    );
    expect(leading.filter((one) => !open.has(one))).toEqual([]);
    expect(open.has("completed") || open.has("cancelled")).toBe(false);
  });

  test("are reached by people in every role but by results alone in two", () => {
    const byPeople = labOrderStatuses.filter((one) => labOrderActors[one] !== undefined);
    const others = labOrderStatuses.filter((one) => labOrderActors[one] === undefined);
    expect(others).toEqual(["draft", "partially_resulted", "completed"]);
    expect(byPeople.every((one) => (labOrderActors[one] ?? []).length > 0)).toBe(true);
  });
});
