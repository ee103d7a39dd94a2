import { expect, test } from "vitest";
import { enBoard } from "#ui/i18n/floor/en-board.ts";
import { hiBoard } from "#ui/i18n/floor/hi-board.ts";
import { urBoard } from "#ui/i18n/floor/ur-board.ts";
import { spokenCall } from "./spoken-call.ts";

const call = {
  token_code: "GEN-012",
  room: "Room 4",
  room_names: null,
  provider_name: "Dr. Omkar Kale",
  called_at: null,
};
const english = { language: "en", texts: enBoard } as const;
const hindi = { language: "hi", texts: hiBoard } as const;
const urdu = { language: "ur", texts: urBoard } as const;

test("a call spells its token out and says the room and the doctor, in every language", () => {
  expect(spokenCall(call, english)).toBe("Token G E N 0 1 2, Room 4, Doctor Omkar Kale");
  expect(spokenCall(call, hindi)).toBe("टोकन G E N 0 1 2, कमरा 4, डॉक्टर Omkar Kale");
  expect(spokenCall(call, urdu)).toBe("ٹوکن G E N 0 1 2, کمرہ 4, ڈاکٹر Omkar Kale");
});

test("a call says the room as the clinic calls it in that language, and else as in English", () => {
  const named = { ...call, room_names: { en: "Eye room", hi: "आँखों का कमरा", ur: null } };
  const room = (spoken: Parameters<typeof spokenCall>[1]) =>
    spokenCall(named, spoken).split(", ")[1];
  expect([english, hindi, urdu].map(room)).toEqual(["Eye room", "आँखों का कमरा", "Eye room"]);
});

test("a call to no room that is known says the doctor alone, and to no doctor that is known the token alone", () => {
  expect(spokenCall({ ...call, room: null }, english)).toBe("Token G E N 0 1 2, Doctor Omkar Kale");
  expect(spokenCall({ ...call, room: null, provider_name: null }, english)).toBe(
    "Token G E N 0 1 2",
  );
});
