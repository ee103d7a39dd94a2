import { askedOfPerson } from "#clinical/patients/same-person.commands.ts";
import type { ResourceName } from "#contract/access.ts";
import type { InputOf, OutputOf } from "#contract/endpoint.ts";
import type { Page } from "#contract/paging.ts";
import { conflictsTable } from "#db/core.table.ts";
import { readPage } from "#db/page.ts";
import type { SqlRow } from "#db/model.ts";
import { selectByKeyStatement } from "#db/statements.ts";
import type { TableDeclaration } from "#db/table.ts";
import { refuseStale } from "#resource/body-checks.ts";
import { foundInScope, refuseOtherBranch } from "#resource/branch-scope.ts";
import { closedPatients, refuseClosed } from "#resource/closed-patients.ts";
import type { Writes } from "#resource/command-writes.ts";
import type { Context, ReadContext, WriteContext } from "#resource/context.ts";
import { defineModule, type Module } from "#resource/module.ts";
import { found } from "#write/write.ts";
import { balanceStory } from "./conflicts.balance.ts";
import { prescribedStory } from "./conflicts.prescribed.ts";
import { resolveConflict } from "./conflicts.commands.ts";
import { conflictsContract, type Conflict } from "./conflicts.contract.ts";
import { conflictGuard, type RulesOf } from "./conflicts.guard.ts";
import {
  currentValue,
  filteredConflicts,
  findConflict,
  firstHolder,
  presentConflicts,
} from "./conflicts.queries.ts";
import { hiddenTables, type ConflictRow } from "./conflicts.rules.ts";

type ListQuery = InputOf<typeof conflictsContract.list>["query"];
type Detail = OutputOf<typeof conflictsContract.get>;

type Resources = ReadonlyMap<string, ResourceName>;

async function listConflicts(
  ctx: ReadContext,
  query: ListQuery,
  resources: Resources,
): Promise<Page<Conflict>> {
  const { limit, cursor, ...rest } = await askedOfPerson(ctx, query);
  const filters = { ...rest, branchId: ctx.branch.id, hidden: hiddenTables(ctx, resources) };
  const page = await readPage(filteredConflicts(ctx.db, ctx.tenantId, filters), {
    sortColumn: "created_at",
    isDescending: true,
    limit,
    cursor,
    cursors: ctx.cursors,
    list: "conflicts",
    tenantId: ctx.tenantId,
    filters,
  });
  for (const row of page.data) ctx.auditRead("conflicts", row.id, row.patient_id);
  return { ...page, data: await presentConflicts(ctx, page.data) };
}

/**
 * What is shared by all branches concerns every caller of the tenant who may read the record; the rest only those of its
 * branch.
 */
function visible(
  ctx: Context,
  row: ConflictRow | null | undefined,
  resources: Resources,
): ConflictRow {
  const asked = found(row);
  const known = found(hiddenTables(ctx, resources).includes(asked.entity) ? null : asked);
  return known.branch_id === null ? known : foundInScope(ctx.caller, known);
}

type LoadRecord = Parameters<typeof currentValue>[2];

/** Reads a record as it stands in the database. */
function stored(ctx: ReadContext): LoadRecord {
  return async (table: TableDeclaration, id: string): Promise<SqlRow | null> => {
    const { dialect } = ctx.session;
    const statement = selectByKeyStatement(dialect, table, [ctx.tenantId, id]);
    const [row] = await ctx.session.query(statement.text, statement.values);
    return row ?? null;
  };
}

async function detail(
  ctx: ReadContext | WriteContext,
  row: ConflictRow,
  load: LoadRecord,
): Promise<Detail> {
  const [conflict] = await presentConflicts(ctx, [row]);
  if (conflict === undefined) throw new Error("a row was presented as nothing");
  return {
    ...conflict,
    current_value: await currentValue(ctx.session.schema, row, load),
    other_entity_id: await firstHolder(ctx.db, row),
    balance: (await balanceStory(ctx, row)) ?? (await prescribedStory(ctx, row)),
  };
}

/**
 * The conflict inbox: values that were made apart, until a person has chosen.
 * @param rulesOf the rules of the records that can be in conflict, by their table
 * @param writes what a decision may write
 * @param resources whose records a table has: who may not read them sees no conflict about one
 */
export function conflictsModule(rulesOf: RulesOf, writes: Writes, resources: Resources): Module {
  return defineModule(
    "conflicts",
    conflictsContract,
    {
      list: ({ query }, ctx) => listConflicts(ctx, query, resources),

      get: async ({ params }, ctx) => {
        const row = visible(ctx, await findConflict(ctx.db, ctx.tenantId, params.id), resources);
        ctx.auditRead("conflicts", row.id, row.patient_id);
        return detail(ctx, row, stored(ctx));
      },

      resolve: async ({ params, body }, ctx) => {
        const row = visible(ctx, await ctx.write.load(conflictsTable, params.id), resources);
        if (row.branch_id !== null) refuseOtherBranch(ctx, row);
        refuseStale(ctx, row);
        // Whoever decides is answered the values.
        const patients = new Set(row.patient_id === null ? [] : [row.patient_id]);
        refuseClosed(await closedPatients({ ...ctx, nowMs: ctx.now() }, patients));
        const known = { rules: rulesOf(row.entity), writes: writes["conflict.resolve"] ?? [] };
        const resolved = await resolveConflict(ctx, row, body, known);
        // As the command leaves it, which nobody else sees yet.
        return detail(ctx, resolved, (table, id) => ctx.write.load(table, id));
      },
    },
    {
      writes,
      guards: { "conflict.resolve": conflictGuard(rulesOf, resources) },
      rules: { table: conflictsTable, isSentByDevices: true },
    },
  );
}
