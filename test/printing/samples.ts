import type { PrintSettings } from "@edgeward/branch-node/printing/documents/print-settings.ts";

/** An English document's settings. Nobody here exists. */
export const english: PrintSettings = {
  displayName: "Saraswati Nursing Home",
  headerLines: ["14 Station Road, Hazratganj, Lucknow 226001", "Phone 0522 400 1234"],
  footerLines: ["Open Monday to Saturday, 9 to 20", "Get well soon"],
  extraLines: [],
  logo: null,
  languages: ["en"],
  numerals: "latn",
  pageSize: "a4",
  labelSize: null,
  timeZone: "Asia/Kolkata",
};

/** A Hindi document's settings, its digits too. */
export const hindi: PrintSettings = {
  ...english,
  displayName: "सरस्वती नर्सिंग होम",
  headerLines: ["14 स्टेशन रोड, हज़रतगंज, लखनऊ 226001", "फ़ोन 0522 400 1234"],
  footerLines: ["सोमवार से शनिवार, सुबह 9 से रात 8 बजे तक"],
  languages: ["hi"],
  numerals: "native",
};

const anita = {
  name: "Anita Rao",
  uhid: "LKO-000123-P",
  gender: "female",
  dob: "1987-03-09",
  phone: "+919812345678",
};
const lakshmi = { ...anita, name: "श्रीमती लक्ष्मी त्रिपाठी", uhid: "LKO-000124-N" };
const doctor = {
  name: "Dr. S. Menon",
  qualification: "MBBS, MD (Medicine)",
  registration_no: "UPMC 45821",
  department: "General medicine",
};

const medicines = [
  {
    drug_name: "Amoxil",
    generic_name: "Amoxicillin",
    strength: "500 mg",
    dose: "1 capsule",
    frequency: "tds",
    duration_days: 5,
    quantity: 15,
    instructions: "After food. Finish the course.",
  },
  {
    drug_name: "Crocin",
    generic_name: "Paracetamol",
    strength: "650 mg",
    dose: "1 tablet",
    frequency: "sos",
    frequency_text: "up to 4 a day",
    quantity: 10,
  },
  {
    drug_name: "ORS",
    dose: "200 ml",
    frequency: "custom",
    frequency_text: "after each loose stool",
    duration_days: 3,
  },
] as const;

const medicinesHindi = medicines.map((medicine) => ({
  ...medicine,
  dose: "१ गोली",
  ...("instructions" in medicine ? { instructions: "खाने के बाद लें, पूरी अवधि तक" } : {}),
  ...("frequency_text" in medicine ? { frequency_text: "ज़रूरत के अनुसार" } : {}),
}));

const at = "2026-11-21T10:05:00.000Z";

/** A prescription. */
export const prescription = {
  rx_no: "RX-26-00417",
  issued_at: at,
  patient: anita,
  doctor,
  diagnosis: "Acute tonsillitis (J03.9)",
  allergies: ["Sulfa"],
  vitals: [
    { name: "BP", value: "118/76" },
    { name: "Temp", value: "38.4 °C" },
    { name: "Weight", value: "61 kg" },
  ],
  items: medicines,
  advice: ["Warm salt-water gargles three times a day.", "Come back at once if breathing is hard."],
  follow_up_on: "2026-11-26",
};

/** The same in Hindi. */
export const prescriptionHindi = {
  ...prescription,
  patient: lakshmi,
  doctor: { ...doctor, name: "डॉ. एस. मेनन", department: "सामान्य चिकित्सा" },
  diagnosis: "तीव्र टॉन्सिल शोथ (J03.9)",
  items: medicinesHindi,
  advice: ["गुनगुने नमक के पानी से दिन में तीन बार गरारे करें।"],
};

/** A bill whose taxes round to a whole rupee. */
export const bill = {
  invoice_no: "LKO/26-27/00912",
  issued_at: at,
  patient: anita,
  seller_gstin: "09AAACH7409R1ZZ",
  currency: "INR",
  lines: [
    {
      description: "Consultation, General medicine",
      quantity: 1,
      unit_price_minor: 60_000,
      total_minor: 60_000,
    },
    {
      description: "Complete blood count with differential and peripheral smear",
      hsn_sac: "999316",
      quantity: 1,
      unit_price_minor: 45_000,
      discount_minor: 4_500,
      total_minor: 40_500,
    },
    {
      description: "Amoxil 500 mg",
      hsn_sac: "300410",
      quantity: 15,
      unit_price_minor: 1_037,
      total_minor: 15_555,
    },
  ],
  subtotal_minor: 120_555,
  discount_total_minor: 4_500,
  taxes: [
    { name: "CGST", rate_bp: 600, amount_minor: 933 },
    { name: "SGST", rate_bp: 600, amount_minor: 933 },
  ],
  round_off_minor: 79,
  total_minor: 118_000,
  paid_minor: 100_000,
  due_minor: 18_000,
};

/** The same for a patient whose name is in Hindi. */
export const billHindi = {
  ...bill,
  patient: lakshmi,
  lines: bill.lines.map((line, index) => ({
    ...line,
    description: ["परामर्श, सामान्य चिकित्सा", "संपूर्ण रक्त गणना", "Amoxil 500 mg"][index] ?? "",
  })),
};

/** A receipt for cash. */
export const receipt = {
  receipt_no: "RCP-26-03311",
  invoice_no: "LKO/26-27/00912",
  received_at: at,
  patient: anita,
  currency: "INR",
  amount_minor: 100_000,
  method: "cash",
  tendered_minor: 120_000,
  change_minor: 20_000,
  due_minor: 18_000,
  cashier: "R. Gupta",
};

/** The slip of a booking. */
export const appointmentSlip = {
  appointment_id: "apt_01ARZ3NDEKTSV4RRFFQ69G5FAV",
  patient: { name: anita.name, uhid: anita.uhid },
  starts_at: "2026-12-03T04:45:00.000Z",
  provider_name: doctor.name,
  department: "general-medicine",
  place: ["14 Station Road, Hazratganj, Lucknow 226001", "Phone 0522 400 1234"],
};

/** The slip of a booking at a branch that the letterhead does not name. */
export const appointmentSlipElsewhere = {
  ...appointmentSlip,
  patient: { name: lakshmi.name, uhid: lakshmi.uhid },
  provider_name: "डॉ. एस. मेनन",
  place: ["हज़रतगंज शाखा", "14 स्टेशन रोड, हज़रतगंज, लखनऊ 226001"],
};

/** The slip of a visit by video: nobody comes for it. */
export const appointmentSlipAtDistance = { ...appointmentSlip, encounter_type: "telehealth" };

/** A discharge summary. */
export const discharge = {
  admission_no: "IP-26-0088",
  patient: anita,
  doctor,
  ward: "Female medical, bed 12",
  admitted_at: "2026-11-17T04:30:00.000Z",
  discharged_at: at,
  discharge_type: "routine",
  condition: "improved",
  diagnoses: [
    { code: "A90", text: "Dengue fever without warning signs" },
    { code: null, text: "Mild dehydration" },
  ],
  complaints: "Fever for four days with body ache and vomiting since yesterday.",
  findings: "Temp 39.1 °C, pulse 104, BP 102/68. No petechiae. Abdomen soft.",
  investigations: "NS1 antigen positive.\nPlatelets 92,000 on admission, 148,000 at discharge.",
  course:
    "Treated with oral and intravenous fluids and paracetamol. Platelets rose from the third day on without transfusion; no bleeding was seen. Afebrile for 36 hours at discharge.",
  medicines: [medicines[1], medicines[2]],
  advice: [
    "Three litres of fluids a day.",
    "Return at once for bleeding, belly pain or drowsiness.",
  ],
  follow_up_on: "2026-11-25",
  emergency_phone: "0522 400 1299",
};

/** The same in Hindi. */
export const dischargeHindi = {
  ...discharge,
  patient: lakshmi,
  diagnoses: [{ code: "A90", text: "डेंगू बुख़ार, चेतावनी के लक्षण नहीं" }],
  complaints: "चार दिन से बुख़ार, बदन दर्द, कल से उल्टी।",
  findings: null,
  investigations: "एनएस1 पॉज़िटिव। प्लेटलेट 92,000 से 148,000।",
  course: "मुँह से और नस से तरल दिए गए। रक्तस्राव नहीं हुआ। छुट्टी के समय 36 घंटे से बुख़ार नहीं।",
  medicines: [medicinesHindi[1], medicinesHindi[2]],
  advice: ["दिन में तीन लीटर तरल लें।", "रक्तस्राव या पेट दर्द हो तो तुरंत आएँ।"],
};

const certified = { issued_at: at, patient: anita, doctor } as const;

/** A sick leave that says what the patient has. */
export const sickLeave = {
  ...certified,
  kind: "sick_leave",
  certificate_no: "LKO-C0000012",
  rest_from: "2026-11-21",
  rest_to: "2026-11-25",
  diagnosis: "Dengue fever without warning signs",
  remarks: "Light work for a week after that.",
};

/** A certificate of fitness. */
export const fitness = {
  ...certified,
  kind: "fitness",
  patient: lakshmi,
  certificate_no: "LKO-C0000013",
  fit_from: "2026-11-26",
  fit_for: "विद्यालय और खेल",
};

/** A referral with all that a visit can say. */
export const referral = {
  ...certified,
  kind: "referral",
  patient: lakshmi,
  certificate_no: "LKO-C0000014",
  referred_to: "हृदय रोग विभाग",
  referred_place: "King George's Medical University, Lucknow",
  reason: "सीने में दर्द, बाएँ हाथ तक; एंजाइना की आशंका।",
  complaints: "दो दिन से सीने में दर्द।",
  vitals: "BP 150/94 mmHg, Pulse 96/min",
  allergies: ["Penicillin"],
  findings: "No murmur. Lungs clear.",
  investigations: "Haemoglobin: 11.4 g/dL (L)\nTroponin I: 0.02 ng/mL",
  medicines: [medicinesHindi[1]],
  diagnosis: "Chest pain, unspecified",
};

/** A wristband with the facility's GS1 number of the patient. */
export const wristband = {
  patient: anita,
  gsrn: "890123456789012340",
  blood_group: "B+",
  allergies: ["Sulfa", "Penicillin"],
};

/** An infant's, with the number that every branch gives. */
export const wristbandInfant = {
  size: "infant",
  patient: { name: "शिशु लक्ष्मी त्रिपाठी", uhid: "LKO-000125-L", gender: "male", dob: "2026-11-21" },
  mother_name: "लक्ष्मी त्रिपाठी",
  born_at: "2026-11-21T03:12:00.000Z",
};

/** A medicine's label without a number of the trade. */
export const medicineLabel = {
  kind: "medicine",
  patient_name: anita.name,
  medicine: medicines[0],
  dispensed_at: at,
};

/** A medicine's label with its trade number, batch and expiry, in Hindi. */
export const medicineLabelHindi = {
  kind: "medicine",
  patient_name: lakshmi.name,
  medicine: medicinesHindi[0],
  batch_no: "AMX2611",
  expires_on: "2027-12-31",
  gtin: "08901234567890",
  dispensed_at: at,
};

/** The label of a patient's folder. */
export const patientLabel = { kind: "patient", patient: anita, printed_at: at };

/** The same for a name in Hindi. */
export const patientLabelHindi = { ...patientLabel, patient: lakshmi };

/** A specimen's label. */
export const labLabel = {
  specimen_code: "L26-000417",
  specimen_type: "EDTA blood",
  patient: anita,
  tests: ["CBC", "ESR", "Malaria antigen"],
  collected_at: at,
  is_urgent: true,
  printed_at: at,
};

/** The label of a laboratory order's specimen: a branch's code, the order's number and which specimen of it. */
export const labLabelLong = { ...labLabel, specimen_code: "PUN1-L0000042-1", tests: ["cbc"] };

/** The same for a name in Hindi. */
export const labLabelHindi = { ...labLabel, patient: lakshmi, is_urgent: false };

/** The report of a shift that is ten rupees short. */
export const shiftReport = {
  kind: "shift",
  shift_no: "SH-26-0207",
  till: "Front desk 1",
  opened_at: "2026-11-21T03:30:00.000Z",
  closed_at: at,
  cashier: "R. Gupta",
  handed_to: "S. Verma",
  currency: "INR",
  opening_float_minor: 200_000,
  takings: [
    { method: "cash", count: 31, amount_minor: 1_845_000 },
    { method: "upi", count: 44, amount_minor: 3_210_050 },
    { method: "card", count: 6, amount_minor: 912_000 },
  ],
  refunds_minor: 60_000,
  paid_out_minor: 25_000,
  cash_expected_minor: 1_960_000,
  cash_counted_minor: 1_959_000,
  variance_minor: -1_000,
  variance_reason: "One note of ten was torn",
};

const verified = { verified_by: "Dr. K. Menon", verified_at: at };

/** What a laboratory found: usual and not, corrected, of a panel, in words, and with one test still to come. */
export const labReport = {
  kind: "lab",
  order_no: "LKO-L0000042",
  ordered_at: "2026-11-21T03:30:00.000Z",
  ordered_by: "Dr. Priya Nair",
  patient: anita,
  specimens: [
    { type: "blood", barcode: "LKO-L0000042-1", collected_at: "2026-11-21T04:10:00.000Z" },
    { type: "urine", barcode: "LKO-L0000042-2", collected_at: "2026-11-21T04:15:00.000Z" },
  ],
  tests: [
    {
      name: "Haemoglobin",
      values: [{ name: "Haemoglobin", value: "6.8", unit: "g/dL", range: "12 – 15.5", flag: "LL" }],
      conclusion: "Microcytic; iron studies are advised.",
      ...verified,
    },
    {
      name: "Differential count",
      is_corrected: true,
      values: [
        { name: "Neutrophils", value: "71", unit: "%", range: "40 – 80", flag: "N" },
        { name: "Lymphocytes", value: "18", unit: "%", range: "20 – 40", flag: "L" },
      ],
      ...verified,
    },
    {
      name: "Malaria antigen",
      values: [{ name: "Malaria antigen", value: false }],
      ...verified,
    },
    {
      name: "Urine glucose",
      values: [{ name: "Urine glucose", value: "Positive ++", flag: "A" }],
      ...verified,
    },
  ],
  pending: ["Urine culture"],
  reported_at: "2026-11-21T11:00:00.000Z",
};

/** A page that shows what a printer can do. */
export const testPage = {
  kind: "test_page",
  device_name: "Front desk receipt printer",
  printed_at: at,
  details: [{ name: "Model", value: "TM-T82III" }],
};

export const creditNote = {
  kind: "credit_note",
  credit_note_no: "LKO/C2627/00031",
  issued_at: at,
  invoice_no: bill.invoice_no,
  invoice_issued_at: "2026-11-20T05:30:00.000Z",
  reason: "The medicine was brought back unopened",
  patient: anita,
  seller_gstin: bill.seller_gstin,
  place_of_supply: "09 Uttar Pradesh",
  currency: "INR",
  lines: [
    { description: "Amoxil 500 mg", hsn_sac: "300410", quantity: 10, amount_minor: 10_370 },
    { description: "Consultation, General medicine", amount_minor: 20_000 },
  ],
  subtotal_minor: 30_370,
  taxes: [
    { name: "CGST", rate_bp: 600, amount_minor: 622 },
    { name: "SGST", rate_bp: 600, amount_minor: 622 },
  ],
  round_off_minor: -14,
  total_minor: 31_600,
  issued_by: "Suresh Kumar",
};
