import type { enDrafts } from "#ui/i18n/en/drafts.ts";

/** Sentences about forms that are not finished, in Urdu. */
export const urDrafts: Readonly<Record<keyof typeof enDrafts, string>> = {
  "draft.elsewhere":
    "آپ نے یہ فارم دوسری اسکرین پر بھی بدلا ہے۔ جب تک آپ انتخاب نہ کریں، یہاں لکھا ہوا محفوظ نہیں ہو گا۔",
  "draft.keepThis": "یہاں جو ہے وہ رکھیں",
  "draft.kept":
    "ابھی محفوظ نہیں ہوا۔ مسودہ {time} پر رکھا گیا؛ آپ کو اس برانچ کے ہر کاؤنٹر پر ملے گا۔",
  "draft.offer":
    "آپ نے یہاں لکھنا شروع کیا تھا ({when}) اور محفوظ نہیں کیا۔ وہی جاری رکھیں یا نیا شروع کریں؟",
  "draft.outdated":
    "آپ کے لکھنا شروع کرنے کے بعد کسی نے یہ وزٹ بدل دیا ہے۔ محفوظ کرنے سے پہلے دیکھ لیں۔",
  "draft.outdatedRecord":
    "آپ کے لکھنا شروع کرنے کے بعد اس سے متعلق معلومات بدل گئی ہیں۔ محفوظ کرنے سے پہلے دیکھ لیں۔",
  "draft.pending": "ابھی محفوظ نہیں ہوا…",
  "draft.refused": "مسودہ محفوظ نہیں ہوا: {reason} آپ کا لکھا صرف اسی ونڈو میں ہے۔",
  "draft.takeOther": "دوسرا لیں",
  "draft.unreachable":
    "ابھی محفوظ نہیں ہوا: برانچ جواب نہیں دے رہی۔ آپ کا لکھا صرف اسی ونڈو میں ہے، اس لیے اسے کھلا رکھیں۔ برانچ واپس آتے ہی خود محفوظ ہو جائے گا۔",
  "drafts.admission": "آپ {name} کو داخل کر رہے تھے",
  "drafts.admissionUnnamed": "آپ کسی کو داخل کر رہے تھے، مریض ابھی نہیں چنا",
  "drafts.another": "نیا شروع کریں",
  "drafts.bills": "آپ {name} کا بل بنا رہے تھے",
  "drafts.cashCount": "آپ ایک دراز گن رہے تھے",
  "drafts.consent": "آپ {name} کی رضامندی لکھ رہے تھے",
  "drafts.continue": "جاری رکھیں",
  "drafts.count": "{count, plural, one {آپ کا # فارم نامکمل ہے۔} other {آپ کے # فارم نامکمل ہیں۔}}",
  "drafts.details": "آپ {name} کی تفصیلات درست کر رہے تھے",
  "drafts.discard": "رد کریں",
  "drafts.discardSure": "ہمیشہ کے لیے رد کر دیں؟",
  "drafts.discharge": "آپ {name} کو ڈسچارج کر رہے تھے",
  "drafts.dispense": "آپ {name} کو دوائیں دے رہے تھے",
  "drafts.dispenseUnnamed": "آپ بغیر نسخے کے دوائیں دے رہے تھے",
  "drafts.order": "آپ ایک خریداری آرڈر بنا رہے تھے",
  "drafts.receipt": "آپ سامان وصول کر رہے تھے",
  "drafts.encounter": "آپ {name} کا وزٹ لکھ رہے تھے",
  "drafts.labResults": "آپ {name} کے نتائج درج کر رہے تھے",
  "drafts.last": "آخری بار {when} لکھا",
  "drafts.later": "بعد میں مکمل کریں",
  "drafts.lead":
    "آپ نے جو شروع کیا وہ یہاں صرف آپ کے لیے رکھا ہے، جب تک آپ محفوظ یا رد نہ کریں۔ ایک مہینہ کوئی تبدیلی نہ ہو تو ہٹا دیا جاتا ہے۔",
  "drafts.letters": "آپ {name} کے لیے سرٹیفکیٹ یا ریفرل لکھ رہے تھے",
  "drafts.medicines": "آپ {name} کے لیے دوائیں لکھ رہے تھے",
  "drafts.move": "آپ {name} کو دوسرے بیڈ پر منتقل کر رہے تھے",
  "drafts.noStay": "یہ فارم جن کا ہے وہ اب ان میں سے کسی بیڈ پر نہیں ہیں۔",
  "drafts.openPatient": "مریض کھولیں",
  "drafts.panel": "نامکمل فارم",
  "drafts.registration": "آپ {name} کی رجسٹریشن کر رہے تھے",
  "drafts.registrationUnnamed": "آپ کسی کی رجسٹریشن کر رہے تھے، نام ابھی نہیں لکھا",
  "drafts.results": "آپ {name} کے لیے ٹیسٹ لکھ رہے تھے",
  "drafts.study": "آپ {name} کے لیے ریڈیالوجی جانچ لکھ رہے تھے",
  "drafts.studyUnnamed": "آپ ریڈیالوجی جانچ لکھ رہے تھے، مریض ابھی نہیں چنا",
  "drafts.title": "نامکمل",
  "drafts.unknown": "ایسا فارم جو یہ کاؤنٹر نہیں کھول سکتا",
  "drafts.vitals": "{name} کے وائٹلز، بیڈ سائیڈ پر لیے گئے",
  "signOut.anyway": "سائن آؤٹ کریں، لکھا ہوا جانے دیں",
  "signOut.stay": "یہیں رہیں",
  "signOut.unsaved": "برانچ جواب نہیں دے رہی، اور آپ کا لکھا صرف اسی ونڈو میں ہے۔",
  "signOut.unsavedTitle": "ابھی محفوظ نہیں ہوا",
  "status.drafts": "{count, plural, one {# نامکمل فارم} other {# نامکمل فارم}}",
};
