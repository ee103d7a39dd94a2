import { defineModule, type Module } from "@edgeward/shared/resource/module.ts";
import { readOperationsPage } from "@edgeward/shared/sync/wire/quarantine-page.ts";
import {
  operationsContract,
  retryOrDiscardContract,
} from "@edgeward/shared/sync/wire/operations.contract.ts";
import { quarantinedOperations } from "./quarantined-operations.ts";
import type { IngestServices } from "./take-set.ts";
import type { Releases } from "./release-lane.ts";
import { retryOrDiscard } from "./retry-or-discard.ts";

/** Operations of the branches that are quarantined at the hub. */
export const operationsModule = defineModule("sync-operations", operationsContract, {
  list: ({ query }, ctx) => {
    const of = { tenantId: ctx.tenantId, branchId: ctx.branch.id };
    return readOperationsPage(ctx, query, query.outcome ?? "", (place, limit) =>
      quarantinedOperations(ctx.session, of, query.outcome, place, limit),
    );
  },
});

/** What becomes of them. */
export function retryOrDiscardModule(services: IngestServices, release: Releases): Module {
  return defineModule(
    "retry_or_discard",
    retryOrDiscardContract,
    {
      update: async ({ params, body }, ctx) => {
        const decided = await retryOrDiscard(ctx, params.op_id, body, services);
        const { names, ...shown } = decided;
        ctx.write.afterCommit(() => release.look(ctx.tenantId, names));
        return shown;
      },
    },
    { ownsTransaction: true },
  );
}
