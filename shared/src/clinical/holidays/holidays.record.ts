import { sql, type SqlBool } from "kysely";
import { eventTypes } from "#contract/event-types.ts";
import type { Claim, RowOf } from "#db/table.ts";
import { normaliseName } from "#kernel/text.ts";
import { recordTable } from "#resource/record-table.ts";
import { defineRecord } from "#resource/record.ts";
import { holidayCrud, holidayFields, holidaysContract } from "./holidays.contract.ts";

const holidaysTable = recordTable(holidayFields, {
  name: "holidays",
  prefix: holidayCrud.prefix,
  // On which days nobody works is decided for the whole tenant, and comes to the branches.
  merge: "central_reference",
  audience: "tenant",
  isOffered: true,
  stateFields: ["status"],
  stateMachine: () => ({ active: ["withdrawn"], withdrawn: ["active"] }),
  claims: oneOfDay,
});

declare module "#db/database.ts" {
  interface Database {
    holidays: RowOf<typeof holidaysTable>;
  }
}

interface Named {
  readonly date: string;
  readonly name: string;
  readonly status: string;
}

/** A calendar that is brought in twice does not stand twice. */
function oneOfDay({ date, name, status }: Named): readonly Claim[] {
  if (status !== "active") return [];
  const value = `${date} ${normaliseName(name)}`;
  const kind = "holidays.name";
  return [{ kind, value, field: "name", code: "duplicate_value", disputed: "name" }];
}

/** The days on which the tenant's branches are closed, or which they only want to know of. */
export const holidays = defineRecord(holidaysContract, holidayFields, {
  crud: holidayCrud,
  table: holidaysTable,
  events: eventTypes("holiday", {
    created: "a holiday was added",
    updated: "a holiday was changed",
  }),
  handlers: (records) => ({
    list: ({ query }, ctx) => {
      const { date_from: from, date_to: to } = query;
      return records.list(ctx, query, [
        ...(from === undefined ? [] : [sql<SqlBool>`date >= ${from}`]),
        ...(to === undefined ? [] : [sql<SqlBool>`date <= ${to}`]),
      ]);
    },
  }),
});
