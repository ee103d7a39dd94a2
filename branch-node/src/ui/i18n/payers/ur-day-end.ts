import type { enDayEnd } from "./en-day-end.ts";

/** The same in Urdu. */
export const urDayEnd: Readonly<Record<keyof typeof enDayEnd, string>> = {
  "dayEnd.byCashier": "کیشیئر کے لحاظ سے",
  "dayEnd.cashier": "کیشیئر",
  "dayEnd.cut": "صرف پہلے {count} دکھائے گئے: اور بھی ہیں۔",
  "dayEnd.day": "دن",
  "dayEnd.how_seen": "ڈاکٹر",
  "dayEnd.how_sold": "مقدار · بیچ",
  "dayEnd.how_tests": "آرڈر نمبر",
  "dayEnd.net": "کل",
  "dayEnd.nobody": "کاؤنٹر پر",
  "dayEnd.nothing": "اس دن کچھ نہیں",
  "dayEnd.otherTenders": "دیگر ذرائع",
  "dayEnd.receipts": "رسیدیں",
  "dayEnd.seen": "دیکھے گئے مریض: {count}",
  "dayEnd.sold": "فروخت شدہ دوائیں: {count}",
  "dayEnd.tests": "ہو چکے ٹیسٹ: {count}",
  "dayEnd.time": "وقت",
  "dayEnd.title": "دن کا اختتام",
  "dayEnd.what_seen": "وزٹ",
  "dayEnd.what_sold": "دوا",
  "dayEnd.what_tests": "ٹیسٹ",
};
