import type { InputOf } from "#contract/endpoint.ts";
import type { Page } from "#contract/paging.ts";
import { mapPage, readPage } from "#db/page.ts";
import { refuseForeignScope, refuseStale } from "#module/body-checks.ts";
import { emptyPage, foundInScope, maySeeBranch, refuseOtherBranch } from "#module/branch-scope.ts";
import type { ReadContext } from "#module/context.ts";
import { defineModule } from "#module/module.ts";
import { decideJob, requestTokenSlip } from "./print-jobs.commands.ts";
import { printJobsContract, type PrintJob } from "./print-jobs.contract.ts";
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

/** Print jobs: what is to come out of a branch's printers, and what became of it. */
export const printJobsModule = defineModule("print_jobs", printJobsContract, {
  list: ({ query }, ctx) => listPrintJobs(ctx, query),

  get: async ({ params }, ctx) =>
    presentPrintJob(foundInScope(ctx.caller, await findPrintJob(ctx.db, ctx.tenantId, params.id))),

  create: async ({ body }, ctx) => {
    refuseForeignScope(body, ctx);
    return presentPrintJob(await requestTokenSlip(ctx, body.source_id, body.reprint_reason));
  },

  update: async ({ params, body }, ctx) => {
    const row = foundInScope(ctx.caller, await ctx.write.load(printJobsTable, params.id));
    refuseOtherBranch(ctx, row);
    refuseStale(ctx, row);
    return presentPrintJob(decideJob(ctx, row, body, "reason"));
  },
});
