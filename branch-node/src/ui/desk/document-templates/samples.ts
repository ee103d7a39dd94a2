import type { documentShapes } from "@edgeward/shared/clinical/print-jobs/print-documents.contract.ts";
import {
  sampleMark,
  type sampleSlipData,
} from "@edgeward/shared/clinical/print-jobs/sample-slip.contract.ts";
import type * as z from "zod";

/** The documents of which a sample can be looked at. */
export type SampleType = keyof typeof documentShapes | "queue_token";

/** The languages in which a sample's own words are written. */
export type SampleLanguage = "en" | "hi";

interface SampleShapes extends Readonly<typeof documentShapes> {
  readonly queue_token: typeof sampleSlipData;
}

/** What a sample of a type says. */
export type SampleData<Type extends SampleType> = z.input<SampleShapes[Type]>;

// No document of a patient has such a number, so none is found by it.
const number = "SAMPLE";

const texts = {
  en: {
    name: "Asha Example",
    doctor: "Dr. Sample Example",
    department: "General medicine",
    diagnosis: "Example of a diagnosis",
    drug: "Example tablet",
    dose: "1 tablet",
    after: "After food, with water",
    advice: ["An example of advice.", "A second line of advice."],
    ward: "Example ward, bed 1",
    text: "An example of what is written here, long enough to reach beyond the end of a line of this document.",
    item: "Example of a service",
    other: "Example of a medicine",
    allergy: "Example substance",
    reason: "An example of a reason",
    till: "Example counter",
    cashier: "Sample Cashier",
  },
  hi: {
    name: "आशा उदाहरण",
    doctor: "डॉ. नमूना उदाहरण",
    department: "सामान्य चिकित्सा",
    diagnosis: "निदान का उदाहरण",
    drug: "उदाहरण की गोली",
    dose: "1 गोली",
    after: "खाने के बाद, पानी के साथ",
    advice: ["सलाह का एक उदाहरण।", "सलाह की दूसरी पंक्ति।"],
    ward: "उदाहरण वार्ड, बिस्तर 1",
    text: "यहाँ जो लिखा जाता है उसका एक उदाहरण, इतना लंबा कि इस काग़ज़ की एक पंक्ति से आगे तक जाए।",
    item: "सेवा का उदाहरण",
    other: "दवा का उदाहरण",
    allergy: "उदाहरण पदार्थ",
    reason: "कारण का एक उदाहरण",
    till: "उदाहरण काउंटर",
    cashier: "नमूना कैशियर",
  },
} as const;

type SampleTexts = (typeof texts)[SampleLanguage];

interface Occasion {
  readonly said: SampleTexts;
  /** RFC 3339: when the document says that it was made. */
  readonly at: string;
}

function patientIn({ said }: Occasion) {
  // Where there is no room for the whole name, its end is left out, and not the mark.
  return {
    name: `${sampleMark} ${said.name}`,
    uhid: number,
    gender: "female",
    dob: "1985-04-12",
    phone: "+910000000000",
  } as const;
}

function doctorIn({ said }: Occasion) {
  const { doctor: name, department } = said;
  return { name, qualification: "MBBS", registration_no: number, department } as const;
}

function medicineIn({ said }: Occasion) {
  return {
    drug_name: said.drug,
    generic_name: "Exemplum",
    strength: "500 mg",
    dose: said.dose,
    frequency: "tds",
    duration_days: 5,
    quantity: 15,
    instructions: said.after,
  } as const;
}

function dayAfter(at: string, days: number): string {
  return new Date(Date.parse(at) + days * 86_400_000).toISOString().slice(0, 10);
}

function prescription(when: Occasion): SampleData<"prescription"> {
  const { said, at } = when;
  return {
    rx_no: number,
    issued_at: at,
    patient: patientIn(when),
    doctor: doctorIn(when),
    diagnosis: said.diagnosis,
    allergies: [said.allergy],
    vitals: [{ name: "BP", value: "120/80" }],
    items: [medicineIn(when), { drug_name: said.other, frequency: "hs", duration_days: 3 }],
    advice: [...said.advice],
    follow_up_on: dayAfter(at, 7),
  };
}

function label(when: Occasion): SampleData<"label"> {
  return {
    kind: "medicine",
    patient_name: patientIn(when).name,
    medicine: medicineIn(when),
    batch_no: number,
    expires_on: dayAfter(when.at, 365),
    dispensed_at: when.at,
  };
}

function bill(when: Occasion): SampleData<"bill"> {
  const { said, at } = when;
  return {
    invoice_no: number,
    issued_at: at,
    patient: patientIn(when),
    lines: [
      { description: said.item, quantity: 1, unit_price_minor: 50_000, total_minor: 50_000 },
      { description: said.other, quantity: 15, unit_price_minor: 1_000, total_minor: 15_000 },
    ],
    subtotal_minor: 65_000,
    taxes: [
      { name: "CGST", rate_bp: 600, amount_minor: 900 },
      { name: "SGST", rate_bp: 600, amount_minor: 900 },
    ],
    total_minor: 66_800,
    paid_minor: 50_000,
    due_minor: 16_800,
  };
}

function receipt(when: Occasion): SampleData<"receipt"> {
  return {
    receipt_no: number,
    invoice_no: number,
    received_at: when.at,
    patient: patientIn(when),
    amount_minor: 50_000,
    // Not in cash: that opens the drawer.
    method: "upi",
    method_ref: number,
    due_minor: 16_800,
    cashier: when.said.cashier,
  };
}

function discharge(when: Occasion): SampleData<"discharge"> {
  const { said, at } = when;
  return {
    admission_no: number,
    patient: patientIn(when),
    doctor: doctorIn(when),
    ward: said.ward,
    admitted_at: new Date(Date.parse(at) - 3 * 86_400_000).toISOString(),
    discharged_at: at,
    discharge_type: "routine",
    condition: "improved",
    diagnoses: [{ code: null, text: said.diagnosis }],
    complaints: said.text,
    course: said.text,
    medicines: [medicineIn(when)],
    advice: [...said.advice],
    follow_up_on: dayAfter(at, 7),
    emergency_phone: "+910000000000",
  };
}

function certificate(when: Occasion): SampleData<"certificate"> {
  const { said, at } = when;
  return {
    kind: "sick_leave",
    certificate_no: number,
    issued_at: at,
    patient: patientIn(when),
    doctor: doctorIn(when),
    diagnosis: said.diagnosis,
    remarks: said.text,
    rest_from: dayAfter(at, 0),
    rest_to: dayAfter(at, 2),
  };
}

function wristband(when: Occasion): SampleData<"wristband"> {
  return { patient: patientIn(when), blood_group: "B+", allergies: [when.said.allergy] };
}

function labLabel(when: Occasion): SampleData<"lab_label"> {
  return {
    specimen_code: number,
    specimen_type: "EDTA",
    patient: patientIn(when),
    tests: ["CBC", "ESR"],
    collected_at: when.at,
    is_urgent: true,
    printed_at: when.at,
  };
}

function appointmentSlip(when: Occasion): SampleData<"appointment_slip"> {
  const { said, at } = when;
  return {
    appointment_id: number,
    patient: { name: patientIn(when).name, uhid: number },
    starts_at: new Date(Date.parse(at) + 7 * 86_400_000).toISOString(),
    provider_name: said.doctor,
    department: said.department,
  };
}

function report({ said, at }: Occasion): SampleData<"report"> {
  return {
    kind: "shift",
    shift_no: number,
    till: `${sampleMark} ${said.till}`,
    opened_at: new Date(Date.parse(at) - 8 * 3_600_000).toISOString(),
    closed_at: at,
    cashier: said.cashier,
    opening_float_minor: 100_000,
    takings: [
      { method: "cash", count: 12, amount_minor: 600_000 },
      { method: "upi", count: 20, amount_minor: 1_250_000 },
    ],
    cash_expected_minor: 700_000,
    cash_counted_minor: 699_000,
    variance_minor: -1_000,
    variance_reason: said.reason,
  };
}

function queueToken({ said, at }: Occasion): SampleData<"queue_token"> {
  return {
    kind: "sample",
    patient_name: said.name,
    department: said.department,
    provider_name: said.doctor,
    issued_at: at,
  };
}

const makers = {
  prescription,
  certificate,
  label,
  bill,
  receipt,
  discharge,
  wristband,
  lab_label: labLabel,
  appointment_slip: appointmentSlip,
  report,
  queue_token: queueToken,
} as const;

/** The types of documents that there are samples of, in the order in which they are listed. */
export const sampleTypes = [
  "queue_token",
  "appointment_slip",
  "prescription",
  "certificate",
  "bill",
  "receipt",
  "label",
  "lab_label",
  "wristband",
  "discharge",
  "report",
] as const satisfies readonly SampleType[];

/**
 * The sample of a document, of somebody who does not exist: what its own words say in a language, marked so that nobody
 * takes it for a patient's. @param at RFC 3339, when it says that it was made
 */
export function sampleOf(type: SampleType, language: SampleLanguage, at: string) {
  return { document_type: type, data: makers[type]({ said: texts[language], at }) };
}
