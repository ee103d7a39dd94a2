import type { enLock } from "#ui/i18n/en/lock.ts";

/** The same in Hindi. */
export const hiLock: Readonly<Record<keyof typeof enLock, string>> = {
  "lock.after": "इतनी देर बाद लॉक करें",
  "lock.now": "लॉक करें",
  "lock.switch": "उपयोगकर्ता बदलें",
  "ownPin.hint": "4 से 8 अंक, जो न दोहराए गए हों, न क्रम में हों",
  "ownPin.lead": "इससे इस शाखा के लॉक किए हुए डेस्क आपके लिए खुलते हैं, इंटरनेट के बिना भी।",
  "ownPin.password": "आपका पासवर्ड",
  "ownPin.pin": "नया पिन",
  "ownPin.refused": "4 से 8 अंक चुनें, जो न दोहराए गए हों, न क्रम में हों।",
  "ownPin.save": "पिन तय करें",
  "ownPin.saved": "आपका पिन तय हो गया।",
  "ownPin.title": "मेरा पिन तय करें",
  "ownPin.needsPassword": "अपना पासवर्ड लिखें।",
  "ownPin.wrongPassword": "यह आपका पासवर्ड नहीं है।",
};
