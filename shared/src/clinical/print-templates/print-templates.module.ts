import type { InputOf } from "#contract/endpoint.ts";
import type { Page } from "#contract/paging.ts";
import { readPage } from "#db/page.ts";
import type { ReadContext } from "#resource/context.ts";
import { defineModule } from "#resource/module.ts";
import { setTemplate } from "./print-templates.commands.ts";
import { printTemplatesContract, type PrintTemplate } from "./print-templates.contract.ts";
import {
  effectiveTemplate,
  filteredTemplates,
  presentTemplate,
  presentTemplates,
  templateBeneathBranch,
} from "./print-templates.queries.ts";
import { templateWrites } from "./print-templates.writes.ts";

type ListQuery = InputOf<typeof printTemplatesContract.list>["query"];

async function listTemplates(ctx: ReadContext, query: ListQuery): Promise<Page<PrintTemplate>> {
  const { limit, cursor, ...rest } = query;
  const filters = { ...rest, branchId: ctx.branch.id };
  const page = await readPage(filteredTemplates(ctx.db, ctx.tenantId, filters), {
    sortColumn: "created_at",
    isDescending: true,
    limit,
    cursor,
    cursors: ctx.cursors,
    list: "print_templates",
    tenantId: ctx.tenantId,
    filters,
  });
  return { ...page, data: await presentTemplates(ctx, page.data) };
}

/** Print templates: how a tenant's and a branch's documents look and speak. */
export const printTemplatesModule = defineModule(
  "print_templates",
  printTemplatesContract,
  {
    list: ({ query }, ctx) => listTemplates(ctx, query),

    get: ({ params, query }, ctx) => {
      const subject = params.document_type;
      return query.beneath === "branch"
        ? templateBeneathBranch(ctx.db, ctx.tenantId, ctx.branch.id, subject)
        : effectiveTemplate(ctx.db, ctx.tenantId, ctx.branch.id, subject);
    },

    set: async ({ params, body }, ctx) =>
      presentTemplate(ctx, await setTemplate(ctx, params.document_type, body)),
  },
  { writes: templateWrites },
);
