import type { enBoard } from "./en-board.ts";

/** Sentences of the waiting room's board, in Hindi. */
export const hiBoard: Readonly<Record<keyof typeof enBoard, string>> = {
  "board.connecting": "जुड़ रहा है…",
  "board.more": "+{count} और",
  "board.nobody": "कोई प्रतीक्षा में नहीं है",
  "board.notLive": "यह बोर्ड अभी ताज़ा नहीं है। कृपया काउंटर पर पूछें।",
  "board.nothing": "कृपया बैठें। आपका टोकन यहाँ बुलाया जाएगा।",
  "board.room": "कमरा {room}",
  "board.serving": "अभी बुलाए गए",
  "board.sound": "आवाज़ चालू करें",
  "board.soundOff": "आवाज़ बंद करें",
  "board.spoken": "टोकन {token}",
  "board.spokenDoctor": "डॉक्टर {name}",
  "board.unknown": "इस पते पर कोई बोर्ड नहीं है।",
  "board.waiting": "आगे की बारी",
};
