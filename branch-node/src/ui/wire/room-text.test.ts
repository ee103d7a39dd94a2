import { expect, test } from "vitest";
import { roomText } from "./room-text.ts";

test.each([
  ["4", "Room 4", "कमरा 4"],
  ["Room 4", "Room 4", "कमरा 4"],
  [" room 12A ", "Room 12A", "कमरा 12A"],
  ["कमरा 7", "Room 7", "कमरा 7"],
  ["کمرہ 7", "Room 7", "कमरा 7"],
  ["B-12", "Room B-12", "कमरा B-12"],
  ["Minor OT, first floor", "Minor OT, first floor", "Minor OT, first floor"],
  ["Roomy hall 2", "Roomy hall 2", "Roomy hall 2"],
  ["$&1", "$&1", "$&1"],
])("says of the room %j what stands on its door, in both languages", (room, en, hi) => {
  expect(roomText(room, "Room {room}")).toBe(en);
  expect(roomText(room, "कमरा {room}")).toBe(hi);
});
