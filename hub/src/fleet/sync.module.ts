import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { defineModule } from "@edgeward/shared/module/module.ts";
import { feedContract, offlineBatchContract } from "@edgeward/shared/sync/batch.contract.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import { readFeed } from "./feed.ts";
import { ingestBatch } from "./ingest.ts";

const defaultFeedLimit = 500;

/** Batches up. */
export const offlineBatchModule = defineModule("sync-up", offlineBatchContract, {
  offlineBatch: async ({ body }, ctx) => {
    const { signature, ...batch } = body;
    return ingestBatch(ctx, batch, signature);
  },
});

/** Changes down. */
export const feedModule = defineModule("sync-down", feedContract, {
  feed: async ({ query }, ctx) => {
    if (!ctx.caller.roles.includes("node")) {
      throw new AppError("forbidden", "The feed is for enrolled nodes.");
    }
    const page = await readFeed(ctx.session, {
      tenantId: ctx.tenantId,
      branchId: ctx.branch.id,
      nodeId: ctx.caller.id,
      cursor: query.cursor,
      limit: query.limit ?? defaultFeedLimit,
    });
    return { ...page, server_time: isoInstant(ctx.now()) };
  },
});
