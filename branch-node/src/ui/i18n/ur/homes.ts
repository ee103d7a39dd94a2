import type { enHomes } from "#ui/i18n/en/homes.ts";

/** The pages at which a day begins, in Urdu. */
export const urHomes: Readonly<Record<keyof typeof enHomes, string>> = {
  "figures.label": "آج کے اعداد",
  "figures.longest": "سب سے لمبا انتظار",
  "figures.median": "عام انتظار (وسطی)",
  "figures.missed": "نہیں آئے",
  "figures.printers": "توجہ طلب پرنٹر",
  "figures.unsent": "تبدیلیاں جو بھیجی نہیں گئیں",
  "worklist.allTaken": "وائٹلز کے لیے کوئی انتظار میں نہیں۔",
  "worklist.due": "کب سے باقی",
  "worklist.lastPressure": "پچھلا بلڈ پریشر",
  "worklist.mine": "میرے مریض",
  "worklist.nobodyWaits": "آپ کے لیے کوئی انتظار نہیں کر رہا۔",
  "worklist.notTaken": "نہیں لیے گئے",
  "worklist.record": "درج کریں",
  "worklist.taken": "لے لیے گئے",
  "worklist.vitals": "وائٹلز",
};
