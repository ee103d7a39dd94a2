import type { enBoard } from "#ui/i18n/floor/en-board.ts";
import type { Call } from "#ui/wire/display-state.ts";
import { roomText } from "#ui/wire/room-text.ts";

// Letters apart, digits one by one, so that no voice reads GEN-012 as a word.
function spokenToken(token: string): string {
  return [...token].filter((character) => /[\p{L}\p{Nd}]/u.test(character)).join(" ");
}

// A voice reads "Dr." as letters, or as a drive.
const title = /^(?:dr|डॉ)\.?\s+/iu;

/** A call as it is spoken: the token, where to go, and to whom. */
export function spokenCall(
  call: Call,
  words: Readonly<Record<keyof typeof enBoard, string>>,
): string {
  const token = spokenToken(call.token_code);
  const name = call.provider_name?.replace(title, "") ?? null;
  return [
    words["board.spoken"].replace("{token}", token),
    ...(call.room === null ? [] : [roomText(call.room, words["board.room"])]),
    ...(name === null ? [] : [words["board.spokenDoctor"].replace("{name}", () => name)]),
  ].join(", ");
}
