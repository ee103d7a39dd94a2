import { expect, test } from "vitest";
import { visitOf } from "./visit-of-scan.ts";

const visit = (id: string, patient_id: string, status: "booked" | "checked_in" | "completed") => ({
  id,
  patient_id,
  status,
});
const waiting = visit("apt_1", "pat_1", "checked_in");
const booked = visit("apt_2", "pat_1", "booked");
const done = visit("apt_3", "pat_1", "completed");
const stranger = visit("apt_4", "pat_2", "booked");
const today = [stranger, done, waiting, booked];

test("a slip is about its own visit, also one that is over", () => {
  expect(visitOf(today, "apt_3", "pat_1")).toBe(done);
});

test("a wristband is about what its wearer is booked for, before where the wearer waits already", () => {
  expect(visitOf(today, null, "pat_1")).toBe(booked);
  expect(visitOf([stranger, done, waiting], null, "pat_1")).toBe(waiting);
});

test("whoever has nothing open today has no visit, nor one of somebody else", () => {
  expect(visitOf([stranger, done], null, "pat_1")).toBeUndefined();
  expect(visitOf(today, "apt_9", "pat_3")).toBeUndefined();
});
