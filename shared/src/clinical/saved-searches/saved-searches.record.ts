import { whereFields } from "#db/read.ts";
import type { Claim } from "#db/table.ts";
import { AppError } from "#kernel/errors.ts";
import { normaliseName } from "#kernel/text.ts";
import { refuseForeignScope } from "#resource/body-checks.ts";
import { recordTable } from "#resource/record-table.ts";
import { defineRecord } from "#resource/record.ts";
import {
  savedSearchCrud,
  savedSearchesContract,
  savedSearchFields,
} from "./saved-searches.contract.ts";

/** Kept at the branch where somebody has saved them: what they ask for may name a patient, and nobody else needs it. */
const savedSearchesTable = recordTable(savedSearchFields, {
  name: "saved_searches",
  prefix: savedSearchCrud.prefix,
  merge: "local",
  namedIndexes: [
    {
      name: "saved_searches_by_owner",
      columns: ["tenant_id", "branch_id", "owner_id", "created_at", "id"],
    },
  ],
  claims: ownName,
});

interface Named {
  readonly branch_id: string | null;
  readonly owner_id: string;
  readonly page: string;
  readonly name: string;
  readonly status: string;
}

/** Two searches of one name could not be told apart in a menu. */
function ownName(row: Named): readonly Claim[] {
  if (row.status !== "active") return [];
  const value = [row.branch_id, row.owner_id, row.page, normaliseName(row.name)].join(" ");
  return [{ kind: "saved_searches.name", value, field: "name", code: "duplicate_value" }];
}

/** Searches that somebody has given a name, to find them again: their own, and nobody else's. */
export const savedSearches = defineRecord(savedSearchesContract, savedSearchFields, {
  crud: savedSearchCrud,
  table: savedSearchesTable,
  sample: {
    made: (serial) => ({
      page: "patients",
      name: `Women of Wai ${serial}`,
      filters: { gender: "female" },
    }),
    changed: { filters: { gender: "male" } },
    statusForOthers: 404,
  },
  // Whom a search means, it does not say.
  patientOf: null,
  refuseUnseen: (ctx, row) => {
    if (row.owner_id === ctx.caller.id && row.status === "active") return;
    throw new AppError("not_found", "There is no such record.");
  },
  handlers: (records) => ({
    list: ({ query }, ctx) =>
      records.list(ctx, query, [whereFields({ owner_id: ctx.caller.id, status: "active" })]),
    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      const values = {
        ...records.mapping.first(body),
        branch_id: ctx.branch.id,
        owner_id: ctx.caller.id,
      };
      await ctx.write.refuseTaken(savedSearchesTable, values);
      const row = ctx.write.insert(savedSearchesTable, ctx.newId(savedSearchCrud.prefix), values);
      return records.present(ctx, row);
    },
    update: async ({ params, body }, ctx) => {
      const row = await records.forChange(ctx, params.id, body);
      const nothing = body.status === "removed" ? { filters: {} } : {};
      const patch = { ...records.mapping.later(body), ...nothing };
      return records.present(ctx, ctx.write.update(savedSearchesTable, row, patch));
    },
  }),
});
