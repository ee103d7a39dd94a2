import type { Call } from "#ui/wire/display-state.ts";
import { roomText } from "#ui/wire/room-text.ts";
import { nameIn } from "#ui/wire/shown-names.ts";
import type { Spoken } from "./board-speech.ts";

/** Where a call sends somebody, in one language: as the clinic calls the room, else as the doctor's hours do; null where no room is known. */
export function roomOfCall(
  { room, room_names: names }: Call,
  { language, texts }: Spoken,
): string | null {
  const name = nameIn(names, language) ?? room;
  return name === null ? null : roomText(name, texts["board.room"]);
}
