import type { enDoses } from "#ui/i18n/en/doses.ts";

/** Medicines that are given on the ward, in Urdu. */
export const urDoses: Readonly<Record<keyof typeof enDoses, string>> = {
  "bedside.collected": "نمونہ لیا گیا: {name}",
  "bedside.otherSpecimen":
    "یہ لیبل کسی اور مریض کا ہے۔ کچھ درج نہیں ہوا۔ کلائی کا بینڈ اور ٹیوب دیکھیں۔",
  "bedside.unknownSpecimen": "یہاں کسی ٹیسٹ پر یہ لیبل نہیں۔ کچھ درج نہیں ہوا۔",
  "dose.give": "دے دی",
  "dose.held": "روکی گئی",
  "dose.late": "{count, plural, one {# دوا میں دیر} other {# دواؤں میں دیر}}",
  "dose.mistake": "غلطی سے درج",
  "dose.needsReason": "وجہ بتائیں، کم از کم {count} حروف",
  "dose.noted.given": "{name}: دی گئی درج ہوئی",
  "dose.noted.held": "{name}: روکی گئی درج ہوئی",
  "dose.noted.refused": "{name}: انکار درج ہوا",
  "dose.refused": "انکار کیا",
  "dose.takenBack": "{name}: درج کی گئی بات واپس لی گئی",
  "dose.title": "دینے کی دوائیں",
  "dose.whyEarly": "وقت سے پہلے کیوں دی جا رہی ہے؟",
  "dose.whyHeld": "کیوں روکی گئی؟",
  "dose.whyMistake": "کیا غلط درج ہوا؟",
  "dose.whyRefused": "مریض نے کیوں انکار کیا؟",
  "doseState.as_needed": "ضرورت پر",
  "doseState.due": "ابھی دینی ہے",
  "doseState.given": "دی گئی",
  "doseState.held": "روکی گئی",
  "doseState.late": "دیر ہوئی",
  "doseState.refused": "انکار کیا",
  "doseState.upcoming": "بعد میں",
  "drafts.dose": "دوا درج کرنی ہے: {name}",
  "fault.doseNoted":
    "یہ خوراک پہلے ہی درج ہے، یا اس وقت کی نہیں۔ کچھ بھی دینے سے پہلے فہرست دوبارہ دیکھیں۔",
  "fault.rxEnded": "یہ نسخہ اب نافذ نہیں۔ کچھ بھی دینے سے پہلے ڈاکٹر سے پوچھیں۔",
  "field.amendedDose": "دی گئی دوا کی اصلاح",
  "field.dueAt": "دوا دو بار دی گئی",
};
