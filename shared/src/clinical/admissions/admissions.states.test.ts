import { describe, expect, test } from "vitest";
import { AppError } from "#kernel/errors.ts";
import { nextState } from "#resource/state-machine.ts";
import {
  admissionStatuses,
  isOpen,
  isStaying,
  type AdmissionStatus,
} from "./admissions.contract.ts";
import { admissionStates } from "./admissions.states.ts";

/** Every way of an admission that exists, written out by hand. */
const ways = new Set([
  "requested>bed_assigned",
  "requested>admitted",
  "requested>cancelled",
  "bed_assigned>admitted",
  "bed_assigned>cancelled",
  "admitted>discharge_initiated",
  "admitted>transferred_out",
  "discharge_initiated>discharge_ready",
  "discharge_initiated>admitted",
  "discharge_ready>discharged",
]);

const pairs = admissionStatuses.flatMap((from) => admissionStatuses.map((to) => ({ from, to })));
const isWay = ({ from, to }: { readonly from: string; readonly to: string }) =>
  ways.has(`${from}>${to}`);

describe("the states of an admission", () => {
  test.each(pairs.filter(isWay))("lead from $from to $to", ({ from, to }) => {
    expect(nextState(admissionStates, from, to)).toBe(to);
  });

  test.each(pairs.filter((pair) => !isWay(pair)))(
    "do not lead from $from to $to",
    ({ from, to }) => {
      expect(() => nextState(admissionStates, from, to)).toThrow(AppError);
    },
  );

  test("are over exactly where no way leads on", () => {
    const over: readonly AdmissionStatus[] = admissionStatuses.filter((status) => !isOpen(status));
    const ends = admissionStatuses.filter(
      (status) => admissionStates.transitions[status].length === 0,
    );
    expect(over).toEqual(ends);
    expect(admissionStatuses.filter(isStaying).every(isOpen)).toBe(true);
  });
});
