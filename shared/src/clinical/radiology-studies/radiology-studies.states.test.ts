import { describe, expect, test } from "vitest";
import { nextState } from "#resource/state-machine.ts";
import { radiologyStatuses } from "./radiology-study-parts.contract.ts";
import {
  openStudyStatuses,
  radiologyActors,
  radiologyStates,
  unacquiredStatuses,
  verifiedStudyStatuses,
} from "./radiology-studies.states.ts";

/** Every way but that to an error, written out by hand: the table is not its own witness. */
const ways = new Set([
  "draft>ordered",
  "draft>cancelled",
  "ordered>scheduled",
  "ordered>cancelled",
  "scheduled>in_progress",
  "scheduled>cancelled",
  "in_progress>acquired",
  "acquired>preliminary",
  "preliminary>final",
  "final>amended",
]);

const pairs = radiologyStatuses.flatMap((from) => radiologyStatuses.map((to) => ({ from, to })));

function isWay({ from, to }: { readonly from: string; readonly to: string }): boolean {
  return to === "entered_in_error" ? from !== to : ways.has(`${from}>${to}`);
}

describe("the states of a radiology study", () => {
  test.each(pairs.filter(isWay))("lead from $from to $to", ({ from, to }) => {
    expect(nextState(radiologyStates, from, to)).toBe(to);
  });

  test.each(pairs.filter((pair) => !isWay(pair)))("do not lead from $from to $to", (pair) => {
    expect(() => nextState(radiologyStates, pair.from, pair.to)).toThrow(
      expect.objectContaining({ code: "invalid_transition" }),
    );
  });

  test("are each open, before the images or verified, or lead nowhere but to an error", () => {
    const named = new Set<string>([
      ...openStudyStatuses,
      ...unacquiredStatuses,
      ...verifiedStudyStatuses,
    ]);
    const others = radiologyStatuses.filter((one) => !named.has(one));
    expect(others).toEqual(["cancelled", "entered_in_error"]);
  });

  test("are reached by somebody's hand alone, all but the first", () => {
    const byNobody = radiologyStatuses.filter((one) => (radiologyActors[one] ?? []).length === 0);
    expect(byNobody).toEqual(["draft"]);
  });
});
