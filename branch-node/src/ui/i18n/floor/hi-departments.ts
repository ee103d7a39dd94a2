import type { enDepartments } from "./en-departments.ts";

/** Departments as clinics often call them, in Hindi. */
export const hiDepartments: Readonly<Record<keyof typeof enDepartments, string>> = {
  "department.cardiology": "हृदय रोग",
  "department.dental": "दंत चिकित्सा",
  "department.dermatology": "त्वचा रोग",
  "department.emergency": "आपातकालीन",
  "department.ent": "कान, नाक और गला",
  "department.general": "सामान्य",
  "department.general-medicine": "सामान्य चिकित्सा",
  "department.general-surgery": "सामान्य शल्य चिकित्सा",
  "department.gynaecology": "स्त्री रोग",
  "department.laboratory": "जाँच प्रयोगशाला",
  "department.neurology": "तंत्रिका रोग",
  "department.obstetrics": "प्रसूति",
  "department.obstetrics-and-gynaecology": "प्रसूति और स्त्री रोग",
  "department.oncology": "कैंसर रोग",
  "department.ophthalmology": "नेत्र रोग",
  "department.orthopaedics": "हड्डी रोग",
  "department.paediatrics": "बाल रोग",
  "department.pharmacy": "दवाखाना",
  "department.physiotherapy": "फ़िज़ियोथेरेपी",
  "department.psychiatry": "मनोरोग",
  "department.radiology": "एक्स-रे और स्कैन",
  "department.urology": "मूत्र रोग",
};
