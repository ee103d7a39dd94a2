import type { enEntry } from "#ui/i18n/en/entry.ts";

/** The same in Urdu. */
export const urEntry: Readonly<Record<keyof typeof enEntry, string>> = {
  "broken.again": "دوبارہ کھولیں",
  "broken.lead":
    "ہو سکتا ہے برانچ نوڈ کا نیا نسخہ آیا ہو۔ شروع کیے گئے فارم محفوظ ہیں: صفحہ دوبارہ کھولیں۔",
  "broken.title": "یہ صفحہ نہیں دکھایا جا سکا",
  "desk.coming": "صفحہ کھل رہا ہے…",
  "desk.title": "کاؤنٹر · Edgeward",
  "language.label": "زبان",
  "lock.lead": "آپ کا PIN یہ کاؤنٹر ویسا ہی کھولے گا جیسا آپ چھوڑ گئے تھے۔ لکھا ہوا محفوظ ہے۔",
  "lock.leave": "پاس ورڈ سے سائن ان کریں",
  "lock.noPin": "یہاں آپ کا PIN نہیں ہے: پاس ورڈ سے سائن ان کریں۔ لکھا ہوا محفوظ ہے۔",
  "lock.pin": "PIN",
  "lock.title": "لاک ہے: {name}",
  "lock.unlock": "کھولیں",
  "lock.wrong": "یہ PIN غلط ہے۔",
  "signIn.busy": "سائن ان ہو رہا ہے…",
  "signIn.ended": "آپ کا سیشن ختم ہو گیا۔ دوبارہ سائن ان کریں؛ آپ کا لکھا موجود ہے۔",
  "signIn.lead": "اس برانچ کے کاؤنٹر پر سائن ان کریں۔",
  "signIn.next": "سائن ان کریں۔ یہاں جو لکھا گیا وہ لکھنے والے کے لیے محفوظ ہے۔",
  "signIn.password": "پاس ورڈ",
  "signIn.refused": "ابھی سائن ان ممکن نہیں۔ تھوڑی دیر میں دوبارہ کوشش کریں۔",
  "signIn.submit": "سائن ان کریں",
  "signIn.title": "ایج وارڈ کاؤنٹر",
  "signIn.tooMany": "بہت زیادہ کوششیں ہوئیں۔ ذرا رک کر دوبارہ کریں۔",
  "signIn.unreachable": "برانچ نوڈ جواب نہیں دے رہا۔ نیٹ ورک دیکھیں اور دوبارہ کوشش کریں۔",
  "signIn.username": "یوزر نیم",
  "signIn.wrong": "یوزر نیم یا پاس ورڈ غلط ہے۔",
};
