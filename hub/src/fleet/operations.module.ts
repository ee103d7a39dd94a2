import { defineModule, type Module } from "@edgeward/shared/module/module.ts";
import { readOperationsPage } from "@edgeward/shared/sync/aside-page.ts";
import {
  operationsContract,
  settleOperationContract,
} from "@edgeward/shared/sync/operations.contract.ts";
import { asideOperations } from "./aside-operations.ts";
import type { IngestServices } from "./take-set.ts";
import { settleOperation } from "./settle-operation.ts";

/** Operations of the branches that lie aside at the hub. */
export const operationsModule = defineModule("sync-operations", operationsContract, {
  list: ({ query }, ctx) => {
    const of = { tenantId: ctx.tenantId, branchId: ctx.branch.id };
    return readOperationsPage(ctx, query, query.outcome ?? "", (place, limit) =>
      asideOperations(ctx.session, of, query.outcome, place, limit),
    );
  },
});

/** What becomes of them. */
export function settleOperationModule(services: IngestServices): Module {
  return defineModule("sync-settle", settleOperationContract, {
    settle: ({ params, body }, ctx) => settleOperation(ctx, params.op_id, body, services),
  });
}
