import { describe, expect, test } from "vitest";
import { nextState } from "#resource/state-machine.ts";
import { administrationStatuses } from "./medication-administrations.contract.ts";
import { administrationStates } from "./medication-administrations.states.ts";

/** Every way of a correction, written out by hand: the table is not its own witness. */
const ways = new Set([
  "given>refused",
  "given>held",
  "given>entered_in_error",
  "refused>given",
  "refused>held",
  "refused>entered_in_error",
  "held>given",
  "held>refused",
  "held>entered_in_error",
]);

const pairs = administrationStatuses.flatMap((from) =>
  administrationStatuses.map((to) => ({ from, to })),
);
const isWay = ({ from, to }: { readonly from: string; readonly to: string }) =>
  ways.has(`${from}>${to}`);

describe("the states of an administration", () => {
  test.each(pairs.filter(isWay))("lead from $from to $to", ({ from, to }) => {
    expect(nextState(administrationStates, from, to)).toBe(to);
  });

  test.each(pairs.filter((pair) => !isWay(pair)))(
    "do not lead from $from to $to",
    ({ from, to }) => {
      expect(() => nextState(administrationStates, from, to)).toThrow(
        expect.objectContaining({ code: "invalid_transition" }),
      );
    },
  );
});
