import type { enLock } from "#ui/i18n/en/lock.ts";

/** The same in Urdu. */
export const urLock: Readonly<Record<keyof typeof enLock, string>> = {
  "lock.after": "اتنی دیر بعد لاک ہو",
  "lock.now": "لاک کریں",
  "lock.switch": "صارف بدلیں",
  "ownPin.hint": "4 سے 8 ہندسے، جو نہ دہرائے گئے ہوں، نہ ترتیب میں ہوں",
  "ownPin.lead": "اس سے اس برانچ کے لاک کیے ہوئے کاؤنٹر آپ کے لیے کھلتے ہیں، انٹرنیٹ کے بغیر بھی۔",
  "ownPin.password": "آپ کا پاس ورڈ",
  "ownPin.pin": "نیا PIN",
  "ownPin.refused": "4 سے 8 ہندسے چنیں، جو نہ دہرائے گئے ہوں، نہ ترتیب میں ہوں۔",
  "ownPin.save": "PIN مقرر کریں",
  "ownPin.saved": "آپ کا PIN مقرر ہو گیا۔",
  "ownPin.title": "میرا PIN مقرر کریں",
  "ownPin.needsPassword": "اپنا پاس ورڈ لکھیں۔",
  "ownPin.wrongPassword": "یہ آپ کا پاس ورڈ نہیں ہے۔",
};
