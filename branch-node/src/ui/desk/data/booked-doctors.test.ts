import { expect, test } from "vitest";
import { bookedDoctors } from "./booked-doctors.ts";

const [here, elsewhere] = ["brn_01jd7x2vry38gapbnk0v8yyk24", "brn_01jd7x2vry38gapbnk0v8yyk25"];

function doctor(name: string, location?: string | null) {
  const block = { weekday: 2, from: "09:00", to: "12:00", slot_min: 15, online_quota: 0 };
  return { name, schedule: location === undefined ? [] : [{ ...block, location }] };
}

test("patients are booked with who has hours at the branch, whoever comes before them by name", () => {
  const radiologist = doctor("Aabha");
  const visiting = doctor("Bhanu", elsewhere);
  const inRoom = doctor("Chitra", "Room 1");
  const atBranch = doctor("Devi", here);
  const anywhere = doctor("Esha", null);
  expect(bookedDoctors([radiologist, visiting, inRoom, atBranch, anywhere], here)).toEqual([
    inRoom,
    atBranch,
    anywhere,
  ]);
});

test("everybody sees patients where nobody has hours", () => {
  const all = [doctor("Aabha"), doctor("Bhanu", elsewhere)];
  expect(bookedDoctors(all, here)).toEqual(all);
  expect(bookedDoctors([], here)).toEqual([]);
});
