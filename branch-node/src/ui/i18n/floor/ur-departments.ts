import type { enDepartments } from "./en-departments.ts";

/** Departments as clinics often call them, in Urdu. */
export const urDepartments: Readonly<Record<keyof typeof enDepartments, string>> = {
  "department.cardiology": "امراضِ قلب",
  "department.dental": "دانت",
  "department.dermatology": "جلد",
  "department.emergency": "ایمرجنسی",
  "department.ent": "ناک، کان اور گلا",
  "department.general": "جنرل",
  "department.general-medicine": "جنرل میڈیسن",
  "department.general-surgery": "جنرل سرجری",
  "department.gynaecology": "امراضِ نسواں",
  "department.laboratory": "لیبارٹری",
  "department.neurology": "دماغ اور اعصاب",
  "department.obstetrics": "زچگی",
  "department.obstetrics-and-gynaecology": "زچگی اور امراضِ نسواں",
  "department.oncology": "کینسر",
  "department.ophthalmology": "آنکھیں",
  "department.orthopaedics": "ہڈی اور جوڑ",
  "department.paediatrics": "امراضِ اطفال",
  "department.pharmacy": "فارمیسی",
  "department.physiotherapy": "فزیوتھراپی",
  "department.psychiatry": "نفسیات",
  "department.radiology": "ریڈیالوجی",
  "department.urology": "یورولوجی",
};
