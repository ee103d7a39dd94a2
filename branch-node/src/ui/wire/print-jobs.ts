import * as z from "zod";
import { noParams, readEndpoint, writeEndpoint } from "@edgeward/shared/contract/endpoint.ts";

const printJobShape = z.object({
  id: z.string(),
  status: z.string(),
  document_type: z.string().nullish(),
  title: z.string().nullish(),
  created_at: z.string().nullish(),
  last_error: z.string().nullish(),
});

/** The little of a print job that a desk needs. */
export type PrintJob = z.output<typeof printJobShape>;

/** Asks for the print jobs in one state. */
export const listPrintJobs = readEndpoint({
  path: "/v1/print-jobs",
  summary: "List print jobs",
  tag: "Printing",
  access: { resource: "devices", action: "read" },
  params: noParams,
  query: z.object({ status: z.string() }),
  response: z.object({ data: z.array(printJobShape) }),
});

/** Says what became of a slip, or asks for another. */
export const decidePrintJob = writeEndpoint({
  method: "PUT",
  path: "/v1/print-jobs/{id}",
  summary: "Confirm, reprint or cancel a print job",
  tag: "Printing",
  access: { resource: "devices", action: "update" },
  operation: "print_job.update",
  home: "branch",
  params: z.object({ id: z.string() }),
  query: noParams,
  body: z.object({
    action: z.enum(["reprint", "confirm_printed", "cancel"]),
    reason: z.string().optional(),
  }),
  response: printJobShape,
  status: 200,
});
