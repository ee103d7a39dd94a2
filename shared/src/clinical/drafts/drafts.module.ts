import type { InputOf } from "#contract/endpoint.ts";
import type { Page } from "#contract/paging.ts";
import { readPage } from "#db/page.ts";
import { refuseForeignScope, refuseReadOnly, refuseStale } from "#resource/body-checks.ts";
import { foundInScope, refuseOtherBranch } from "#resource/branch-scope.ts";
import type { ReadContext, WriteContext } from "#resource/context.ts";
import { defineModule } from "#resource/module.ts";
import { changeDraft, createDraft } from "./drafts.commands.ts";
import { draftReadOnly, draftsContract, type Draft } from "./drafts.contract.ts";
import { refuseOthersForm, refuseOthersList, refuseUnseen } from "./drafts.rules.ts";
import { filteredDrafts, findDraft, presentDraft, presentDrafts } from "./drafts.queries.ts";
import { draftsTable, type DraftRow } from "./drafts.table.ts";
import { draftWrites } from "./drafts.writes.ts";

type ListQuery = InputOf<typeof draftsContract.list>["query"];

async function listDrafts(ctx: ReadContext, query: ListQuery): Promise<Page<Draft>> {
  const { limit, cursor, owner_id: ownerId = ctx.caller.id, status = "open", ...rest } = query;
  refuseOthersList(ctx, ownerId);
  const filters = { ...rest, ownerId, status, branchId: ctx.branch.id };
  const page = await readPage(filteredDrafts(ctx.db, ctx.tenantId, filters), {
    sortColumn: "created_at",
    isDescending: true,
    limit,
    cursor,
    cursors: ctx.cursors,
    list: "drafts",
    tenantId: ctx.tenantId,
    filters,
  });
  for (const row of page.data) ctx.auditRead("drafts", row.id, null);
  return { ...page, data: await presentDrafts(ctx, page.data) };
}

async function draftForChange(ctx: WriteContext, id: string): Promise<DraftRow> {
  const row = foundInScope(ctx.caller, await ctx.write.load(draftsTable, id));
  refuseUnseen(ctx, row);
  refuseOtherBranch(ctx, row);
  refuseStale(ctx, row);
  return row;
}

/** Drafts: forms that somebody has begun and not yet sent. */
export const draftsModule = defineModule(
  "drafts",
  draftsContract,
  {
    list: ({ query }, ctx) => listDrafts(ctx, query),

    get: async ({ params }, ctx) => {
      const row = foundInScope(ctx.caller, await findDraft(ctx.db, ctx.tenantId, params.id));
      refuseUnseen(ctx, row);
      ctx.auditRead("drafts", row.id, null);
      return presentDraft(ctx, row);
    },

    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      return presentDraft(ctx, createDraft(ctx, body));
    },

    update: async ({ params, body }, ctx) => {
      const row = await draftForChange(ctx, params.id);
      refuseOthersForm(ctx, row);
      refuseReadOnly(body, await presentDraft(ctx, row), draftReadOnly);
      return presentDraft(ctx, changeDraft(ctx, row, body));
    },

    discard: async ({ params }, ctx) => {
      const row = await draftForChange(ctx, params.id);
      return presentDraft(ctx, changeDraft(ctx, row, { status: "discarded" }));
    },
  },
  { writes: draftWrites, rules: { table: draftsTable, isSentByDevices: true } },
);
