import type { enDayEnd } from "./en-day-end.ts";

/** The same in Hindi. */
export const hiDayEnd: Readonly<Record<keyof typeof enDayEnd, string>> = {
  "dayEnd.byCashier": "कैशियर के अनुसार",
  "dayEnd.cashier": "कैशियर",
  "dayEnd.cut": "सिर्फ़ पहले {count} दिखाए गए: और भी हैं।",
  "dayEnd.day": "दिन",
  "dayEnd.how_seen": "डॉक्टर",
  "dayEnd.how_sold": "मात्रा · बैच",
  "dayEnd.how_tests": "ऑर्डर सं.",
  "dayEnd.net": "कुल",
  "dayEnd.nobody": "काउंटर पर",
  "dayEnd.nothing": "इस दिन कुछ नहीं",
  "dayEnd.otherTenders": "अन्य साधन",
  "dayEnd.receipts": "रसीदें",
  "dayEnd.seen": "देखे गए मरीज़: {count}",
  "dayEnd.sold": "बिकी दवाएँ: {count}",
  "dayEnd.tests": "हुई जाँचें: {count}",
  "dayEnd.time": "समय",
  "dayEnd.title": "दिन का अंत",
  "dayEnd.what_seen": "विज़िट",
  "dayEnd.what_sold": "दवा",
  "dayEnd.what_tests": "जाँचें",
};
