import * as z from "zod";
import { getEndpoint, listEndpoint, recordAnswer, type CrudOptions } from "#contract/crud.ts";
import { noParams, noQuery, writeEndpoint } from "#contract/endpoint.ts";
import { enumOf, idOf, int, json, str, ts } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";

/** The states of a print job; the ways between them stand in the state table beside this file. */
export const printJobStatuses = [
  "queued",
  "printing",
  "printed",
  "sent_unconfirmed",
  "needs_review",
  "failed",
  "cancelled",
  "expired",
  "superseded",
] as const;

/** One state of a print job. */
export type PrintJobStatus = (typeof printJobStatuses)[number];

/** How far the bytes of a job have certainly not gone: each is noted before what comes after it leaves the node. */
export const printJobStages = ["sending", "body_sent", "trailer_sent"] as const;

/** One stage of a job that is being printed. */
export type PrintJobStage = (typeof printJobStages)[number];

const printableTypes = [
  "prescription",
  "certificate",
  "label",
  "bill",
  "receipt",
  "discharge",
  "wristband",
  "queue_token",
  "appointment_slip",
  "lab_label",
  "report",
] as const;

/** What jobs are of: documents, and the opening of a cash drawer, which waits in the same line. */
export const documentTypes = [...printableTypes, "drawer"] as const;

type DocumentType = (typeof documentTypes)[number];

type Shared = "queue_token" | "appointment_slip" | "certificate";

function hasOwnRole<Type extends DocumentType>(
  documentType: Type,
): documentType is Exclude<Type, Shared> {
  return !["queue_token", "appointment_slip", "certificate"].includes(documentType);
}

/** The role of the printers that print a type of document: the slips of a front desk come out of one printer, and so does what a doctor signs. */
export function roleOf<Type extends DocumentType>(
  documentType: Type,
): Exclude<Type, Shared> | "token" | "prescription" {
  if (hasOwnRole(documentType)) return documentType;
  return documentType === "certificate" ? "prescription" : "token";
}

/** How urgent a print job is. */
export const printPriorities = ["normal", "urgent"] as const;

/** Why a job counts as printed: the printer's own acknowledgement, or the word of a person who saw the paper. */
const printEvidences = ["acknowledged", "person"] as const;

/** What a person can decide about a job. */
export const printJobActions = ["reprint", "confirm_printed", "cancel", "retry", "move"] as const;

/** One decision that a person can make about a job. */
export type PrintJobAction = (typeof printJobActions)[number];

const mostCopies = 20;

/** Something to print: the slip of an appointment or of its token, or a document whose content comes with the request. */
const createPrintJobBody = z.strictObject({
  tenant_id: idOf("ten").optional(),
  branch_id: idOf("brn").optional(),
  document_type: enumOf(printableTypes),
  /** The record that it is printed for, by which it is made where no `data` says it; of a token and of a booking, the appointment. A patient must have the number that `data` says. */
  source_id: str(1, 64).optional(),
  /** Of the labels of a lab order, for which specimen, by the code on its tube; for each that is of use without it. */
  specimen_barcode: str(3, 32).optional(),
  /** What the document says; which fields it has follows from its type. */
  data: json(65_536).optional(),
  /** The printer; without one, any that has the document's role. */
  device_id: idOf("dev").optional(),
  copies: int(1, mostCopies).optional(),
  priority: enumOf(printPriorities).optional(),
  expires_at: ts.optional(),
  /** The job of which this is another document; its content is printed again, marked as a duplicate. */
  reprint_of_id: idOf("prn").optional(),
  reprint_reason: str(1, 500).optional(),
});

/** What a person decides, and why; to move a job, to which printer, null for any with its role. */
const updatePrintJobBody = z.strictObject({
  action: enumOf(printJobActions),
  reason: str(1, 500).optional(),
  device_id: idOf("dev").nullable().optional(),
});

/** Why a job's content cannot be drawn, as a refusal reports it. */
const printFaultShape = z.strictObject({
  code: z.literal("not_printable"),
  message: z.string(),
  details: z.strictObject({
    reason: z.string(),
    /** The characters or codes that stand in the way, as `U+75C5 (Han)`. */
    about: z.array(z.string()),
    /** Which fields they stand in: of the request's `data`, of the record it names, or of the `template`. */
    fields: z.array(z.strictObject({ path: z.string(), code: z.string(), message: z.string() })),
  }),
});

/** The fields of a print job, never what stands in the document. Only its commands set them. */
export const printJobFields = {
  document_type: field.word(documentTypes, { given: "never", filter: true }),
  title: field.computed(z.string().nullable()),
  /** The printer that it was sent to; null where any with its role may take it. */
  device_id: field.computed(z.string().nullable()),
  /** Which printer: `token` is the one that prints queue slips. */
  device_role: field.text(z.string(), { given: "never" }),
  source_type: field.text(z.string(), { given: "never" }),
  source_id: field.text(str(1, 64), { given: "never", filter: true }),
  template: field.text(z.string(), { given: "never" }),
  status: field.word(printJobStatuses, { given: "never" }),
  stage: field.word(printJobStages, { given: "never", optional: true }),
  attempts: field.int(z.int(), { given: "never" }),
  last_error: field.text(z.string(), { given: "never", optional: true }),
  /** What of the content is at fault, where that is why; null for everything else. */
  error: field.computed(printFaultShape.nullable()),
  claimed_by: field.text(z.string(), { given: "never", optional: true }),
  printed_at: field.text(z.string(), { given: "never", optional: true }),
  evidence: field.word(printEvidences, { given: "never", optional: true }),
  expires_at: field.text(z.string(), { given: "never" }),
  copies: field.int(z.int(), { given: "never" }),
  priority: field.word(printPriorities, { given: "never" }),
  reprint_of_id: field.text(z.string(), { given: "never", optional: true }),
  reprint_reason: field.text(z.string(), { given: "never", optional: true }),
} as const;

/** Where print jobs are served, and to whom. */
export const printJobCrud = {
  path: "/v1/print-jobs",
  resource: "print_jobs",
  noun: ["print job", "print jobs"],
  prefix: "prn",
  home: "branch",
  ofBranches: true,
} as const satisfies CrudOptions;

const printJobShape = recordAnswer(printJobFields, printJobCrud);

/** A print job. */
export type PrintJob = z.output<typeof printJobShape>;

const statusWords = enumOf(printJobStatuses);

/** One state or several, divided by commas. */
const statusList = z
  .string()
  .transform((text) => text.split(","))
  .pipe(z.array(statusWords).min(1).max(printJobStatuses.length));

const idParams = z.strictObject({ id: idOf("prn") });
const tag = "Print jobs";

/** The endpoints of print jobs. */
export const printJobsContract = {
  list: {
    ...listEndpoint(printJobFields, printJobCrud, { status: statusList.optional() }),
    summary: "List print jobs of the acting branch, newest first",
  },
  get: getEndpoint(printJobFields, printJobCrud),
  create: writeEndpoint({
    method: "POST",
    path: "/v1/print-jobs",
    summary:
      "Print a document, or the slip of a token; of the labels of an order's specimens each is a job, and the first is answered; one that may have been printed before is marked as a reprint",
    tag,
    access: { resource: "print_jobs", action: "create" },
    operation: "print_job.create",
    home: "branch",
    params: noParams,
    query: noQuery,
    body: createPrintJobBody,
    response: printJobShape,
    status: 201,
    errors: [
      "invalid_transition",
      "invalid_reference",
      "conflicting_fields",
      "tenant_mismatch",
      "branch_mismatch",
      "owned_by_branch",
    ],
  }),
  openDrawer: writeEndpoint({
    method: "POST",
    path: "/v1/devices/{id}/open-drawer",
    summary: "Open the cash drawer at a printer, in its turn among the printer's jobs",
    tag,
    access: { resource: "cash_drawers", action: "create" },
    operation: "print_job.open_drawer",
    home: "branch",
    params: z.strictObject({ id: idOf("dev") }),
    query: noQuery,
    body: z.strictObject({}),
    response: printJobShape,
    status: 201,
    errors: ["invalid_reference", "version_conflict", "branch_mismatch", "owned_by_branch"],
  }),
  update: writeEndpoint({
    method: "PUT",
    path: "/v1/print-jobs/{id}",
    summary:
      "Say what became of a job, call it off, try it again (with what its record and its template say by then), send it to another printer, or print another, which is then the answer",
    tag,
    access: { resource: "print_jobs", action: "update" },
    operation: "print_job.update",
    home: "branch",
    params: idParams,
    query: noQuery,
    body: updatePrintJobBody,
    response: printJobShape,
    status: 200,
    errors: [
      "invalid_transition",
      "invalid_reference",
      "version_conflict",
      "branch_mismatch",
      "owned_by_branch",
    ],
  }),
} as const;
