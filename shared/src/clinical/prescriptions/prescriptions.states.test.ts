import { describe, expect, test } from "vitest";
import { nextState } from "#resource/state-machine.ts";
import { keptStatuses } from "./prescription-parts.contract.ts";
import { prescriptionStates } from "./prescriptions.states.ts";

/** Every way but that to an error, written out by hand: the table is not its own witness. */
const ways = new Set([
  "draft>issued",
  "draft>cancelled",
  "issued>partially_dispensed",
  "issued>dispensed",
  "issued>stopped",
  "issued>cancelled",
  "partially_dispensed>dispensed",
  "partially_dispensed>stopped",
]);

const pairs = keptStatuses.flatMap((from) => keptStatuses.map((to) => ({ from, to })));

function isWay(from: string, to: string): boolean {
  return to === "entered_in_error" ? from !== to : ways.has(`${from}>${to}`);
}

describe("the states of a prescription", () => {
  test.each(pairs.filter(({ from, to }) => isWay(from, to)))(
    "lead from $from to $to",
    ({ from, to }) => {
      expect(nextState(prescriptionStates, from, to)).toBe(to);
    },
  );

  test.each(pairs.filter(({ from, to }) => !isWay(from, to)))(
    "do not lead from $from to $to",
    ({ from, to }) => {
      expect(() => nextState(prescriptionStates, from, to)).toThrow(
        expect.objectContaining({ code: "invalid_transition" }),
      );
    },
  );
});
