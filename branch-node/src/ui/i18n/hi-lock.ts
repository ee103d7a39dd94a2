import type { enLock } from "./en-lock.ts";

/** The same in Hindi. */
export const hiLock: Readonly<Record<keyof typeof enLock, string>> = {
  "lock.after": "इतनी देर बाद लॉक करें",
  "lock.now": "लॉक करें",
  "lock.switch": "उपयोगकर्ता बदलें",
};
