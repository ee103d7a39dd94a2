import type { Call } from "#ui/wire/display-state.ts";
import type { Spoken } from "./board-speech.ts";
import { withoutTitle } from "#ui/i18n/without-title.ts";
import { roomOfCall } from "./room-of-call.ts";

// Letters apart, digits one by one, so that no voice reads GEN-012 as a word.
function spokenToken(token: string): string {
  return [...token].filter((character) => /[\p{L}\p{Nd}]/u.test(character)).join(" ");
}

/** A call as it is spoken: the token, where to go, and to whom. */
export function spokenCall(call: Call, spoken: Spoken): string {
  const { texts } = spoken;
  const token = spokenToken(call.token_code);
  const room = roomOfCall(call, spoken);
  // A voice reads "Dr." as letters, or as a drive.
  const name = call.provider_name === null ? null : withoutTitle(call.provider_name);
  return [
    texts["board.spoken"].replace("{token}", token),
    ...(room === null ? [] : [room]),
    ...(name === null ? [] : [texts["board.spokenDoctor"].replace("{name}", () => name)]),
  ].join(", ");
}
