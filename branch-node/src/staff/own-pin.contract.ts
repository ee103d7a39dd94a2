import { noParams, noQuery, writeEndpoint } from "@edgeward/shared/contract/endpoint.ts";
import { verbatim } from "@edgeward/shared/contract/fields.ts";
import { invalid, textField } from "@edgeward/shared/contract/text-field.ts";
import * as z from "zod";

function stepsOf(digits: string): readonly number[] {
  return Array.from(digits.slice(1), (digit, place) => Number(digit) - Number(digits[place]));
}

/** Whether a part of it, said again and again, is the whole: 1111, 1212, 123123. */
function isRepeated(digits: string): boolean {
  return (digits + digits).indexOf(digits, 1) < digits.length;
}

/** Whether a PIN is one of those that are tried first: digits that repeat, or that follow each other up or down. */
function isGuessable(pin: string): boolean {
  const steps = new Set(stepsOf(pin).map((step) => (step + 10) % 10));
  const isRun = steps.size === 1 && (steps.has(1) || steps.has(9));
  return isRun || isRepeated(pin);
}

const pinPattern = /^[0-9]{4,8}$/u;

/** A PIN that somebody may choose. */
const chosenPin = textField(
  (sent) => {
    if (!pinPattern.test(sent)) return invalid("must have 4 to 8 digits");
    return isGuessable(sent)
      ? invalid("is guessed easily: choose digits that neither repeat nor follow each other")
      : sent;
  },
  { pattern: pinPattern.source },
);

/** What a member of staff does with their own PIN. */
export const ownPinContract = {
  set: writeEndpoint({
    method: "PUT",
    path: "/v1/staff/me/pin",
    summary: "Set the PIN of whoever is signed in, for this branch, by their password",
    tag: "Staff",
    access: { resource: "own_pin", action: "update" },
    operation: "staff.set_pin",
    home: "branch",
    params: noParams,
    query: noQuery,
    body: z.strictObject({ password: verbatim(1, 512), pin: chosenPin }),
    response: null,
    status: 204,
  }),
} as const;
