import { blobsTable } from "./files.table.ts";
import { foundInScope } from "#resource/branch-scope.ts";
import { defineModule } from "#resource/module.ts";
import { filesContract } from "./files.contract.ts";
import { findFile, presentStoredFile } from "./files.queries.ts";

/** Files: what is known of them, and how to get at their bytes. */
export const filesModule = defineModule(
  "files",
  filesContract,
  {
    get: async ({ params }, ctx) => {
      const row = foundInScope(ctx.caller, await findFile(ctx.db, ctx.tenantId, params.id));
      ctx.auditRead("blobs", row.id, row.patient_id);
      return presentStoredFile(ctx, row);
    },
  },
  { rules: { table: blobsTable, isSentByDevices: true } },
);
