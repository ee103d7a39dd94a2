import { staffTable } from "./staff.table.ts";
import type { InputOf } from "#contract/endpoint.ts";
import type { Page } from "#contract/paging.ts";
import { readPage } from "#db/page.ts";
import { found } from "#write/write.ts";
import { emptyPage, maySeeBranch } from "#resource/branch-scope.ts";
import type { ReadContext } from "#resource/context.ts";
import { defineModule } from "#resource/module.ts";
import { staffContract, type Staff } from "./staff.contract.ts";
import { filteredStaff, findStaff, presentStaff } from "./staff.queries.ts";

type ListQuery = InputOf<typeof staffContract.list>["query"];

async function listStaff(ctx: ReadContext, query: ListQuery): Promise<Page<Staff>> {
  const { limit, cursor, sort = "name", branch_id: branchId = ctx.branch.id, ...filters } = query;
  if (!maySeeBranch(ctx.caller, branchId)) return emptyPage<Staff>();
  const narrowed = { ...filters, branchId };
  const page = await readPage(filteredStaff(ctx.db, ctx.tenantId, narrowed), {
    sortColumn: sort.endsWith("name") ? "name_key" : "created_at",
    isDescending: sort.startsWith("-"),
    limit,
    cursor,
    cursors: ctx.cursors,
    list: "staff",
    tenantId: ctx.tenantId,
    filters: narrowed,
  });
  return { ...page, data: await presentStaff(ctx, page.data) };
}

/** Staff: who works where, in which role, at which hours. */
export const staffModule = defineModule(
  "staff",
  staffContract,
  {
    list: ({ query }, ctx) => listStaff(ctx, query),

    get: async ({ params }, ctx) => {
      const row = found(await findStaff(ctx.db, ctx.tenantId, params.id));
      const [person] = await presentStaff(ctx, [row]);
      return found(person);
    },
  },
  { rules: { table: staffTable } },
);
