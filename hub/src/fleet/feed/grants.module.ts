import { defineModule } from "@edgeward/shared/resource/module.ts";
import { grantsContract } from "@edgeward/shared/sync/wire/grants.contract.ts";
import { createGrant, revokeGrant } from "./grants.ts";

/** Records of a visiting patient, lent to a branch. */
export const grantsModule = defineModule(
  "sync-grants",
  grantsContract,
  {
    create: ({ body }, ctx) => createGrant(ctx, body),
    revoke: ({ params }, ctx) => revokeGrant(ctx, params.id),
  },
  { ownsTransaction: true },
);
