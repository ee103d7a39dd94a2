import * as z from "zod";
import type { CrudContract, CrudOptions } from "#contract/crud.ts";
import { changeableShape, type RecordFields } from "#contract/record-fields.ts";
import { recordReadOnly } from "#contract/record.ts";
import type { SqlRow } from "#db/model.ts";
import type { Columns, recordColumns, TableDeclaration } from "#db/table.ts";
import { refuseForeignScope } from "./body-checks.ts";
import type { ReadContext, WriteContext } from "./context.ts";
import { defineModule, type Handlers, type Module } from "./module.ts";
import type { ListQuery } from "./record-list.ts";
import { recordWrites } from "./record-table.ts";
import { Records } from "./records.ts";

/** What a declared resource is beyond its fields. */
export interface RecordOptions<C extends Columns> {
  readonly crud: CrudOptions;
  readonly table: TableDeclaration<C>;
  readonly events?: { readonly created?: string; readonly updated?: string };
  /** A body that makes a record: the n-th of its kind, unlike those before it where values are unique. */
  readonly sample: (serial: number) => SqlRow;
}

/** A resource that follows from its declaration. */
export interface DeclaredRecord extends Module {
  readonly table: TableDeclaration;
  readonly sample: (serial: number) => SqlRow;
}

function metadataOf({ metadata }: SqlRow): Readonly<Record<string, unknown>> | undefined {
  return typeof metadata === "object" && metadata !== null ? { ...metadata } : undefined;
}

/** What the four handlers take and answer, whatever the fields. */
interface HandlersOf {
  list(input: { readonly query: ListQuery }, ctx: ReadContext): Promise<unknown>;
  get(input: { readonly params: { readonly id: string } }, ctx: ReadContext): Promise<unknown>;
  create(input: { readonly body: SqlRow }, ctx: WriteContext): Promise<unknown>;
  update(
    input: { readonly params: { readonly id: string }; readonly body: SqlRow },
    ctx: WriteContext,
  ): Promise<unknown>;
}

function handlersOf<C extends Columns>(
  fields: RecordFields,
  { crud, table: declared, events }: RecordOptions<C>,
): HandlersOf {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a record's table has recordColumns
  const table = declared as unknown as TableDeclaration<typeof recordColumns>;
  const records = new Records(table, fields, { sort: crud.sort });
  const emit = (ctx: WriteContext, event: string | undefined, row: SqlRow) => {
    if (event !== undefined) ctx.write.emit(event, table, row, {});
  };
  return {
    list: ({ query }, ctx) => records.list(ctx, query),
    get: ({ params }, ctx) => records.get(ctx, params.id),
    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      const place = { branch_id: ctx.branch.id, metadata: metadataOf(body) ?? {} };
      const given = records.mapping.first(body);
      const row = ctx.write.insert(table, ctx.newId(crud.prefix), { ...given, ...place });
      emit(ctx, events?.created, row);
      return records.present(ctx, row);
    },
    update: async ({ params, body }, ctx) => {
      const row = await records.forChange(ctx, params.id);
      await records.refuseReadOnly(ctx, row, body);
      const metadata = metadataOf(body);
      const patch = { ...records.mapping.later(body), ...(metadata && { metadata }) };
      const after = ctx.write.update(table, row, patch);
      if (after !== row) emit(ctx, events?.updated, after);
      return records.present(ctx, after);
    },
  };
}

/** A resource with its endpoints and handlers, by the declaration of its fields. */
export function defineRecord<const F extends RecordFields, C extends Columns>(
  contract: CrudContract<F>,
  fields: F,
  options: RecordOptions<C>,
): DeclaredRecord {
  const { table, crud, events = {}, sample } = options;
  const { updated: updatedEvent } = events;
  const module = defineModule(
    crud.resource,
    contract,
    // oxlint-disable-next-line typescript/consistent-type-assertions -- each answers the fields that the contract was made of, and the contract checks it
    handlersOf(fields, options) as unknown as Handlers<CrudContract<F>>,
    {
      rules: {
        table,
        // Also what is never changed otherwise: of two records with one code, one has to take another.
        body: z.strictObject(changeableShape(fields)).partial(),
        readOnly: recordReadOnly,
        ...(updatedEvent === undefined ? {} : { updatedEvent }),
      },
      writes: recordWrites(table, fields, contract, events),
    },
  );
  return { ...module, table, sample };
}
