import { emptyPage, maySeeBranch } from "#resource/branch-scope.ts";
import { defineRecord } from "#resource/record.ts";
import { staffContract, staffCrud, staffFields } from "./staff.contract.ts";
import { workingAt } from "./staff.queries.ts";
import { staffTable } from "./staff.table.ts";

/** Staff: who works where, in which role, at which hours. */
export const staff = defineRecord(staffContract, staffFields, {
  crud: staffCrud,
  table: staffTable,
  scope: "own",
  handlers: (records) => ({
    list: async ({ query }, ctx) => {
      const { role, branch_id: branchId = ctx.branch.id } = query;
      if (!maySeeBranch(ctx.caller, branchId)) return emptyPage();
      const narrowed = { ...query, branch_id: branchId };
      return records.list(ctx, narrowed, workingAt(ctx.tenantId, branchId, role));
    },
  }),
});
