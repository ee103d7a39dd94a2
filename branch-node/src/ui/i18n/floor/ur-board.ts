import type { enBoard } from "./en-board.ts";

/** Sentences of the waiting room's board, in Urdu. */
export const urBoard: Readonly<Record<keyof typeof enBoard, string>> = {
  "board.connecting": "رابطہ ہو رہا ہے…",
  "board.more": "{count} اور",
  "board.nobody": "کوئی انتظار میں نہیں",
  "board.notLive": "یہ بورڈ ابھی تازہ نہیں ہے۔ براہِ کرم کاؤنٹر پر پوچھیں۔",
  "board.nothing": "تشریف رکھیں۔ آپ کا ٹوکن یہاں بلایا جائے گا۔",
  "board.room": "کمرہ {room}",
  "board.serving": "اب بلائے گئے",
  "board.sound": "آواز کھولیں",
  "board.soundOff": "آواز بند کریں",
  "board.spoken": "ٹوکن {token}",
  "board.spokenDoctor": "ڈاکٹر {name}",
  "board.unknown": "اس پتے پر کوئی بورڈ نہیں ہے۔",
  "board.waiting": "اگلی باری",
};
