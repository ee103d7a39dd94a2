import type * as z from "zod";
import type { labTestsContract } from "@edgeward/shared/clinical/lab-tests/lab-tests.contract.ts";

/** A test or panel, as it is added to the catalogue. */
export type LabTestBody = z.input<typeof labTestsContract.create.body>;
type Section = LabTestBody["section"];
type Range = NonNullable<LabTestBody["ranges"]>[number];

/** Code, name, LOINC, unit, usual range, critical limits, plausible limits; null where there is none. */
type Numeric = readonly [
  code: string,
  name: string,
  loinc: string,
  unit: string,
  usual: readonly [low: number | null, high: number | null],
  critical: readonly [low: number | null, high: number | null],
  plausible: readonly [low: number, high: number],
];

interface Group {
  readonly section: Section;
  readonly specimen_type: NonNullable<LabTestBody["specimen_type"]>;
  readonly container: string;
  readonly turnaround_minutes: number;
  readonly price_minor: number;
  readonly tests: readonly Numeric[];
}

const none = [null, null] as const;

const groups: readonly Group[] = [
  {
    section: "haematology",
    specimen_type: "blood",
    container: "EDTA, lavender",
    turnaround_minutes: 120,
    price_minor: 12_000,
    tests: [
      ["hb", "Haemoglobin", "718-7", "g/dL", [12, 15.5], [7, 20], [1, 30]],
      ["wbc", "White blood cells", "6690-2", "10*3/uL", [4, 11], [1, 50], [0, 500]],
      ["rbc", "Red blood cells", "789-8", "10*6/uL", [3.8, 5.2], none, [0.5, 10]],
      ["hct", "Haematocrit", "4544-3", "%", [36, 46], [20, 60], [5, 80]],
      ["mcv", "Mean corpuscular volume", "787-2", "fL", [80, 100], none, [40, 160]],
      ["mch", "Mean corpuscular haemoglobin", "785-6", "pg", [27, 33], none, [10, 60]],
      [
        "mchc",
        "Mean corpuscular haemoglobin concentration",
        "786-4",
        "g/dL",
        [31.5, 34.5],
        none,
        [20, 45],
      ],
      ["rdw", "Red cell distribution width", "788-0", "%", [11.5, 14.5], none, [5, 50]],
      ["plt", "Platelets", "777-3", "10*3/uL", [150, 410], [20, 1000], [0, 3000]],
      ["neut", "Neutrophils", "770-8", "%", [40, 80], none, [0, 100]],
      ["lymph", "Lymphocytes", "736-9", "%", [20, 40], none, [0, 100]],
      ["mono", "Monocytes", "5905-5", "%", [2, 10], none, [0, 100]],
      ["eos", "Eosinophils", "713-8", "%", [1, 6], none, [0, 100]],
      ["baso", "Basophils", "706-2", "%", [0, 2], none, [0, 100]],
      ["esr", "Erythrocyte sedimentation rate", "30341-2", "mm/h", [0, 20], none, [0, 200]],
      ["retic", "Reticulocytes", "17849-1", "%", [0.5, 2.5], none, [0, 50]],
    ],
  },
  {
    section: "coagulation",
    specimen_type: "plasma",
    container: "Citrate, blue",
    turnaround_minutes: 120,
    price_minor: 35_000,
    tests: [
      ["pt", "Prothrombin time", "5902-2", "s", [11, 13.5], [null, 40], [5, 200]],
      [
        "inr",
        "International normalised ratio",
        "6301-6",
        "{INR}",
        [0.8, 1.2],
        [null, 5],
        [0.5, 20],
      ],
      [
        "aptt",
        "Activated partial thromboplastin time",
        "14979-9",
        "s",
        [25, 35],
        [null, 100],
        [10, 300],
      ],
      ["d-dimer", "D-dimer", "48065-7", "ug/mL", [null, 0.5], none, [0, 100]],
      ["fibrinogen", "Fibrinogen", "3255-7", "mg/dL", [200, 400], [100, null], [10, 2000]],
    ],
  },
  {
    section: "biochemistry",
    specimen_type: "serum",
    container: "Gel, yellow",
    turnaround_minutes: 240,
    price_minor: 18_000,
    tests: [
      ["glucose-random", "Glucose, random", "2345-7", "mg/dL", [70, 140], [50, 450], [5, 2000]],
      [
        "glucose-pp",
        "Glucose, two hours after a meal",
        "1521-4",
        "mg/dL",
        [70, 140],
        [50, 450],
        [5, 2000],
      ],
      ["urea", "Urea", "3091-6", "mg/dL", [15, 40], [null, 200], [1, 600]],
      ["creatinine", "Creatinine", "2160-0", "mg/dL", [0.6, 1.1], [null, 7.5], [0.1, 40]],
      ["sodium", "Sodium", "2951-2", "mmol/L", [136, 145], [120, 160], [80, 220]],
      ["potassium", "Potassium", "2823-3", "mmol/L", [3.5, 5.1], [2.8, 6.2], [1, 15]],
      ["chloride", "Chloride", "2075-0", "mmol/L", [98, 107], [80, 120], [50, 180]],
      ["bicarbonate", "Bicarbonate", "1963-8", "mmol/L", [22, 29], [10, 40], [1, 70]],
      ["calcium", "Calcium, total", "17861-6", "mg/dL", [8.6, 10.2], [6.5, 13], [2, 25]],
      ["phosphate", "Phosphate", "2777-1", "mg/dL", [2.5, 4.5], [1, null], [0.2, 30]],
      ["magnesium", "Magnesium", "19123-9", "mg/dL", [1.7, 2.2], [1, 4.9], [0.2, 15]],
      ["uric-acid", "Uric acid", "3084-1", "mg/dL", [2.6, 6], none, [0.2, 30]],
      ["protein", "Total protein", "2885-2", "g/dL", [6.4, 8.3], none, [1, 15]],
      ["albumin", "Albumin", "1751-7", "g/dL", [3.5, 5.2], none, [0.5, 8]],
      ["bilirubin", "Bilirubin, total", "1975-2", "mg/dL", [0.2, 1.2], [null, 15], [0, 60]],
      ["bilirubin-direct", "Bilirubin, direct", "1968-7", "mg/dL", [0, 0.3], none, [0, 50]],
      ["ast", "Aspartate aminotransferase", "1920-8", "U/L", [null, 35], [null, 1000], [0, 20_000]],
      ["alt", "Alanine aminotransferase", "1742-6", "U/L", [null, 35], [null, 1000], [0, 20_000]],
      ["alp", "Alkaline phosphatase", "6768-6", "U/L", [40, 129], none, [1, 5000]],
      ["ggt", "Gamma-glutamyl transferase", "2324-2", "U/L", [null, 40], none, [0, 5000]],
      ["ldh", "Lactate dehydrogenase", "14804-9", "U/L", [125, 220], none, [10, 20_000]],
      ["amylase", "Amylase", "1798-8", "U/L", [28, 100], [null, 500], [1, 20_000]],
      ["lipase", "Lipase", "3040-3", "U/L", [13, 60], [null, 600], [1, 20_000]],
      ["crp", "C-reactive protein", "1988-5", "mg/L", [null, 5], none, [0, 800]],
      ["iron", "Iron", "2498-4", "ug/dL", [50, 170], none, [1, 1000]],
    ],
  },
  {
    section: "biochemistry",
    specimen_type: "serum",
    container: "Gel, yellow",
    turnaround_minutes: 60,
    price_minor: 90_000,
    tests: [
      ["troponin-i", "Troponin I", "10839-9", "ng/mL", [null, 0.04], [null, 0.4], [0, 500]],
      ["ck-mb", "Creatine kinase MB", "13969-1", "ng/mL", [null, 5], [null, 25], [0, 1000]],
    ],
  },
  {
    section: "endocrinology",
    specimen_type: "serum",
    container: "Gel, yellow",
    turnaround_minutes: 480,
    price_minor: 45_000,
    tests: [
      ["tsh", "Thyroid-stimulating hormone", "3016-3", "m[IU]/L", [0.4, 4.2], none, [0, 500]],
      ["ft4", "Free thyroxine", "3024-7", "ng/dL", [0.9, 1.7], none, [0, 20]],
      ["ft3", "Free triiodothyronine", "3051-0", "pg/mL", [2, 4.4], none, [0, 50]],
      ["ferritin", "Ferritin", "2276-4", "ng/mL", [13, 150], none, [0, 50_000]],
      ["vitamin-b12", "Vitamin B12", "2132-9", "pg/mL", [197, 771], none, [10, 10_000]],
      ["vitamin-d", "Vitamin D, 25-hydroxy", "1989-3", "ng/mL", [30, 100], none, [1, 500]],
      ["folate", "Folate", "2284-8", "ng/mL", [4, 20], none, [0, 100]],
      ["psa", "Prostate-specific antigen", "2857-1", "ng/mL", [null, 4], none, [0, 10_000]],
    ],
  },
];

// Blood of men, of women and of children is not alike.
const ofSexAndAge: Readonly<Record<string, readonly Range[]>> = {
  hb: [
    { sex: "male", age_from_days: 4380, low: 13, high: 17, critical_low: 7, critical_high: 20 },
    { sex: "female", age_from_days: 4380, low: 12, high: 15.5, critical_low: 7, critical_high: 20 },
    {
      age_from_days: 30,
      age_below_days: 4380,
      low: 11,
      high: 14.5,
      critical_low: 6.5,
      critical_high: 20,
    },
    { age_below_days: 30, low: 13.5, high: 21, critical_low: 9, critical_high: 23 },
  ],
  creatinine: [
    { sex: "male", age_from_days: 6570, low: 0.7, high: 1.3, critical_high: 7.5 },
    { sex: "female", age_from_days: 6570, low: 0.6, high: 1.1, critical_high: 7.5 },
    { age_below_days: 6570, low: 0.2, high: 0.9, critical_high: 4 },
  ],
  bilirubin: [
    { age_from_days: 14, low: 0.2, high: 1.2, critical_high: 15 },
    { age_below_days: 14, low: 1, high: 12, critical_high: 18 },
  ],
};

function rangesOf([code, , , , usual, critical]: Numeric): readonly Range[] {
  const own = ofSexAndAge[code];
  if (own !== undefined) return own;
  const [low, high] = usual;
  const [critical_low, critical_high] = critical;
  return [{ low, high, critical_low, critical_high }];
}

function numericTests({ tests, ...group }: Group): readonly LabTestBody[] {
  return tests.map((test) => {
    const [code, name, loinc, unit, , , [low, high]] = test;
    return {
      ...group,
      code,
      name,
      loinc,
      unit,
      ranges: [...rangesOf(test)],
      plausible: { low, high },
    };
  });
}

/** The tests of the demo whose answers are numbers, in the order of the report. */
export const numericLabTests: readonly LabTestBody[] = groups.flatMap(numericTests);
