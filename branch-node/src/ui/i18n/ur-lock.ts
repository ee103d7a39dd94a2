import type { enLock } from "./en-lock.ts";

/** The same in Urdu. */
export const urLock: Readonly<Record<keyof typeof enLock, string>> = {
  "lock.after": "اتنی دیر بعد لاک ہو",
  "lock.now": "لاک کریں",
  "lock.switch": "صارف بدلیں",
};
