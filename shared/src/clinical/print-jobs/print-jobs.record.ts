import { printerOfBranch } from "#clinical/devices/devices.commands.ts";
import { whereFields } from "#db/read.ts";
import { fieldError } from "#kernel/errors.ts";
import { refuseForeignScope } from "#resource/body-checks.ts";
import type { WriteContext } from "#resource/context.ts";
import { defineRecord } from "#resource/record.ts";
import { decideJob } from "./print-jobs.commands.ts";
import {
  printJobCrud,
  printJobFields,
  printJobsContract,
  type PrintJobAction,
} from "./print-jobs.contract.ts";
import { createPrintJob, openDrawer } from "./print-jobs.create.ts";
import { beyondFields } from "./print-jobs.queries.ts";
import { printJobsTable } from "./print-jobs.table.ts";

/** The queue that a move leads to: a printer's own, or with null any of the job's role. */
async function queueFor(
  ctx: WriteContext,
  action: PrintJobAction,
  deviceId: string | null | undefined,
): Promise<string | undefined> {
  if (action !== "move" || deviceId === null) return undefined;
  if (deviceId !== undefined) return (await printerOfBranch(ctx, "device_id", deviceId)).id;
  const message = "is required to move a job: a printer, or null for any with its role";
  throw fieldError({ path: "device_id", code: "validation_error", message });
}

/** Print jobs: what is to come out of a branch's printers, and what became of it. */
export const printJobs = defineRecord(printJobsContract, printJobFields, {
  crud: printJobCrud,
  table: printJobsTable,
  rules: { isSentByDevices: true },
  // What a document says of a patient, no answer shows.
  patientOf: null,
  computed: () => Promise.resolve(beyondFields),
  handlers: (records) => ({
    list: ({ query }, ctx) => records.list(ctx, query, [whereFields({ status: query.status })]),
    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      return records.present(ctx, await createPrintJob(ctx, body));
    },
    openDrawer: async ({ params }, ctx) => records.present(ctx, await openDrawer(ctx, params.id)),
    update: async ({ params, body }, ctx) => {
      const row = await records.forChange(ctx, params.id);
      const { action, reason, device_id: deviceId } = body;
      const queue = await queueFor(ctx, action, deviceId);
      return records.present(ctx, await decideJob(ctx, row, { action, reason, queue }, "reason"));
    },
  }),
});
