import { defineModule } from "@edgeward/shared/module/module.ts";
import { readOperationsPage } from "@edgeward/shared/sync/aside-page.ts";
import {
  operationsContract,
  settleOperationContract,
} from "@edgeward/shared/sync/operations.contract.ts";
import { asideOperations } from "./aside-operations.ts";
import { settleOperation } from "./settle-operation.ts";

/** Operations of the branches that lie aside at the hub. */
export const operationsModule = defineModule("sync-operations", operationsContract, {
  list: ({ query }, ctx) => {
    const of = { tenantId: ctx.tenantId, branchId: ctx.branch.id };
    return readOperationsPage(ctx, query, query.outcome ?? "", (below, limit) =>
      asideOperations(ctx.session, of, query.outcome, below, limit),
    );
  },
});

/** What becomes of them. */
export const settleOperationModule = defineModule("sync-settle", settleOperationContract, {
  settle: ({ params, body }, ctx) => settleOperation(ctx, params.op_id, body),
});
