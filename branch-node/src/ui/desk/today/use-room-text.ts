import { useCallback } from "react";
import { useSay } from "#ui/i18n/text.ts";
import { roomText } from "#ui/wire/room-text.ts";

/** Says a room in the language of the desk. */
export function useRoomText(): (room: string) => string {
  const say = useSay();
  return useCallback((room) => roomText(room, say("queue.room", { room: "{room}" })), [say]);
}
