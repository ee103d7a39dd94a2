import { blobsTable } from "./files.table.ts";
import { AppError } from "#kernel/errors.ts";
import { foundInScope } from "#resource/branch-scope.ts";
import { defineModule } from "#resource/module.ts";
import { filesContract } from "./files.contract.ts";
import { findFile, isGivenByOwner, presentStoredFile } from "./files.queries.ts";

/** Files: what is known of them, and how to get at their bytes. */
export const filesModule = defineModule(
  "files",
  filesContract,
  {
    get: async ({ params }, ctx) => {
      const row = foundInScope(ctx.caller, await findFile(ctx.db, ctx.tenantId, params.id));
      // Who may see it is for the record to say whose endpoint gives the address.
      if (isGivenByOwner(ctx.session.schema, row))
        throw new AppError("not_found", "There is no such record.");
      ctx.auditRead("blobs", row.id, row.patient_id);
      return presentStoredFile(ctx, row);
    },
  },
  { rules: { table: blobsTable, isSentByDevices: true } },
);
