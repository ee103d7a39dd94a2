import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { previewPictures } from "@edgeward/branch-node/printing/documents/preview.ts";
import {
  renderDocument,
  type DocumentRequest,
  type RenderedDocument,
} from "@edgeward/branch-node/printing/documents/render-document.ts";
import { epson80mm, generic58mm } from "@edgeward/devices/printer/profile.ts";
import { sampleLogo } from "./logo.ts";
import { english, hindi } from "./samples.ts";
import * as samples from "./samples.ts";

/** A document of which a picture is held, by the name of the picture. */
export interface GoldenDocument {
  readonly name: string;
  readonly request: DocumentRequest;
}

const wide = { kind: "receipt", profile: epson80mm } as const;
const narrow = { kind: "receipt", profile: generic58mm } as const;
const coarse = { kind: "label", language: "zpl", dpi: 203 } as const;
const fine = { kind: "label", language: "zpl", dpi: 300 } as const;
const page = { kind: "page" } as const;
const a5 = { pageSize: "a5" } as const;
const both = { ...english, languages: ["en", "hi"] } as const;
const again = { at: "2026-11-22T04:00:00.000Z" };

type Row = Pick<DocumentRequest, "documentType" | "data" | "settings" | "medium"> & {
  readonly name: string;
  readonly reprint?: DocumentRequest["reprint"];
};

const withLogo = { ...english, logo: sampleLogo() };

const rows: readonly Row[] = [
  {
    name: "receipt-80mm-logo",
    documentType: "receipt",
    data: samples.receipt,
    settings: withLogo,
    medium: wide,
  },
  {
    name: "receipt-a5-logo",
    documentType: "receipt",
    data: samples.receipt,
    settings: { ...withLogo, ...a5, extraLines: ["Paid amounts are refunded within 7 days."] },
    medium: page,
  },
  {
    name: "prescription-a5-en",
    documentType: "prescription",
    data: samples.prescription,
    settings: { ...english, ...a5 },
    medium: page,
  },
  {
    name: "prescription-a4-hi",
    documentType: "prescription",
    data: samples.prescriptionHindi,
    settings: hindi,
    medium: page,
  },
  {
    name: "prescription-80mm-en",
    documentType: "prescription",
    data: samples.prescription,
    settings: english,
    medium: wide,
  },
  {
    name: "prescription-80mm-hi",
    documentType: "prescription",
    data: samples.prescriptionHindi,
    settings: hindi,
    medium: wide,
  },
  {
    name: "bill-a4-both-duplicate",
    documentType: "bill",
    data: samples.billHindi,
    settings: both,
    medium: page,
    reprint: again,
  },
  {
    name: "bill-a5-en",
    documentType: "bill",
    data: samples.bill,
    settings: { ...english, ...a5 },
    medium: page,
  },
  {
    name: "bill-80mm-hi",
    documentType: "bill",
    data: samples.billHindi,
    settings: hindi,
    medium: wide,
  },
  {
    name: "bill-58mm-en",
    documentType: "bill",
    data: samples.bill,
    settings: english,
    medium: narrow,
  },
  {
    name: "credit-note-a5-both-duplicate",
    documentType: "bill",
    data: samples.creditNote,
    settings: { ...both, ...a5 },
    medium: page,
    reprint: again,
  },
  {
    name: "credit-note-80mm-hi",
    documentType: "bill",
    data: samples.creditNote,
    settings: hindi,
    medium: wide,
  },
  {
    name: "appointment-slip-80mm-en",
    documentType: "appointment_slip",
    data: samples.appointmentSlip,
    settings: { ...english, extraLines: ["Bring earlier reports and this slip."] },
    medium: wide,
  },
  {
    name: "appointment-slip-80mm-hi",
    documentType: "appointment_slip",
    data: samples.appointmentSlipElsewhere,
    settings: { ...hindi, extraLines: ["पुरानी रिपोर्ट और यह पर्ची साथ लाएँ।"] },
    medium: wide,
  },
  {
    name: "appointment-slip-58mm-both",
    documentType: "appointment_slip",
    data: samples.appointmentSlip,
    settings: both,
    medium: narrow,
  },
  {
    name: "appointment-slip-a5-distance",
    documentType: "appointment_slip",
    data: samples.appointmentSlipAtDistance,
    settings: { ...english, ...a5 },
    medium: page,
  },
  {
    name: "receipt-80mm-en",
    documentType: "receipt",
    data: samples.receipt,
    settings: english,
    medium: wide,
  },
  {
    name: "receipt-80mm-hi-duplicate",
    documentType: "receipt",
    data: samples.receipt,
    settings: hindi,
    medium: wide,
    reprint: again,
  },
  {
    name: "receipt-a5-en",
    documentType: "receipt",
    data: samples.receipt,
    settings: { ...english, ...a5 },
    medium: page,
  },
  {
    name: "discharge-a4-en",
    documentType: "discharge",
    data: samples.discharge,
    settings: english,
    medium: page,
  },
  {
    name: "discharge-a4-hi",
    documentType: "discharge",
    data: samples.dischargeHindi,
    settings: hindi,
    medium: page,
  },
  {
    name: "sick-leave-a4-en",
    documentType: "certificate",
    data: samples.sickLeave,
    settings: english,
    medium: page,
  },
  {
    name: "fitness-80mm-hi-duplicate",
    documentType: "certificate",
    data: samples.fitness,
    settings: hindi,
    medium: wide,
    reprint: again,
  },
  {
    name: "referral-a4-hi",
    documentType: "certificate",
    data: samples.referral,
    settings: hindi,
    medium: page,
  },
  {
    name: "wristband-adult-203-en",
    documentType: "wristband",
    data: samples.wristband,
    settings: english,
    medium: coarse,
  },
  {
    name: "wristband-infant-300-hi",
    documentType: "wristband",
    data: samples.wristbandInfant,
    settings: hindi,
    medium: fine,
  },
  {
    name: "medicine-label-203-en",
    documentType: "label",
    data: samples.medicineLabel,
    settings: english,
    medium: coarse,
  },
  {
    name: "medicine-label-203-hi-duplicate",
    documentType: "label",
    data: samples.medicineLabelHindi,
    settings: hindi,
    medium: coarse,
    reprint: again,
  },
  {
    name: "patient-label-203-en",
    documentType: "label",
    data: samples.patientLabel,
    settings: english,
    medium: coarse,
  },
  {
    name: "patient-label-300-hi",
    documentType: "label",
    data: samples.patientLabelHindi,
    settings: hindi,
    medium: fine,
  },
  {
    name: "lab-label-203-en",
    documentType: "lab_label",
    data: samples.labLabel,
    settings: english,
    medium: coarse,
  },
  {
    name: "lab-label-203-long-code",
    documentType: "lab_label",
    data: samples.labLabelLong,
    settings: english,
    medium: coarse,
  },
  {
    name: "lab-label-300-hi",
    documentType: "lab_label",
    data: samples.labLabelHindi,
    settings: hindi,
    medium: fine,
  },
  {
    name: "shift-report-80mm-en",
    documentType: "report",
    data: samples.shiftReport,
    settings: english,
    medium: wide,
  },
  {
    name: "shift-report-a4-hi",
    documentType: "report",
    data: samples.shiftReport,
    settings: hindi,
    medium: page,
  },
  {
    name: "lab-report-a4-en",
    documentType: "report",
    data: samples.labReport,
    settings: english,
    medium: page,
  },
  {
    name: "lab-report-80mm-hi",
    documentType: "report",
    data: samples.labReport,
    settings: hindi,
    medium: wide,
  },
  {
    name: "test-page-80mm-en",
    documentType: "report",
    data: samples.testPage,
    settings: english,
    medium: wide,
  },
  {
    name: "test-page-a4-both",
    documentType: "report",
    data: samples.testPage,
    settings: both,
    medium: page,
  },
];

/** Every document on each medium that fits it. */
export const goldenDocuments: readonly GoldenDocument[] = rows.map(
  ({ name, reprint = null, ...rest }) => ({
    name,
    request: { ...rest, reprint, copies: 1 },
  }),
);

/** The whole bytes of a rendered document, as they go to the printer. */
export function bytesOf({ parts }: RenderedDocument): Uint8Array {
  return Buffer.concat([parts.body, parts.trailer]);
}

/** The pictures of a document's printouts: receipts and labels by the virtual printers, pages by poppler at 100 dpi. */
export async function picturesOf(request: DocumentRequest): Promise<readonly Buffer[]> {
  const rendered = await renderDocument(request);
  if (rendered.format === "pdf") return pdfPictures(bytesOf(rendered));

  return await previewPictures(rendered, request.medium);
}

const run = promisify(execFile);

/** Draws the pages of a PDF in black and white with Debian's `pdftoppm`. */
async function pdfPictures(pdf: Uint8Array): Promise<readonly Buffer[]> {
  const folder = await mkdtemp(join(tmpdir(), "edgeward-pdf-"));
  try {
    await writeFile(join(folder, "paper.pdf"), pdf);
    await run("pdftoppm", [
      "-r",
      "100",
      "-gray",
      "-png",
      join(folder, "paper.pdf"),
      join(folder, "page"),
    ]);
    const names = (await readdir(folder)).filter((name) => name.endsWith(".png")).sort();
    return await Promise.all(names.map((name) => readFile(join(folder, name))));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
