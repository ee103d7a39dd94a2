import type { Modality } from "./radiology-study-parts.contract.ts";

/** A study that is asked for often: what a code of the catalogue stands for. */
export interface RadiologyProcedure {
  readonly code: string;
  /** In English, as it stands on a report. */
  readonly name: string;
  readonly modality: Modality;
  readonly body_site: string;
  /** Whether a side has to be named. */
  readonly isPaired?: true;
  readonly contrast?: true;
  /** Whether an unborn child is looked at, for which Indian law asks for a form. */
  readonly isObstetric?: true;
}

/** The catalogue of studies. What is not in it is ordered by its modality and the part of the body. */
export const radiologyProcedures: readonly RadiologyProcedure[] = [
  { code: "xr-chest", name: "X-ray chest", modality: "DX", body_site: "Chest" },
  { code: "xr-abdomen", name: "X-ray abdomen", modality: "DX", body_site: "Abdomen" },
  { code: "xr-hand", name: "X-ray hand", modality: "DX", body_site: "Hand", isPaired: true },
  { code: "xr-wrist", name: "X-ray wrist", modality: "DX", body_site: "Wrist", isPaired: true },
  {
    code: "xr-shoulder",
    name: "X-ray shoulder",
    modality: "DX",
    body_site: "Shoulder",
    isPaired: true,
  },
  { code: "xr-knee", name: "X-ray knee", modality: "DX", body_site: "Knee", isPaired: true },
  { code: "xr-ankle", name: "X-ray ankle", modality: "DX", body_site: "Ankle", isPaired: true },
  { code: "xr-foot", name: "X-ray foot", modality: "DX", body_site: "Foot", isPaired: true },
  {
    code: "xr-lumbar-spine",
    name: "X-ray lumbar spine",
    modality: "DX",
    body_site: "Lumbar spine",
  },
  {
    code: "xr-cervical-spine",
    name: "X-ray cervical spine",
    modality: "DX",
    body_site: "Cervical spine",
  },
  { code: "xr-pelvis", name: "X-ray pelvis", modality: "DX", body_site: "Pelvis" },
  { code: "us-abdomen", name: "Ultrasound abdomen", modality: "US", body_site: "Abdomen" },
  {
    code: "us-kub",
    name: "Ultrasound kidneys, ureters, bladder",
    modality: "US",
    body_site: "Urinary tract",
  },
  {
    code: "us-obstetric",
    name: "Ultrasound obstetric",
    modality: "US",
    body_site: "Gravid uterus",
    isObstetric: true,
  },
  { code: "us-thyroid", name: "Ultrasound thyroid", modality: "US", body_site: "Thyroid" },
  {
    code: "us-breast",
    name: "Ultrasound breast",
    modality: "US",
    body_site: "Breast",
    isPaired: true,
  },
  { code: "ct-head", name: "CT head", modality: "CT", body_site: "Head" },
  { code: "ct-chest", name: "CT chest", modality: "CT", body_site: "Chest" },
  {
    code: "ct-chest-contrast",
    name: "CT chest with contrast",
    modality: "CT",
    body_site: "Chest",
    contrast: true,
  },
  {
    code: "ct-abdomen-contrast",
    name: "CT abdomen with contrast",
    modality: "CT",
    body_site: "Abdomen",
    contrast: true,
  },
  {
    code: "ct-kub",
    name: "CT kidneys, ureters, bladder",
    modality: "CT",
    body_site: "Urinary tract",
  },
  { code: "mr-brain", name: "MRI brain", modality: "MR", body_site: "Brain" },
  {
    code: "mr-brain-contrast",
    name: "MRI brain with contrast",
    modality: "MR",
    body_site: "Brain",
    contrast: true,
  },
  { code: "mr-lumbar-spine", name: "MRI lumbar spine", modality: "MR", body_site: "Lumbar spine" },
  { code: "mr-knee", name: "MRI knee", modality: "MR", body_site: "Knee", isPaired: true },
  { code: "mg-breast", name: "Mammogram", modality: "MG", body_site: "Breast", isPaired: true },
  { code: "bmd-dexa", name: "Bone density (DEXA)", modality: "BMD", body_site: "Spine and hip" },
];

const byCode = new Map(radiologyProcedures.map((one) => [one.code, one]));

/** The study that a code of the catalogue stands for; undefined for a code of the clinic's own. */
export function procedureOf(code: string | null | undefined): RadiologyProcedure | undefined {
  return byCode.get(code ?? "");
}
