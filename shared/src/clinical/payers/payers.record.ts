import { eventTypes } from "#contract/event-types.ts";
import { readAtBranch, refuseForeignScope } from "#resource/body-checks.ts";
import { defineRecord } from "#resource/record.ts";
import { payerCrud, payerFields, payersContract } from "./payers.contract.ts";
import { payersTable } from "./payers.table.ts";

const events = eventTypes("payer", {
  created: "a payer was added",
  updated: "a payer was changed",
});

/** Insurers, schemes and companies that pay for patients: whom bills, authorisations and claims name. */
export const payers = defineRecord(payersContract, payerFields, {
  crud: payerCrud,
  table: payersTable,
  events,
  handlers: (records) => ({
    create: async ({ body: given }, ctx) => {
      const body = readAtBranch(payerFields, given, ctx.branch);
      refuseForeignScope(body, ctx);
      // Of all branches, so of none.
      const row = ctx.write.insert(payersTable, ctx.newId(payerCrud.prefix), {
        ...records.mapping.first(body),
        branch_id: null,
        name_key: "",
      });
      ctx.write.emit(events.created, payersTable, row, {});
      return records.present(ctx, row);
    },
  }),
});
