import { describe, expect, test } from "vitest";
import { AppError } from "#kernel/errors.ts";
import {
  printJobActions,
  printJobStatuses,
  type PrintJobAction,
  type PrintJobStatus,
} from "./print-jobs.contract.ts";
import { decidedState, decisions, printJobStates } from "./print-jobs.states.ts";

const pairs = printJobActions.flatMap((action) =>
  printJobStatuses.map((from): readonly [PrintJobAction, PrintJobStatus] => [action, from]),
);

const allowed = [
  "reprint printed",
  "reprint sent_unconfirmed",
  "reprint needs_review",
  "confirm_printed sent_unconfirmed",
  "confirm_printed needs_review",
  "cancel queued",
  "cancel needs_review",
  "cancel failed",
  "retry failed",
  "move queued",
  "move failed",
];

function reachableFrom(start: PrintJobStatus): ReadonlySet<PrintJobStatus> {
  const reached = new Set<PrintJobStatus>();
  const next = [...printJobStates.transitions[start]];
  for (const state of next) {
    if (reached.has(state)) continue;
    reached.add(state);
    next.push(...printJobStates.transitions[state]);
  }
  return reached;
}

describe("the states of a print job", () => {
  test.each([
    "printed",
    "sent_unconfirmed",
    "needs_review",
    "cancelled",
    "expired",
    "superseded",
  ] as const)("never lead from %s back to the printer", (state) => {
    const reached = reachableFrom(state);
    expect(reached.has("printing")).toBe(false);
    expect(reached.has("queued")).toBe(false);
  });

  test("let every job that was queued come to each of the other states", () => {
    const others = printJobStatuses.filter((state) => state !== "queued");
    expect([...reachableFrom("queued")]).toEqual(expect.arrayContaining(others));
  });

  test("let a person make these decisions and no others", () => {
    const done = pairs
      .filter(([action, from]) => decisions[action][from] !== undefined)
      .map(([action, from]) => `${action} ${from}`);
    expect(done.toSorted()).toEqual(allowed.toSorted());
  });

  test("hold every way on which a person can lead a job", () => {
    const steps = pairs.flatMap(([action, from]) => {
      const to = decisions[action][from];
      return to === undefined || to === from ? [] : [{ from, to }];
    });
    const unknown = steps.filter(({ from, to }) => !printJobStates.transitions[from].includes(to));
    expect(steps).toHaveLength(allowed.length - 2);
    expect(unknown).toEqual([]);
  });

  test.each(pairs.filter((pair) => !allowed.includes(pair.join(" "))))(
    "refuse to %s a job that is %s, and say what would be possible",
    (action, from) => {
      const decide = () => decidedState(action, from);
      expect(decide).toThrow(AppError);
      expect(decide).toThrow(
        expect.objectContaining({
          code: "invalid_transition",
          details: expect.objectContaining({ from, allowed: printJobStates.transitions[from] }),
        }),
      );
    },
  );
});
