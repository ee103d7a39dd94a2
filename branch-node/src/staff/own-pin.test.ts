import { expect, test } from "vitest";
import { ownPinContract } from "./own-pin.contract.ts";

const { body } = ownPinContract.set;
const isTaken = (pin: string) => body.safeParse({ password: "a password", pin }).success;

test.each(["0000", "777777", "1234", "4321", "7890", "2109", "1212", "482482", "34343434"])(
  "%s is guessed easily, and is no PIN",
  (pin) => {
    expect(isTaken(pin)).toBe(false);
  },
);

test.each(["4829", "1123", "1357", "48291", "121312", "12345679"])("%s is a PIN", (pin) => {
  expect(isTaken(pin)).toBe(true);
});

test.each(["482", "482913570", "48 29", "48a9", "४८२९"])("%s has no 4 to 8 digits", (pin) => {
  expect(isTaken(pin)).toBe(false);
});
