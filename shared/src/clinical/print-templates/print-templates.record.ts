import { defineRecord } from "#resource/record.ts";
import { setTemplate } from "./print-templates.commands.ts";
import {
  printTemplatesContract,
  templateCrud,
  templateFields,
} from "./print-templates.contract.ts";
import { effectiveTemplate, ownedBy, templateBeneathBranch } from "./print-templates.queries.ts";
import { printTemplatesTable } from "./print-templates.table.ts";
import { templateWrites } from "./print-templates.writes.ts";

/** Print templates: how a tenant's and a branch's documents look and speak. */
export const printTemplates = defineRecord(printTemplatesContract, templateFields, {
  crud: templateCrud,
  table: printTemplatesTable,
  scope: "own",
  writes: templateWrites,
  handlers: (records) => ({
    list: ({ query }, ctx) => {
      const branchId = ctx.branch.id;
      return records.list(ctx, { ...query, branch_id: branchId }, [ownedBy(branchId, query.scope)]);
    },
    get: ({ params, query }, ctx) => {
      const templateOf = query.beneath === "branch" ? templateBeneathBranch : effectiveTemplate;
      return templateOf(ctx.db, ctx.tenantId, ctx.branch.id, params.document_type);
    },
    set: async ({ params, body }, ctx) => {
      const given = { subject: params.document_type, body };
      return records.present(ctx, await setTemplate(ctx, records, given));
    },
  }),
});
