import type { Store } from "@edgeward/shared/db/session.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import {
  defineDetachedModule,
  defineModule,
  type Module,
} from "@edgeward/shared/resource/module.ts";
import { feedContract, offlineBatchContract } from "@edgeward/shared/sync/wire/batch.contract.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import { fleetContract } from "@edgeward/shared/sync/wire/fleet.contract.ts";
import type { FeedNotifier } from "#fleet/feed/feed-notifier.ts";
import { endGrants, withheldGrants } from "#fleet/feed/grants.ts";
import { readFeed } from "#fleet/feed/feed.ts";
import { waitForEntries } from "#fleet/feed/long-poll.ts";
import {
  answerHandshake,
  ownCheckpoints,
  ownOperations,
  type FleetServices,
} from "#fleet/nodes/handshake.ts";
import { takeLostRows } from "#fleet/ingest/lost-rows.ts";
import { ingestBatch } from "#fleet/ingest/ingest.ts";
import type { Releases } from "#fleet/ingest/release-lane.ts";
import type { IngestServices } from "#fleet/ingest/take-set.ts";
import type { Revocations } from "#tenancy/revocations.ts";
import type { ContactNotes } from "#fleet/nodes/last-contact.ts";

const defaultFeedLimit = 500;

/** Batches up. */
export function offlineBatchModule(services: IngestServices, release: Releases): Module {
  return defineModule(
    "sync-up",
    offlineBatchContract,
    {
      offlineBatch: async ({ body }, ctx) => {
        const { signature, ...batch } = body;
        const { reply, names } = await ingestBatch(ctx, batch, signature, services);
        ctx.write.afterCommit(() => release.look(ctx.tenantId, names));
        return reply;
      },
    },
    { ownsTransaction: true },
  );
}

/** How a node gets in touch, and gets back what it has lost. */
export function fleetModule(
  services: FleetServices,
  ingest: IngestServices,
  release: Releases,
): Module {
  return defineModule(
    "sync-fleet",
    fleetContract,
    {
      handshake: ({ body }, ctx) => answerHandshake(ctx, body, services),
      lostRows: async ({ body }, ctx) => {
        const { reply, names } = await takeLostRows(ctx, body.rows, ingest);
        ctx.write.afterCommit(() => release.look(ctx.tenantId, names));
        return reply;
      },
      auditCheckpoints: ({ query }, ctx) =>
        ownCheckpoints(ctx, query.before, query.limit ?? defaultFeedLimit),
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

/** Changes down; whoever asks for them is in touch. @param store where grants are ended that a patient has withdrawn @param notifier rings when a feed has grown; without one nobody can wait */
export function feedModule(
  presence: ContactNotes,
  revocations: Revocations,
  store: Store,
  notifier?: FeedNotifier,
): Module {
  return defineDetachedModule("sync-down", feedContract, {
    feed: async ({ query }, ctx) => {
      if (!ctx.caller.roles.includes("node")) {
        throw new AppError("forbidden", "The feed is for enrolled nodes.");
      }
      const { cursor, limit = defaultFeedLimit, wait = 0 } = query;
      if (wait > 0 && notifier !== undefined)
        await waitForEntries(ctx, notifier, cursor, wait, revocations);
      const { tenantId, branch, caller } = ctx;
      presence.note(tenantId, caller.id);
      // Before it is read: what was written later may not be in it.
      const time = isoInstant(ctx.now());
      const asked = { tenantId, branchId: branch.id, nodeId: caller.id, cursor, limit, now: time };
      // What a patient has withdrawn meanwhile is given out no more, and taken back.
      const withheld = await ctx.read(({ session }) => withheldGrants(session, asked, time));
      if (withheld.length > 0) await endGrants(store, tenantId, withheld, ctx.now());
      const page = await ctx.read(({ session }) => readFeed(session, asked));
      return { ...page, server_time: time };
    },
  });
}
