import { numericLabTests, type LabTestBody } from "./lab-numbers.ts";

const fasting: readonly LabTestBody[] = (
  [
    ["glucose-fasting", "Glucose, fasting", "1558-6", [70, 100], [50, 450], 2000],
    ["cholesterol", "Cholesterol, total", "2093-3", [null, 200], [null, null], 1500],
    ["triglycerides", "Triglycerides", "2571-8", [null, 150], [null, 1000], 10_000],
    ["hdl", "HDL cholesterol", "2085-9", [40, null], [null, null], 300],
    ["ldl", "LDL cholesterol", "13457-7", [null, 100], [null, null], 1000],
  ] as const
).map(([code, name, loinc, [low, high], [critical_low, critical_high], most]) => ({
  code,
  name,
  loinc,
  section: "biochemistry",
  specimen_type: "serum",
  container: "Gel, yellow",
  fasting: true,
  unit: "mg/dL",
  ranges: [{ low, high, critical_low, critical_high }],
  plausible: { low: 1, high: most },
  turnaround_minutes: 240,
  price_minor: 20_000,
}));

const reactivity = [
  { code: "non-reactive", display: "Non-reactive", flag: "N" },
  { code: "reactive", display: "Reactive", flag: "A" },
] as const;

const coded: readonly LabTestBody[] = (
  [
    ["hbsag", "Hepatitis B surface antigen", "5196-1"],
    ["anti-hcv", "Hepatitis C antibodies", "16128-1"],
    ["hiv", "HIV 1 and 2, antigen and antibodies", "56888-1"],
    ["rpr", "Rapid plasma reagin", "20507-0"],
    ["dengue-ns1", "Dengue NS1 antigen", "75377-2"],
  ] as const
).map(([code, name, loinc]) => ({
  code,
  name,
  loinc,
  section: "serology",
  specimen_type: "serum",
  container: "Gel, yellow",
  value_type: "coded",
  answers: [...reactivity],
  turnaround_minutes: 360,
  price_minor: 40_000,
}));

const others: readonly LabTestBody[] = [
  {
    code: "hba1c",
    name: "Glycated haemoglobin",
    loinc: "4548-4",
    section: "biochemistry",
    specimen_type: "blood",
    container: "EDTA, lavender",
    unit: "%",
    ranges: [{ low: 4, high: 5.6 }],
    plausible: { low: 2, high: 25 },
    turnaround_minutes: 240,
    price_minor: 50_000,
  },
  {
    code: "urine-pregnancy",
    name: "Pregnancy test, urine",
    loinc: "2106-3",
    section: "urinalysis",
    specimen_type: "urine",
    value_type: "coded",
    answers: [
      { code: "negative", display: "Negative" },
      { code: "positive", display: "Positive", flag: "A" },
    ],
    turnaround_minutes: 30,
    price_minor: 15_000,
  },
  {
    code: "urine-ph",
    name: "pH, urine",
    loinc: "5803-2",
    section: "urinalysis",
    specimen_type: "urine",
    unit: "[pH]",
    ranges: [{ low: 4.5, high: 8 }],
    plausible: { low: 3, high: 11 },
    turnaround_minutes: 60,
    price_minor: 8_000,
  },
  {
    code: "blood-culture",
    name: "Culture, blood",
    loinc: "600-7",
    section: "microbiology",
    specimen_type: "blood",
    container: "Culture bottles",
    value_type: "text",
    turnaround_minutes: 7_200,
    price_minor: 120_000,
  },
  {
    code: "urine-culture",
    name: "Culture, urine",
    loinc: "630-4",
    section: "microbiology",
    specimen_type: "urine",
    container: "Sterile",
    value_type: "text",
    turnaround_minutes: 4_320,
    price_minor: 70_000,
  },
];

function panel(
  code: string,
  name: string,
  section: LabTestBody["section"],
  ...tests: string[]
): LabTestBody {
  return { code, name, section, kind: "panel", tests };
}

const panels: readonly LabTestBody[] = [
  panel(
    "cbc",
    "Complete blood count",
    "haematology",
    "hb",
    "wbc",
    "rbc",
    "hct",
    "mcv",
    "mch",
    "mchc",
    "rdw",
    "plt",
    "neut",
    "lymph",
    "mono",
    "eos",
    "baso",
  ),
  panel(
    "electrolytes",
    "Electrolytes",
    "biochemistry",
    "sodium",
    "potassium",
    "chloride",
    "bicarbonate",
  ),
  panel(
    "renal",
    "Renal function",
    "biochemistry",
    "urea",
    "creatinine",
    "uric-acid",
    "electrolytes",
  ),
  panel(
    "liver",
    "Liver function",
    "biochemistry",
    "bilirubin",
    "bilirubin-direct",
    "ast",
    "alt",
    "alp",
    "ggt",
    "protein",
    "albumin",
  ),
  panel("lipids", "Lipid profile", "biochemistry", "cholesterol", "triglycerides", "hdl", "ldl"),
  panel("thyroid", "Thyroid profile", "endocrinology", "tsh", "ft4", "ft3"),
  panel("coagulation", "Coagulation profile", "coagulation", "pt", "inr", "aptt"),
];

/** What the laboratories of the demo can be asked for: tests before the panels that are made of them. */
export const labCatalogue: readonly LabTestBody[] = [
  ...numericLabTests,
  ...fasting,
  ...coded,
  ...others,
  ...panels,
];
