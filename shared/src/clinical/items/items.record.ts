import { eventTypes } from "#contract/event-types.ts";
import type { SqlRow } from "#db/model.ts";
import { whereFields } from "#db/read.ts";
import type { RowOf } from "#db/table.ts";
import { csvFile } from "#resource/csv-rows.ts";
import { recordTable, recordWrites } from "#resource/record-table.ts";
import { defineRecord } from "#resource/record.ts";
import { itemCrud, itemFields, itemsContract } from "./items.contract.ts";
import { itemColumns, stepsFromCsv } from "./items.csv.ts";

/** What the tenant buys, keeps and charges for, as it is kept. */
export const itemsTable = recordTable(itemFields, {
  name: "items",
  prefix: itemCrud.prefix,
  merge: "shared_document",
  audience: "tenant",
  indexes: [["kind", "name_key"]],
});

declare module "#db/database.ts" {
  interface Database {
    items: RowOf<typeof itemsTable>;
  }
}

const events = eventTypes("item", {
  created: "an item was added to the list",
  updated: "an item of the list was changed",
});

const { "item.update": changing = [] } = recordWrites(
  itemsTable,
  itemFields,
  itemsContract,
  events,
);

function cellOf(value: unknown): string | number | boolean | null {
  if (typeof value === "number" || typeof value === "boolean") return value;
  return typeof value === "string" ? value : null;
}

/** What the tenant buys, keeps and charges for: the list that stock, dispensing and bills name. */
export const items = defineRecord(itemsContract, itemFields, {
  crud: itemCrud,
  table: itemsTable,
  events,
  // As adding and changing one do, many times over.
  writes: {
    "item.import": [
      {
        table: itemsTable,
        makes: true,
        several: true,
        changes: changing.flatMap((one) => one.changes),
        events: [events.created, events.updated],
        eventFields: {},
      },
    ],
  },
  handlers: (records) => ({
    list: ({ query }, ctx) =>
      records.list(ctx, query, query.ids === undefined ? [] : [whereFields({ id: query.ids })]),
    exportCsv: async (_input, ctx) => {
      const rows: readonly SqlRow[] = await ctx.db
        .selectFrom("items")
        .selectAll()
        .where("tenant_id", "=", ctx.tenantId)
        .orderBy("code")
        .execute();
      const cells = rows.map((row) => itemColumns.map((name) => cellOf(row[name])));
      return csvFile("items.csv", itemColumns, cells);
    },
    importCsv: async ({ body }, ctx) => {
      const { makes, changes, rejects } = await stepsFromCsv(ctx, body.csv);
      const known = await ctx.write.loadAll(itemsTable, [...changes.keys()]);
      const isTrial = body.is_trial === true;
      const counts = { made: makes.length, changed: 0, unchanged: 0 };
      for (const [id, row] of known) {
        const patch = records.mapping.later(changes.get(id) ?? {});
        const kept: SqlRow = row;
        const isSame = Object.entries(patch).every(([name, value]) => kept[name] === value);
        counts[isSame ? "unchanged" : "changed"] += 1;
        if (isTrial || isSame) continue;
        ctx.write.emit(events.updated, itemsTable, ctx.write.update(itemsTable, row, patch), {});
      }
      if (!isTrial)
        for (const made of makes) {
          const values = { ...records.mapping.first(made), branch_id: ctx.branch.id, name_key: "" };
          const row = ctx.write.insert(itemsTable, ctx.newId(itemCrud.prefix), values);
          ctx.write.emit(events.created, itemsTable, row, {});
        }
      return { ...counts, rejects: [...rejects], is_trial: isTrial };
    },
  }),
  sample: (serial) => ({
    code: `pcm-${serial}`,
    name: `Paracetamol ${serial} mg`,
    unit: "tablet",
    kind: "drug",
  }),
});
