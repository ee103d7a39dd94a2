import type { enRegister } from "#ui/i18n/en/register.ts";

/** What Indian clinics ask at registration, in Urdu. */
export const urRegister: Readonly<Record<keyof typeof enRegister, string>> = {
  "payer.cghs": "CGHS",
  "payer.employee": "آجر",
  "payer.esic": "ESIC",
  "payer.insurance_member": "انشورنس",
  "payer.pmjay": "PM-JAY (آیوشمان بھارت)",
  "payer.self": "مریض خود",
  "queue.referredBy": "{name} نے بھیجا",
  "register.district": "ضلع",
  "register.fault.dobToCome": "یہ دن ابھی آیا نہیں",
  "register.fault.dobTooOld": "1900 یا بعد کا سال لکھیں",
  "register.fault.payerNumber": "ادائیگی کرنے والے کا دیا ہوا نمبر لکھیں",
  "register.payer": "ادائیگی کون کرے گا",
  "register.payerKind": "اسکیم یا انشورنس",
  "register.payerNumber": "اس کا نمبر",
  "register.referredBy": "کس نے بھیجا",
  "register.relativeName": "والد یا شوہر کا نام",
  "register.relativeRelation": "مریض سے رشتہ",
  "relative.father": "والد",
  "relative.guardian": "سرپرست",
  "relative.husband": "شوہر",
  "relative.mother": "والدہ",
  "relative.wife": "بیوی",
};
