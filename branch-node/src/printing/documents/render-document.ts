import type * as z from "zod";
import { buildLabel } from "@edgeward/devices/label/build-label.ts";
import type { Label, LabelLanguage, LabelMedia } from "@edgeward/devices/label/label.ts";
import type { LabelPrinter } from "@edgeward/devices/model/label-models.ts";
import type { DocumentContent } from "@edgeward/devices/page/block.ts";
import { buildPageRaster, type PageRaster } from "@edgeward/devices/page/page-raster.ts";
import { buildPdf } from "@edgeward/devices/page/pdf.ts";
import type { DrawerPin } from "@edgeward/devices/printer/drawer.ts";
import type { PrinterProfile } from "@edgeward/devices/printer/profile.ts";
import { buildReceipt } from "@edgeward/devices/printer/receipt.ts";
import { SlipError } from "@edgeward/devices/text/slip-error.ts";
import type { PrintParts } from "@edgeward/devices/printer/token-slip.ts";
import { documentShapes } from "@edgeward/shared/clinical/print-jobs/print-documents.contract.ts";
import { appointmentSlipContent } from "./appointment-slip.ts";
import { billContent } from "./bill.ts";
import { certificateContent } from "./certificate.ts";
import { dischargeContent } from "./discharge.ts";
import { labLabelOf } from "./lab-label.ts";
import { labelOf } from "./labels.ts";
import type { TemplateContext } from "./parts.ts";
import { prescriptionContent } from "./prescription.ts";
import type { PrintSettings, Reprint } from "./print-settings.ts";
import { receiptContent } from "./receipt.ts";
import { reportContent } from "./report.ts";
import { createWording } from "./wording.ts";
import { wristbandOf } from "./wristband.ts";

/** A type of document that data can be handed over for. */
export type PrintableType = keyof typeof documentShapes;

/** What a document is set on. */
export type PrintMedium =
  | {
      readonly kind: "receipt";
      readonly profile: PrinterProfile;
      /** Whether a cash drawer hangs on the printer. */
      readonly hasDrawer?: boolean;
      /** Where the drawer hangs; on pin 2 when absent. */
      readonly drawerPin?: DrawerPin;
    }
  | ({ readonly kind: "label" } & LabelPrinter)
  /** A printer of whole pages; `raster` for one that takes no PDF. */
  | { readonly kind: "page"; readonly raster?: PageRaster };

/** A document to be rendered: nothing but this decides its bytes. */
export interface DocumentRequest {
  readonly documentType: PrintableType;
  /** As it was kept with the job; checked against the shape of its type. */
  readonly data: unknown;
  readonly settings: PrintSettings;
  readonly medium: PrintMedium;
  readonly reprint: Reprint | null;
  readonly copies: number;
}

/** The language that a rendered document's bytes are in. */
export type PrintFormat = "escpos" | "star" | LabelLanguage | "pdf" | PageRaster["format"];

/** A document as bytes for a printer. */
export interface RenderedDocument {
  /** Of a receipt, the trailer cuts the last copy off; other documents have none. */
  readonly parts: PrintParts;
  readonly format: PrintFormat;
  /** Documents, labels or sheets of one copy. */
  readonly pages: number;
  /** How often the printer must be given it; 1 where the bytes say it themselves. */
  readonly copies: number;
}

/** The kept data of a job is not what its type says. */
export class UnreadableDocument extends Error {}

/**
 * Renders a document. The same request always comes to the same bytes, so that what is previewed is what is printed.
 * Throws {@link SlipError} for what cannot be drawn, and {@link UnreadableDocument} for data of another shape.
 */
export async function renderDocument(request: DocumentRequest): Promise<RenderedDocument> {
  const { settings, reprint, medium } = request;
  const context = { settings, reprint, wording: createWording(settings) };
  if (medium.kind === "label") {
    const label = labelFor(context, request, medium.dpi);
    const { language } = medium;
    const body = buildLabel({ label, language, copies: request.copies });
    return { parts: { body, trailer: new Uint8Array() }, format: language, pages: 1, copies: 1 };
  }
  const content = contentFor(context, request);
  if (medium.kind === "page") {
    const { raster } = medium;
    const file =
      raster === undefined
        ? await buildPdf(content, settings.pageSize)
        : await buildPageRaster(content, settings.pageSize, raster);
    const parts = { body: file.bytes, trailer: new Uint8Array() };
    const format = raster?.format ?? "pdf";
    return { parts, format, pages: file.pages, copies: request.copies };
  }
  const parts = repeated(await buildReceipt(content, medium.profile), request.copies);
  return { parts, format: receiptFormat(medium.profile), pages: 1, copies: 1 };
}

/** The language of receipts for a printer of that profile. */
export function receiptFormat({ language }: PrinterProfile): "escpos" | "star" {
  return language ?? "escpos";
}

/** All copies but the last are cut off in the body: only the last cut says that the job is done. */
export function repeated(parts: PrintParts, copies: number): PrintParts {
  const { body, trailer, ends = [] } = parts;
  const extra = Array.from({ length: copies - 1 }, () => [body, trailer]).flat();
  const starts = Array.from({ length: copies }, (_, copy) => copy * (body.length + trailer.length));
  return {
    body: Buffer.concat([...extra, body]),
    trailer,
    ends: starts.flatMap((start) => ends.map((end) => start + end)),
  };
}

function readAs<Shape extends z.ZodType>(shape: Shape, data: unknown): z.output<Shape> {
  const read = shape.safeParse(data);
  if (!read.success) throw new UnreadableDocument("the data of a job is not of its type's shape");
  return read.data;
}

function contentFor(
  context: TemplateContext,
  { documentType, data }: DocumentRequest,
): DocumentContent {
  switch (documentType) {
    case "prescription":
      return prescriptionContent(context, readAs(documentShapes[documentType], data));
    case "certificate":
      return certificateContent(context, readAs(documentShapes[documentType], data));
    case "bill":
      return billContent(context, readAs(documentShapes[documentType], data));
    case "receipt":
      return receiptContent(context, readAs(documentShapes[documentType], data));
    case "discharge":
      return dischargeContent(context, readAs(documentShapes[documentType], data));
    case "appointment_slip":
      return appointmentSlipContent(context, readAs(documentShapes[documentType], data));
    case "report":
      return reportContent(context, readAs(documentShapes[documentType], data));
    case "label":
    case "lab_label":
    case "wristband":
      throw new SlipError("wrong_medium", [documentType]);
  }
}

function labelFor(
  context: TemplateContext,
  { documentType, data }: DocumentRequest,
  dpi: LabelMedia["dpi"],
): Label {
  switch (documentType) {
    case "label":
      return labelOf(context, readAs(documentShapes[documentType], data), dpi);
    case "lab_label":
      return labLabelOf(context, readAs(documentShapes[documentType], data), dpi);
    case "wristband":
      return wristbandOf(context, readAs(documentShapes[documentType], data), dpi);
    case "prescription":
    case "certificate":
    case "bill":
    case "receipt":
    case "discharge":
    case "appointment_slip":
    case "report":
      throw new SlipError("wrong_medium", [documentType]);
  }
}
