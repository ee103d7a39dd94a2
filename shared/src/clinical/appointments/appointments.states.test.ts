import { describe, expect, test } from "vitest";
import { AppError } from "#kernel/errors.ts";
import { nextState } from "#resource/state-machine.ts";
import { appointmentStatuses, type AppointmentStatus } from "./appointments.contract.ts";
import {
  appointmentStates,
  missedGraceMs,
  rescheduledState,
  statesOnTheWay,
} from "./appointments.states.ts";

/** Every way that exists, written out by hand: the table is not its own witness. */
const ways = new Set([
  "booked>confirmed",
  "booked>checked_in",
  "booked>cancelled",
  "booked>no_show",
  "confirmed>checked_in",
  "confirmed>cancelled",
  "confirmed>no_show",
  "checked_in>in_consultation",
  "checked_in>cancelled",
  "in_consultation>completed",
]);

function refusal(run: () => unknown): AppError {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error("was not refused");
}

const pairs = appointmentStatuses.flatMap((from) =>
  appointmentStatuses.map((to) => ({ from, to })),
);

describe("the states of an appointment", () => {
  test.each(pairs.filter(({ from, to }) => ways.has(`${from}>${to}`)))(
    "lead from $from to $to",
    ({ from, to }) => {
      expect(nextState(appointmentStates, from, to)).toBe(to);
    },
  );

  test.each(pairs.filter(({ from, to }) => !ways.has(`${from}>${to}`)))(
    "do not lead from $from to $to",
    ({ from, to }) => {
      const error = refusal(() => nextState(appointmentStates, from, to));
      expect(error.code).toBe("invalid_transition");
      expect(error.details).toMatchObject({ from, to });
    },
  );

  test("say in a refusal what would be allowed, and in a sentence what was asked", () => {
    const error = refusal(() => nextState(appointmentStates, "checked_in", "no_show"));
    expect(error.status).toBe(409);
    expect(error.message).toBe("An appointment cannot go from checked in to no show.");
    expect(error.details["allowed"]).toEqual(["in_consultation", "cancelled"]);
  });
});

describe("a new time", () => {
  test("leaves booked and confirmed as they are", () => {
    expect(rescheduledState("booked", 0)).toBe("booked");
    expect(rescheduledState("confirmed", 0)).toBe("confirmed");
  });

  test("brings a missed appointment back within a day, and no later", () => {
    expect(rescheduledState("no_show", missedGraceMs)).toBe("booked");
    expect(refusal(() => rescheduledState("no_show", missedGraceMs + 1)).code).toBe(
      "invalid_transition",
    );
  });

  test.each(["checked_in", "in_consultation", "completed", "cancelled"] as const)(
    "is refused to one that is %s",
    (status) => {
      expect(refusal(() => rescheduledState(status, 0)).code).toBe("invalid_transition");
    },
  );
});

describe("a visit takes its appointment along", () => {
  const cases: readonly [AppointmentStatus, AppointmentStatus, readonly AppointmentStatus[]][] = [
    ["booked", "checked_in", ["checked_in"]],
    ["confirmed", "in_consultation", ["checked_in", "in_consultation"]],
    ["checked_in", "in_consultation", ["in_consultation"]],
    ["booked", "completed", ["checked_in", "in_consultation", "completed"]],
    ["in_consultation", "checked_in", []],
    ["completed", "in_consultation", []],
    ["cancelled", "completed", []],
    ["no_show", "checked_in", []],
  ];

  test.each(cases)("from %s to %s by way of %j", (from, to, states) => {
    expect(statesOnTheWay(from, to)).toEqual(states);
  });

  test.each(cases)("from %s to %s only on ways that exist", (from, _to, states) => {
    let current = from;
    for (const state of states) current = nextState(appointmentStates, current, state);
    expect(current).toBe(states.at(-1) ?? from);
  });
});
