import { expect, test } from "vitest";
import { enBoard } from "#ui/i18n/floor/en-board.ts";
import { hiBoard } from "#ui/i18n/floor/hi-board.ts";
import { spokenCall } from "./spoken-call.ts";

const call = {
  token_code: "GEN-012",
  room: "Room 4",
  provider_name: "Dr. Omkar Kale",
  called_at: null,
};

test("a call spells its token out and says the room and the doctor, in both languages", () => {
  expect(spokenCall(call, enBoard)).toBe("Token G E N 0 1 2, Room 4, Doctor Omkar Kale");
  expect(spokenCall(call, hiBoard)).toBe("टोकन G E N 0 1 2, कमरा 4, डॉक्टर Omkar Kale");
});

test("a call to no room that is known says the doctor alone, and to no doctor that is known the token alone", () => {
  expect(spokenCall({ ...call, room: null }, enBoard)).toBe("Token G E N 0 1 2, Doctor Omkar Kale");
  expect(spokenCall({ ...call, room: null, provider_name: null }, enBoard)).toBe(
    "Token G E N 0 1 2",
  );
});
