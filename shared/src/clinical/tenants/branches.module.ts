import { readPage } from "#db/page.ts";
import { defineModule } from "#resource/module.ts";
import { branchesContract } from "./branches.contract.ts";

/**
 * The names of all branches, also of those at which the caller does not work: goods are sent to them. A branch knows them
 * from the feed, so the list is there without the hub.
 */
export const branchesModule = defineModule("branches", branchesContract, {
  list: ({ query: { limit, cursor } }, ctx) =>
    readPage(
      ctx.db
        .selectFrom("branches")
        .select(["id", "code", "name"])
        .where("tenant_id", "=", ctx.tenantId)
        .where("status", "=", "active"),
      {
        sortColumn: "name",
        isDescending: false,
        limit,
        cursor,
        cursors: ctx.cursors,
        list: "branches",
        tenantId: ctx.tenantId,
        filters: {},
      },
    ),
});
