import * as z from "zod";
import { noParams, noQuery, readEndpoint, writeEndpoint } from "#contract/endpoint.ts";
import { enumOf, idOf, str } from "#contract/fields.ts";
import { pageOf, pageQuery, recordFilters } from "#contract/paging.ts";
import { recordShape } from "#contract/record.ts";

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

/** How far the bytes of a job have certainly not gone: each is noted before what comes after it leaves the house. */
export const printJobStages = ["sending", "body_sent", "trailer_sent"] as const;

/** One stage of a job that is being printed. */
export type PrintJobStage = (typeof printJobStages)[number];

/** What can be printed. */
export const documentTypes = [
  "prescription",
  "label",
  "bill",
  "receipt",
  "discharge",
  "wristband",
  "queue_token",
  "lab_label",
  "report",
] as const;

/** How urgent a print job is. */
export const printPriorities = ["normal", "urgent"] as const;

/** Why a job counts as printed: the printer's own acknowledgement, or the word of a person who saw the paper. */
export const printEvidences = ["acknowledged", "person"] as const;

/** What a person can decide about a job. */
export const printJobActions = ["reprint", "confirm_printed", "cancel", "retry"] as const;

/** One thing that a person can decide about a job. */
export type PrintJobAction = (typeof printJobActions)[number];

/** A slip of a token that somebody asks for; a second one needs a reason and is marked as a reprint. */
const createPrintJobBody = z.strictObject({
  tenant_id: idOf("ten").optional(),
  branch_id: idOf("brn").optional(),
  document_type: enumOf(["queue_token"]),
  source_id: idOf("apt"),
  reprint_reason: str(1, 500).optional(),
});

/** What a person decides, and why. */
const updatePrintJobBody = z.strictObject({
  action: enumOf(printJobActions),
  reason: str(1, 500).optional(),
});

/** A print job, as the wire writes it: never what stands on the paper. */
export const printJobShape = z.strictObject({
  id: idOf("prn"),
  branch_id: idOf("brn").nullable(),
  document_type: z.enum(documentTypes),
  title: z.string().nullable(),
  device_role: z.string(),
  source_type: z.string(),
  source_id: z.string(),
  template: z.string(),
  status: z.enum(printJobStatuses),
  stage: z.enum(printJobStages).nullable(),
  attempts: z.int(),
  last_error: z.string().nullable(),
  claimed_by: z.string().nullable(),
  printed_at: z.string().nullable(),
  evidence: z.enum(printEvidences).nullable(),
  expires_at: z.string(),
  copies: z.int(),
  priority: z.enum(printPriorities),
  reprint_of_id: z.string().nullable(),
  reprint_reason: z.string().nullable(),
  ...recordShape,
});

/** A print job. */
export type PrintJob = z.output<typeof printJobShape>;

const statusWords = enumOf(printJobStatuses);

/** One state or several, divided by commas. */
const statusList = z
  .string()
  .transform((text) => text.split(","))
  .pipe(z.array(statusWords).min(1).max(printJobStatuses.length));

const idParams = z.strictObject({ id: idOf("prn") });
const read = { resource: "print_jobs", action: "read" } as const;
const tag = "Print jobs";

/** The endpoints of print jobs. */
export const printJobsContract = {
  list: readEndpoint({
    path: "/v1/print-jobs",
    summary: "List print jobs of the acting branch, newest first",
    tag,
    access: read,
    params: noParams,
    query: z.strictObject({
      ...pageQuery,
      ...recordFilters,
      status: statusList.optional(),
      document_type: enumOf(documentTypes).optional(),
      source_id: str(1, 64).optional(),
      branch_id: idOf("brn").optional(),
      sort: enumOf(["created_at", "-created_at"]).optional(),
    }),
    response: pageOf(printJobShape),
    errors: ["invalid_cursor", "cursor_expired"],
  }),
  get: readEndpoint({
    path: "/v1/print-jobs/{id}",
    summary: "Get one print job",
    tag,
    access: read,
    params: idParams,
    query: noQuery,
    response: printJobShape,
  }),
  create: writeEndpoint({
    method: "POST",
    path: "/v1/print-jobs",
    summary:
      "Print the slip of a token; one that may have been printed before is marked as a reprint",
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
      "tenant_mismatch",
      "branch_mismatch",
      "owned_by_branch",
    ],
  }),
  update: writeEndpoint({
    method: "PUT",
    path: "/v1/print-jobs/{id}",
    summary:
      "Say what became of a slip, call it off, try it again, or print another, which is then the answer",
    tag,
    access: { resource: "print_jobs", action: "update" },
    operation: "print_job.update",
    home: "branch",
    params: idParams,
    query: noQuery,
    body: updatePrintJobBody,
    response: printJobShape,
    status: 200,
    errors: ["invalid_transition", "version_conflict", "branch_mismatch", "owned_by_branch"],
  }),
} as const;
