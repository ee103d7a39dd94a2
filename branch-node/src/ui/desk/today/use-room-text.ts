import { useCallback } from "react";
import { localNamesOf } from "@edgeward/shared/kernel/local-names.ts";
import { useClinicParts } from "#ui/desk/data/clinic-parts.ts";
import { useLanguage } from "#ui/i18n/language-choice.ts";
import { useSay } from "#ui/i18n/text.ts";
import { localName } from "#ui/wire/local-name.ts";
import { roomText } from "#ui/wire/room-text.ts";

/** Says a room in the language of the desk: as the clinic calls it, else as the doctor's hours name it. */
export function useRoomText(): (room: string) => string {
  const say = useSay();
  const { language } = useLanguage();
  const { data } = useClinicParts("rooms");
  return useCallback(
    (room) => {
      const code = room.trim().toLowerCase();
      const known = data?.find((each) => each.code.toLowerCase() === code);
      if (known !== undefined) return localName(localNamesOf(known), language);
      return roomText(room, say("queue.room", { room: "{room}" }));
    },
    [data, language, say],
  );
}
