import * as z from "zod";
import type { CrudOptions } from "#contract/crud.ts";
import type { Contract } from "#contract/endpoint.ts";
import type { EventType } from "#contract/event-types.ts";
import { changeableShape, type RecordFields } from "#contract/record-fields.ts";
import { recordReadOnly } from "#contract/record.ts";
import type { SqlRow } from "#db/model.ts";
import type { Columns, recordColumns, TableDeclaration } from "#db/table.ts";
import { readAtBranch, refuseForeignScope } from "./body-checks.ts";
import type { ExcessesByNames, Guards, JudgedByNames, Writes } from "./command-writes.ts";
import type { ReadContext, WriteContext } from "./context.ts";
import {
  defineModule,
  type Handlers,
  type Module,
  type RecordRules,
  type RecordSample,
} from "./module.ts";
import type { ListQuery } from "./record-list.ts";
import { recordWrites, type RecordEvents } from "./record-table.ts";
import { Records, type RecordsOptions } from "./records.ts";

/** The endpoints whose functions follow from the fields. */
type Declared = "list" | "get" | "create" | "update";

/** The functions that a resource has of its own: those of its further endpoints, and in place of declared ones. */
type OwnHandlers<E extends Contract> = Omit<Handlers<E>, Declared> &
  Partial<Pick<Handlers<E>, Declared & keyof E>>;

type Own<E extends Contract, T> = [Exclude<keyof E, Declared>] extends [never]
  ? { readonly handlers?: T }
  : { readonly handlers: T };

/** What a declared resource is beyond its fields. */
export type RecordOptions<
  E extends Contract,
  F extends RecordFields,
  C extends Columns,
> = RecordsOptions<F, C> & {
  readonly crud: CrudOptions;
  readonly table: TableDeclaration<C>;
  /** What making and changing one publish: `eventTypes("item", { created: "…", updated: "…" })`. */
  readonly events?: RecordEvents;
  /** Refuses what a body that makes or changes a record says, by what other records say. */
  readonly check?: (ctx: WriteContext, body: SqlRow) => Promise<void>;
  /** From what the tests make requests; a function alone gives the body that makes the n-th record. */
  readonly sample?: RecordSample | RecordSample["made"];
  /** What of the usual rules is otherwise. */
  readonly rules?: Partial<Omit<RecordRules, "table">>;
  /** What commands write that the fields do not say, by their names. */
  readonly writes?: Writes;
  /** What operations of its commands have to be where they arrive, by the commands' names. */
  readonly guards?: Guards;
  /** By which records besides those that they change they are judged there, by the commands' names. */
  readonly judgedBy?: JudgedByNames;
  /** What operations of its commands that are taken can go beyond, by the commands' names. */
  readonly excesses?: ExcessesByNames;
  /** Names of the commands that a node gives by itself as well. */
  readonly byNodes?: readonly string[];
} & Own<E, (records: Records<F, C>) => OwnHandlers<E>>;

/** A resource that follows from its declaration. */
export interface DeclaredRecord<F extends RecordFields, C extends Columns> extends Module {
  readonly table: TableDeclaration<C>;
  readonly records: Records<F, C>;
}

/** What the declared functions take, whatever the fields. */
interface DeclaredHandlers {
  list(input: { readonly query: ListQuery }, ctx: ReadContext): Promise<unknown>;
  get(input: { readonly params: { readonly id: string } }, ctx: ReadContext): Promise<unknown>;
  create(input: { readonly body: SqlRow }, ctx: WriteContext): Promise<unknown>;
  update(
    input: { readonly params: { readonly id: string }; readonly body: SqlRow },
    ctx: WriteContext,
  ): Promise<unknown>;
}

type Plain = typeof recordColumns;

interface Kept {
  readonly table: TableDeclaration<Plain>;
  readonly records: Records<RecordFields, Plain>;
  readonly fields: RecordFields;
  readonly crud: CrudOptions;
  readonly events: RecordEvents;
  readonly check: (ctx: WriteContext, body: SqlRow) => Promise<void>;
}

function declaredHandlers(kept: Kept): DeclaredHandlers {
  const { table, records, fields, crud, events, check } = kept;
  const emit = (ctx: WriteContext, event: EventType | undefined, row: SqlRow) => {
    if (event !== undefined) ctx.write.emit(event, table, row, {});
  };
  return {
    list: ({ query }, ctx) => records.list(ctx, query),
    get: ({ params }, ctx) => records.get(ctx, params.id),
    create: async ({ body: given }, ctx) => {
      const body = readAtBranch(fields, given, ctx.branch);
      refuseForeignScope(body, ctx);
      await check(ctx, body);
      const values = { ...records.mapping.first(body), branch_id: ctx.branch.id };
      const row = ctx.write.insert(table, ctx.newId(crud.prefix), values);
      emit(ctx, events.created, row);
      return records.present(ctx, row);
    },
    update: async ({ params, body: given }, ctx) => {
      const body = readAtBranch(fields, given, ctx.branch);
      const row = await records.forChange(ctx, params.id, body);
      await check(ctx, body);
      const after = ctx.write.update(table, row, records.mapping.later(body));
      if (after !== row) emit(ctx, events.updated, after);
      return records.present(ctx, after);
    },
  };
}

function passes(): Promise<void> {
  return Promise.resolve();
}

/** A resource with its endpoints and their functions, by the declaration of its fields. */
export function defineRecord<
  const E extends Contract,
  const F extends RecordFields,
  C extends Columns,
>(contract: E, fields: F, options: RecordOptions<E, F, C>): DeclaredRecord<F, C> {
  const { table, crud, events = {}, sample, handlers: own, byNodes = [] } = options;
  const { check = passes, guards = {}, judgedBy = {}, excesses = {} } = options;
  const records = new Records(table, fields, { sort: crud.sort, ...options });
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a record's table has recordColumns
  const kept = { table, records, fields, crud, events, check } as unknown as Kept;
  const { updated: updatedEvent } = events;
  const module = defineModule(
    crud.resource,
    contract,
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the declared ones answer the fields that the contract was made of, and the contract checks it
    { ...declaredHandlers(kept), ...own?.(records) } as unknown as Handlers<E>,
    {
      rules: {
        table,
        // Also what is never changed otherwise: of two records with one code, one has to take another.
        body: z.strictObject(changeableShape(fields)).partial(),
        readOnly: recordReadOnly,
        ...(updatedEvent === undefined ? {} : { updatedEvent }),
        ...options.rules,
      },
      writes: { ...recordWrites(table, fields, contract, events), ...options.writes },
      byNodes,
      guards,
      judgedBy,
      excesses,
    },
  );
  if (sample === undefined) return { ...module, table, records };
  return {
    ...module,
    table,
    records,
    sample: typeof sample === "function" ? { made: sample } : sample,
  };
}
