import { printerOfBranch } from "#clinical/devices/devices.commands.ts";
import type { InputOf } from "#contract/endpoint.ts";
import type { Page } from "#contract/paging.ts";
import { mapPage, readPage } from "#db/page.ts";
import { refuseForeignScope, refuseStale } from "#resource/body-checks.ts";
import { fieldError } from "#kernel/errors.ts";
import {
  emptyPage,
  foundInScope,
  maySeeBranch,
  refuseOtherBranch,
} from "#resource/branch-scope.ts";
import type { ReadContext, WriteContext } from "#resource/context.ts";
import { defineModule } from "#resource/module.ts";
import { decideJob } from "./print-jobs.commands.ts";
import { printJobsContract, type PrintJob, type PrintJobAction } from "./print-jobs.contract.ts";
import { createPrintJob, openDrawer } from "./print-jobs.create.ts";
import { filteredPrintJobs, findPrintJob, presentPrintJob } from "./print-jobs.queries.ts";
import { printJobsTable } from "./print-jobs.table.ts";

type ListQuery = InputOf<typeof printJobsContract.list>["query"];

async function listPrintJobs(ctx: ReadContext, query: ListQuery): Promise<Page<PrintJob>> {
  const {
    limit,
    cursor,
    sort = "-created_at",
    branch_id: branchId = ctx.branch.id,
    ...rest
  } = query;
  if (!maySeeBranch(ctx.caller, branchId)) return emptyPage();
  const filters = { ...rest, branchId };
  const page = await readPage(filteredPrintJobs(ctx.db, ctx.tenantId, filters), {
    sortColumn: "created_at",
    isDescending: sort.startsWith("-"),
    limit,
    cursor,
    cursors: ctx.cursors,
    list: "print_jobs",
    tenantId: ctx.tenantId,
    filters,
  });
  return mapPage(page, presentPrintJob);
}

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
export const printJobsModule = defineModule(
  "print_jobs",
  printJobsContract,
  {
    list: ({ query }, ctx) => listPrintJobs(ctx, query),

    get: async ({ params }, ctx) =>
      presentPrintJob(
        foundInScope(ctx.caller, await findPrintJob(ctx.db, ctx.tenantId, params.id)),
      ),

    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      return presentPrintJob(await createPrintJob(ctx, body));
    },

    openDrawer: async ({ params }, ctx) => presentPrintJob(await openDrawer(ctx, params.id)),

    update: async ({ params, body }, ctx) => {
      const row = foundInScope(ctx.caller, await ctx.write.load(printJobsTable, params.id));
      refuseOtherBranch(ctx, row);
      refuseStale(ctx, row);
      const { action, reason, device_id: deviceId } = body;
      const queue = await queueFor(ctx, action, deviceId);
      return presentPrintJob(await decideJob(ctx, row, { action, reason, queue }, "reason"));
    },
  },
  { rules: { table: printJobsTable, isSentByDevices: true } },
);
