import { describe, expect, test } from "vitest";
import { nextState } from "#resource/state-machine.ts";
import { labResultStatuses } from "./lab-result-parts.contract.ts";
import {
  labResultStates,
  rewritingStatuses,
  verifiedStatuses,
  voidStatuses,
} from "./lab-results.states.ts";

/** Every way but that to an error, written out by hand: the table is not its own witness. */
const ways = new Set([
  "preliminary>final",
  "preliminary>cancelled",
  ...["final", "corrected", "amended", "appended"].flatMap((from) =>
    ["corrected", "amended", "appended"].map((to) => `${from}>${to}`),
  ),
]);

const pairs = labResultStatuses.flatMap((from) => labResultStatuses.map((to) => ({ from, to })));

function isWay(from: string, to: string): boolean {
  return to === "entered_in_error" ? from !== to : ways.has(`${from}>${to}`);
}

describe("the states of a lab result", () => {
  test.each(pairs.filter(({ from, to }) => isWay(from, to)))(
    "lead from $from to $to",
    ({ from, to }) => {
      expect(nextState(labResultStates, from, to)).toBe(to);
    },
  );

  test.each(pairs.filter(({ from, to }) => !isWay(from, to)))(
    "do not lead from $from to $to",
    ({ from, to }) => {
      expect(() => nextState(labResultStates, from, to)).toThrow(
        expect.objectContaining({ code: "invalid_transition" }),
      );
    },
  );

  test("are verified, void or still to be verified", () => {
    const rest = labResultStatuses.filter(
      (one) => !verifiedStatuses.includes(one) && !voidStatuses.includes(one),
    );
    expect(rest).toEqual(["preliminary"]);
    expect(rewritingStatuses.every((one) => verifiedStatuses.includes(one))).toBe(true);
  });
});
