import * as z from "zod";
import { noParams, noQuery, writeEndpoint } from "#contract/endpoint.ts";
import { enumOf, idOf, int, json, str } from "#contract/fields.ts";
import { templateLookShape } from "#clinical/print-templates/print-templates.contract.ts";
import type { documentShapes } from "./print-documents.contract.ts";

const documentTypes = [
  "prescription",
  "certificate",
  "label",
  "bill",
  "receipt",
  "discharge",
  "wristband",
  "lab_label",
  "report",
  "appointment_slip",
  "queue_token",
] as const satisfies readonly (keyof typeof documentShapes | "queue_token")[];

/** What is to be shown before it is printed: a document as it would be queued, or a job that was. */
export const printPreviewBody = z.strictObject({
  document_type: enumOf(documentTypes).optional(),
  /** As for a job: what the document says, or the record that says it; of a token and of a booking, the appointment. */
  data: json(65_536).optional(),
  source_id: z
    .union([idOf("pat"), idOf("apt"), idOf("rx"), idOf("adm"), idOf("lor"), idOf("crt")], {
      error:
        "must be an id of a patient, an appointment, a prescription, an admission, a lab order or a certificate",
    })
    .optional(),
  /** Of the labels of a lab order, for which specimen; each of them, one after the other, without it. */
  specimen_barcode: str(3, 32).optional(),
  /** A template that is tried out: what it says comes in place of what is set. */
  template: templateLookShape.optional(),
  print_job_id: idOf("prn").optional(),
  /** The printer; without one, that of the document's role, or what the document is usually printed on. */
  device_id: idOf("dev").optional(),
  copies: int(1, 20).optional(),
});

/** One slip, label or document of a preview. */
const printedShape = z.strictObject({
  content_type: z.enum(["image/png", "application/pdf"]),
  /** Base64. A PNG has one dot of the printer a pixel. */
  content: z.string(),
});

/** A preview: what comes out of a printer for the very bytes that it would be sent. */
export const printPreviewShape = z.strictObject({
  document_type: z.string(),
  format: z.enum(["escpos", "star", "zpl", "tspl", "epl", "cpcl", "pdf", "pwg", "urf", "png"]),
  /** SHA-256 of the bytes, in hexadecimal. */
  sha256: z.string(),
  pages: z.int(),
  copies: z.int(),
  papers: z.array(printedShape),
});

/** The endpoint of previews. */
export const printPreviewContract = {
  create: writeEndpoint({
    method: "POST",
    path: "/v1/print-jobs/preview",
    summary:
      "Show what a document, a job or a template would look like, from the bytes that would be printed",
    tag: "Print jobs",
    access: { resource: "print_jobs", action: "create" },
    operation: "print_job.preview",
    home: "branch",
    params: noParams,
    query: noQuery,
    body: printPreviewBody,
    response: printPreviewShape,
    status: 200,
    leavesNothing: true,
    errors: ["not_printable", "invalid_reference", "conflicting_fields"],
  }),
} as const;
