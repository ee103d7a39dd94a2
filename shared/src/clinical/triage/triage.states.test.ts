import { describe, expect, test } from "vitest";
import { AppError } from "#kernel/errors.ts";
import { nextState } from "#resource/state-machine.ts";
import { triageStatuses } from "./triage.contract.ts";
import { isOpenTriage, triageStates } from "./triage.states.ts";

/** Every way of a triage that exists, written out by hand. */
const ways = new Set([
  "waiting>in_treatment",
  "waiting>left_without_being_seen",
  "in_treatment>completed",
]);

const pairs = triageStatuses.flatMap((from) => triageStatuses.map((to) => ({ from, to })));
const isWay = ({ from, to }: { readonly from: string; readonly to: string }) =>
  ways.has(`${from}>${to}`);

describe("the states of a triage", () => {
  test.each(pairs.filter(isWay))("lead from $from to $to", ({ from, to }) => {
    expect(nextState(triageStates, from, to)).toBe(to);
  });

  test.each(pairs.filter((pair) => !isWay(pair)))(
    "do not lead from $from to $to",
    ({ from, to }) => {
      expect(() => nextState(triageStates, from, to)).toThrow(AppError);
    },
  );

  test("are over exactly where no way leads on", () => {
    const over = triageStatuses.filter((status) => !isOpenTriage(status));
    expect(over).toEqual(
      triageStatuses.filter((status) => triageStates.transitions[status].length === 0),
    );
  });
});
