import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { defineModule, type Module } from "@edgeward/shared/resource/module.ts";
import { feedContract, offlineBatchContract } from "@edgeward/shared/sync/wire/batch.contract.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import { fleetContract } from "@edgeward/shared/sync/wire/fleet.contract.ts";
import { readFeed } from "#fleet/feed/feed.ts";
import { answerHandshake, ownOperations, type FleetServices } from "#fleet/nodes/handshake.ts";
import { ingestBatch } from "#fleet/ingest/ingest.ts";
import type { IngestServices } from "#fleet/ingest/take-set.ts";
import type { ContactNotes } from "#fleet/nodes/last-contact.ts";

const defaultFeedLimit = 500;

/** Batches up. */
export function offlineBatchModule(services: IngestServices): Module {
  return defineModule(
    "sync-up",
    offlineBatchContract,
    {
      offlineBatch: ({ body }, ctx) => {
        const { signature, ...batch } = body;
        return ingestBatch(ctx, batch, signature, services);
      },
    },
    { ownsTransaction: true },
  );
}

/** How a node gets in touch, and gets back what it has lost. */
export function fleetModule(services: FleetServices): Module {
  return defineModule(
    "sync-fleet",
    fleetContract,
    {
      hello: ({ body }, ctx) => answerHandshake(ctx, body, services),
      ownOperations: ({ query }, ctx) =>
        ownOperations(
          ctx,
          { epoch: query.epoch, seq: query.after_seq },
          query.limit ?? defaultFeedLimit,
        ),
    },
    { ownsTransaction: true },
  );
}

/** Changes down; whoever asks for them is in touch. */
export function feedModule(presence: ContactNotes): Module {
  return defineModule("sync-down", feedContract, {
    feed: async ({ query }, ctx) => {
      if (!ctx.caller.roles.includes("node")) {
        throw new AppError("forbidden", "The feed is for enrolled nodes.");
      }
      presence.note(ctx.tenantId, ctx.caller.id);
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
}
