import { describe, expect, test } from "vitest";
import { AppError } from "#kernel/errors.ts";
import { nextState } from "#resource/state-machine.ts";
import { visitStatuses, type VisitStatus } from "./encounters.contract.ts";
import { encounterStates } from "./encounters.states.ts";

/** Every way of a visit that exists, written out by hand; `entered_in_error` can follow any state but itself. */
const ways = new Set([
  "planned>arrived",
  "planned>cancelled",
  "planned>no_show",
  "arrived>triaged",
  "arrived>in_progress",
  "arrived>cancelled",
  "triaged>in_progress",
  "triaged>cancelled",
  "in_progress>on_leave",
  "in_progress>completed",
  "on_leave>in_progress",
  "discharge_ready>completed",
]);

function isWay(from: VisitStatus, to: VisitStatus): boolean {
  return to === "entered_in_error" ? from !== to : ways.has(`${from}>${to}`);
}

const pairs = visitStatuses.flatMap((from) => visitStatuses.map((to) => ({ from, to })));

describe("the states of a visit", () => {
  test.each(pairs.filter(({ from, to }) => isWay(from, to)))(
    "lead from $from to $to",
    ({ from, to }) => {
      expect(nextState(encounterStates("OPD"), from, to)).toBe(to);
    },
  );

  test.each(pairs.filter(({ from, to }) => !isWay(from, to)))(
    "do not lead from $from to $to",
    ({ from, to }) => {
      expect(() => nextState(encounterStates("OPD"), from, to)).toThrow(AppError);
    },
  );

  test("know of being ready for discharge in a stay only", () => {
    expect(nextState(encounterStates("IPD"), "in_progress", "discharge_ready")).toBe(
      "discharge_ready",
    );
    expect(nextState(encounterStates("IPD"), "discharge_ready", "completed")).toBe("completed");
    for (const type of ["OPD", "emergency", "telehealth"]) {
      expect(() => nextState(encounterStates(type), "in_progress", "discharge_ready")).toThrow(
        "An encounter cannot go from in progress to discharge ready.",
      );
    }
  });
});
