import type { enTrust } from "#ui/i18n/en/trust.ts";

/** Sentences of trusting the branch’s certificate, in Urdu. */
export const urTrust: Readonly<Record<keyof typeof enTrust, string>> = {
  "trust.again": "دوبارہ دیکھیں",
  "trust.android": "Android",
  "trust.android1":
    "سرٹیفکیٹ حاصل کریں۔ پھر Settings › Security › Encryption and credentials › Install a certificate › CA certificate کھولیں۔",
  "trust.android2": "“Install anyway” اور ڈاؤن لوڈ کی ہوئی فائل چنیں۔ اسکرین لاک مانگا جائے گا۔",
  "trust.android3": "برانچ کو Chrome میں کھولیں۔",
  "trust.apple": "iPad اور iPhone",
  "trust.apple1": "Safari میں پروفائل حاصل کریں اور ڈاؤن لوڈ کی اجازت دیں۔",
  "trust.apple2":
    "Settings › General › VPN & Device Management کھولیں، پروفائل چنیں اور انسٹال کریں۔",
  "trust.apple3":
    "Settings › General › About › Certificate Trust Settings کھولیں اور برانچ کا سرٹیفکیٹ آن کریں۔",
  "trust.byName": "یہ صفحہ ایسے پتے سے کھولیں جس کے لیے سرٹیفکیٹ ہے: {value}",
  "trust.certificate": "سرٹیفکیٹ (.crt)",
  "trust.checking": "دیکھا جا رہا ہے کہ یہ ڈیوائس برانچ پر اعتماد کرتی ہے یا نہیں…",
  "trust.compare": "فنگر پرنٹ ملائیں",
  "trust.compareLead":
    "کاؤنٹر پر “اسکرینیں اور اسکینر” میں یہی حروف دکھتے ہیں۔ فرق ہو تو کچھ انسٹال نہ کریں اور نیٹ ورک سنبھالنے والے کو بتائیں۔",
  "trust.get": "سرٹیفکیٹ حاصل کریں",
  "trust.install": "اس ڈیوائس کو اعتماد کرنے دیں",
  "trust.lead":
    "کیوسک، ٹیبلٹ اور کیمرے صرف محفوظ کنکشن پر چلتے ہیں۔ جب ڈیوائس اس برانچ کے سرٹیفکیٹ پر اعتماد کر لے تو یہ مل جاتا ہے۔ انٹرنیٹ کی ضرورت نہیں۔",
  "trust.limits":
    "یہ سرٹیفکیٹ صرف اس برانچ کے اپنے ناموں اور مقامی پتوں کے لیے ہے۔ اس سے کوئی دوسری سائٹ ہونے کا دعویٰ نہیں کر سکتا۔",
  "trust.linux": "Linux، اور کیوسک کے طور پر Chromium",
  "trust.linux1": "ایک صارف کے Chrome یا Chromium کے لیے (پیکیج libnss3-tools):",
  "trust.linux2":
    "یا کیوسک کا Chromium الگ پروفائل کے ساتھ ایسے شروع کریں کہ وہ صرف اس برانچ کی کلید مانے:",
  "trust.off": "اس برانچ میں محفوظ کنکشن بند ہے۔ برانچ سنبھالنے والا اسے کھول سکتا ہے۔",
  "trust.open": "محفوظ کنکشن پر کھولیں",
  "trust.profile": "iPad اور iPhone کا پروفائل",
  "trust.starting": "برانچ اپنا سرٹیفکیٹ بنا رہی ہے۔ یہ صفحہ خود دوبارہ دیکھے گا۔",
  "trust.title": "اس برانچ پر اعتماد کریں",
  "trust.trusted": "یہ ڈیوائس برانچ پر اعتماد کرتی ہے۔",
  "trust.unreachable": "برانچ جواب نہیں دے رہی۔ خود دوبارہ کوشش ہو رہی ہے۔",
  "trust.untrusted": "یہ ڈیوائس ابھی برانچ پر اعتماد نہیں کرتی۔",
  "trust.waiting":
    "محفوظ کنکشن ابھی دستیاب نہیں۔ برانچ خود دوبارہ کوشش کر رہی ہے؛ چلانے والا وجہ “edgeward status” سے دیکھ سکتا ہے۔",
  "trust.windows": "Windows",
  "trust.windows1":
    "سرٹیفکیٹ حاصل کر کے کھولیں، اور Install Certificate › Local Machine (یا Current User) چنیں۔",
  "trust.windows2":
    "اسے “Trusted Root Certification Authorities” میں رکھیں، اور براؤزر دوبارہ شروع کریں۔",
};
