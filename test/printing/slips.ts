import { previewPictures } from "@edgeward/branch-node/printing/documents/preview.ts";
import { drawJob } from "@edgeward/branch-node/printing/job-parts.ts";
import { epson80mm } from "@edgeward/devices/printer/profile.ts";
import { hindi } from "./samples.ts";

const tokenHead = {
  display_name: hindi.displayName,
  header_lines: [],
  footer_lines: [...hindi.footerLines],
  extra_lines: [],
  logo_png: null,
  languages: ["hi", "en"],
  numerals: "native",
  page_size: "a4",
  label_size: null,
  time_zone: "Asia/Kolkata",
} as const;

const tokenData = {
  facility_name: "Saraswati Nursing Home",
  branch_name: "हज़रतगंज",
  department: "eye-care",
  queue_no: 42,
  token_code: "EYE-042",
  patient_name: "श्रीमती लक्ष्मी त्रिपाठी",
  uhid: "LKO-000124-N",
  provider_name: "डॉ. एस. मेनन",
  issued_at: "2026-11-21T10:05:00.000Z",
  time_zone: "Asia/Kolkata",
  appointment_id: "apt_01j00000000000000000000000",
  letterhead: tokenHead,
};

/** A queue token's slip of which a picture is held; its jobs have data of their own. */
export interface GoldenSlip {
  readonly name: string;
  readonly pictures: () => Promise<readonly Buffer[]>;
}

async function pictures(data: Readonly<Record<string, unknown>>, again: string | null) {
  const medium = { kind: "receipt", profile: epson80mm } as const;
  const created_at = "2026-11-21T10:06:00.000Z";
  const job = { template: "queue_token", data, copies: 1, reprint_of_id: again, created_at };
  const drawn = await drawJob(job, medium);
  if ("failure" in drawn) throw new Error(drawn.failure);
  return previewPictures(drawn, medium);
}

const { letterhead: _, ...before } = tokenData;

/** The slips: in two languages as a duplicate, and as a branch without templates has them. */
export const goldenSlips: readonly GoldenSlip[] = [
  { name: "token-80mm-both-duplicate", pictures: () => pictures(tokenData, "prn_1") },
  { name: "token-80mm-plain", pictures: () => pictures(before, null) },
];
