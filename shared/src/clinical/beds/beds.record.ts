import { refuseForeignScope } from "#resource/body-checks.ts";
import { writesOf } from "#resource/command-writes.ts";
import type { ReadContext } from "#resource/context.ts";
import { defineRecord } from "#resource/record.ts";
import { addBed, changeBed } from "./beds.commands.ts";
import { bedCrud, bedFields, bedsContract } from "./beds.contract.ts";
import { bedEvents } from "./beds.events.ts";
import { statusByStay, inState, occupantsOf } from "./beds.queries.ts";
import { bedsTable } from "./beds.table.ts";
import type { Bed } from "./beds.contract.ts";

/** Notes whose stays a list of beds has shown. */
function noteShown(ctx: ReadContext, beds: readonly Pick<Bed, "occupants">[]): void {
  for (const { admission_id: id, patient_id: patient } of beds.flatMap((bed) => bed.occupants))
    ctx.auditRead("admissions", id, patient);
}

/** Beds: where patients of a ward lie, which are free, and which are not to be used. */
export const beds = defineRecord(bedsContract, bedFields, {
  crud: bedCrud,
  table: bedsTable,
  events: bedEvents,
  computed: async (viewer, rows) => {
    const occupants = await occupantsOf(
      viewer,
      rows.map(({ id }) => id),
    );
    return ({ id }) => {
      const own = occupants.get(id) ?? [];
      const [first] = own;
      return {
        occupants: own,
        ...(first === undefined ? {} : { status: statusByStay(first.admission_status) }),
      };
    };
  },
  writes: {
    "bed.update": [
      writesOf(bedsTable, {
        changes: [
          "room_id",
          "bed_class",
          "status",
          "status_reason",
          "status_since",
          "status_history",
          "metadata",
        ],
        events: [bedEvents.updated],
      }),
    ],
  },
  handlers: (records) => ({
    list: async ({ query }, ctx) => {
      const { status } = query;
      const page = await records.list(ctx, query, status === undefined ? [] : [inState(status)]);
      noteShown(ctx, page.data);
      return page;
    },
    get: async ({ params }, ctx) => {
      const bed = await records.get(ctx, params.id);
      noteShown(ctx, [bed]);
      return bed;
    },
    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      const fields = { ...records.mapping.first(body), branch_id: ctx.branch.id };
      return records.present(ctx, await addBed(ctx, fields));
    },
    update: async ({ params, body }, ctx) => {
      const row = await records.forChange(ctx, params.id, body);
      const { status, status_reason: reason, ...rest } = body;
      const patch = records.mapping.later(rest);
      const change = { status, status_reason: reason };
      return records.present(ctx, await changeBed(ctx, row, patch, change));
    },
  }),
});
