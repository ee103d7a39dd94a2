import { refuseForeignScope } from "#resource/body-checks.ts";
import { defineRecord } from "#resource/record.ts";
import { changeDraft, createDraft } from "./drafts.commands.ts";
import { draftCrud, draftFields, draftsContract } from "./drafts.contract.ts";
import { refuseOthersForm, refuseOthersList, refuseUnseen } from "./drafts.rules.ts";
import { draftsTable } from "./drafts.table.ts";
import { draftWrites } from "./drafts.writes.ts";

/** Drafts: forms that somebody has begun and not yet sent. */
export const drafts = defineRecord(draftsContract, draftFields, {
  crud: draftCrud,
  table: draftsTable,
  sample: {
    made: () => ({ kind: "patient.register", form_state: { name: "Ash", phone: "98" } }),
    changed: { form_state: { name: "Asha" } },
    statusForOthers: 403,
  },
  rules: { isSentByDevices: true },
  writes: draftWrites,
  // Whom a form is about, nobody knows before it is sent.
  patientOf: () => null,
  refuseUnseen,
  handlers: (records) => ({
    list: async ({ query }, ctx) => {
      const { owner_id: ownerId = ctx.caller.id, status = "open" } = query;
      refuseOthersList(ctx, ownerId);
      return records.list(ctx, { ...query, owner_id: ownerId, status });
    },
    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      return records.present(ctx, createDraft(ctx, body));
    },
    update: async ({ params, body }, ctx) => {
      const row = await records.forChange(ctx, params.id, body);
      refuseOthersForm(ctx, row);
      return records.present(ctx, changeDraft(ctx, row, body));
    },
    discard: async ({ params }, ctx) => {
      const row = await records.forChange(ctx, params.id);
      return records.present(ctx, changeDraft(ctx, row, { status: "discarded" }));
    },
  }),
});
