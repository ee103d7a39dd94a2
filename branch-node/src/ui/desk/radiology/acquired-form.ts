import { foldDigits } from "@edgeward/shared/kernel/text.ts";
import type { StudyPatch } from "./radiology-queries.ts";

/** What the machine says of the images, as it is typed. */
export interface AcquiredDraft {
  readonly series: string;
  readonly images: string;
  readonly dlp: string;
  readonly ctdi: string;
  readonly dap: string;
}

/** A form in which nothing has been typed. */
export const emptyAcquired: AcquiredDraft = { series: "", images: "", dlp: "", ctdi: "", dap: "" };

const whole: readonly (keyof AcquiredDraft)[] = ["series", "images"];

function numberIn(text: string, isWhole: boolean): number | null {
  const typed = foldDigits(text).trim().replace(",", ".");
  const form = isWhole ? /^\d{1,6}$/u : /^\d{1,6}(?:\.\d{1,3})?$/u;
  return form.test(typed) ? Number(typed) : null;
}

/** The fields in which something else than a number stands. */
export function wrongNumbers(draft: AcquiredDraft): readonly (keyof AcquiredDraft)[] {
  const names = ["series", "images", "dlp", "ctdi", "dap"] as const;
  return names.filter(
    (name) => draft[name].trim() !== "" && numberIn(draft[name], whole.includes(name)) === null,
  );
}

/** What is sent of a form without faults. */
export function acquiredBody(draft: AcquiredDraft): StudyPatch {
  const [series, images] = [numberIn(draft.series, true), numberIn(draft.images, true)];
  const said = [
    ["dlp_mgycm", numberIn(draft.dlp, false)],
    ["ctdi_mgy", numberIn(draft.ctdi, false)],
    ["dap_gycm2", numberIn(draft.dap, false)],
  ] as const;
  const dose = said.filter(([, value]) => value !== null);
  return {
    status: "acquired",
    ...(series === null ? {} : { series_count: series }),
    ...(images === null ? {} : { image_count: images }),
    ...(dose.length === 0 ? {} : { radiation_dose: Object.fromEntries(dose) }),
  };
}
