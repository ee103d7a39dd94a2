import * as z from "zod";
import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from "kysely";
import type { CrudContract, CrudOptions } from "#contract/crud.ts";
import type { Page } from "#contract/paging.ts";
import { fieldsWith, sentShape, type Field, type RecordFields } from "#contract/record-fields.ts";
import { recordReadOnly } from "#contract/record.ts";
import type { SqlRow } from "#db/model.ts";
import { readPage } from "#db/page.ts";
import {
  findWithState,
  madeWithin,
  presentRecord,
  syncStatesOf,
  whereFields,
  type RecordTimes,
} from "#db/read.ts";
import {
  column,
  defineTable,
  recordColumns,
  type Claim,
  type Column,
  type FieldRule,
  type Index,
  type MergeKind,
  type RecordRow,
  type TableDeclaration,
} from "#db/table.ts";
import { nameTokens, normaliseName } from "#kernel/text.ts";
import { found } from "#write/write.ts";
import { refuseForeignScope, refuseReadOnly, refuseStale } from "./body-checks.ts";
import { foundInScope, refuseOtherBranch } from "./branch-scope.ts";
import type { Context, ReadContext, WriteContext } from "./context.ts";
import { defineModule, type Handlers, type Module } from "./module.ts";

/** How a record is kept, and how nodes agree on it. */
export interface RecordOptions {
  readonly table: string;
  readonly merge: MergeKind;
  readonly audience: "tenant" | "branch";
  /** By their columns, each behind the tenant. */
  readonly indexes?: readonly (readonly string[])[];
  readonly events?: { readonly created?: string; readonly updated?: string };
  /** A body that makes a record: the n-th of its kind, unlike those before it where values are unique. */
  readonly sample: (serial: number) => SqlRow;
}

/** A resource that follows from its declaration. */
export interface DeclaredRecord extends Module {
  readonly table: TableDeclaration;
  readonly sample: (serial: number) => SqlRow;
}

type Fields = RecordFields;

function metadataOf({ metadata }: SqlRow): Readonly<Record<string, unknown>> {
  return typeof metadata === "object" && metadata !== null ? { ...metadata } : {};
}

type FilterValue = string | number | boolean;

// The contract has read each by its field's own shape.
function filterOf(value: unknown): FilterValue | undefined {
  const isScalar =
    typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return isScalar ? value : undefined;
}

const last = "\u{10FFFF}";

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

// A column of its own for the order of words: letters of any case and script side by side.
function keyColumn(name: string): string {
  return `${name}_key`;
}

function isKeyed({ options }: Field): boolean {
  return options.sort === true && options.search === "words";
}

function columnOf({ kind, options }: Field): Column<unknown> {
  return options.optional === true ? { ...column[kind](), isNullable: true } : column[kind]();
}

function keyedNames(fields: Fields): readonly string[] {
  return Object.entries(fields).flatMap(([name, declared]) => (isKeyed(declared) ? [name] : []));
}

function columnsOf(fields: Fields): Readonly<Record<string, Column<unknown>>> {
  const own = Object.entries(fields).map(([name, declared]) => [name, columnOf(declared)] as const);
  const keys = keyedNames(fields).map((name) => [keyColumn(name), column.text()] as const);
  return { ...recordColumns, ...Object.fromEntries([...own, ...keys]) };
}

function claimsOf(table: string, fields: Fields, row: SqlRow): readonly Claim[] {
  return Object.entries(fields).flatMap(([name, { options }]) => {
    const value = row[name];
    if (options.unique === undefined || typeof value !== "string") return [];
    return [{ kind: `${table}.${name}`, value, field: name, code: options.unique, disputed: name }];
  });
}

function indexesOf(table: string, options: RecordOptions, sorted: readonly string[]): Index[] {
  const made = [
    ["created_at", "id"],
    ...sorted.map((name) => [name, "id"]),
    ...(options.indexes ?? []),
  ];
  return made.map((columns) => ({
    name: `${table}_by_${columns.filter((name) => name !== "id").join("_and_")}`,
    columns: ["tenant_id", ...columns],
  }));
}

function sortColumnOf(name: string, declared: Field | undefined): string {
  return declared !== undefined && isKeyed(declared) ? keyColumn(name) : name;
}

function sortColumns(fields: Fields): readonly string[] {
  return fieldsWith(fields, "sort").map((name) => sortColumnOf(name, fields[name]));
}

/** The table that follows from a record's fields. */
function tableOf(fields: Fields, options: RecordOptions): TableDeclaration {
  const { table: name, merge, audience } = options;
  const keyed = keyedNames(fields);
  const searched = fieldsWith(fields, "search");
  const fieldRules = Object.fromEntries(
    keyed.map((field): [string, FieldRule] => [keyColumn(field), { follows: field }]),
  );
  return defineTable({
    name,
    merge,
    audience,
    columns: columnsOf(fields),
    fieldRules,
    indexes: indexesOf(name, options, sortColumns(fields)),
    derive: (row) =>
      Object.fromEntries(
        keyed.map((field) => [keyColumn(field), normaliseName(textOf(row[field]))]),
      ),
    searchKeys: (row) =>
      searched.flatMap((field) => nameTokens(textOf(row[field])).map((token) => `n:${token}`)),
    claims: (row) => claimsOf(name, fields, row),
  });
}

function mapValues(wanted: SqlRow): Readonly<Record<string, FilterValue | undefined>> {
  const entries = Object.entries(wanted).map(([name, value]) => [name, filterOf(value)] as const);
  return Object.fromEntries(entries);
}

/** A list's query, as the contract has read it. */
interface ListQuery extends RecordTimes {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly q?: unknown;
  readonly sort?: unknown;
}

function foundByWords(table: string, tenantId: string, text: string): RawBuilder<SqlBool> {
  const conditions = nameTokens(text).map((token) => {
    const from = `n:${token}`;
    return sql<SqlBool>`id IN (SELECT entity_id FROM search_keys WHERE tenant_id = ${tenantId}
      AND entity = ${table} AND search_key >= ${from} AND search_key < ${from + last})`;
  });
  return conditions.length === 0
    ? sql<SqlBool>`1 = 1`
    : sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;
}

type ListedRows = SelectQueryBuilder<{ readonly record: RecordRow }, "record", RecordRow>;

/** The handlers of a declared resource. */
class RecordHandlers {
  readonly #table: TableDeclaration;
  readonly #fields: Fields;
  readonly #options: RecordOptions;
  readonly #crud: CrudOptions;

  constructor(table: TableDeclaration, fields: Fields, options: RecordOptions, crud: CrudOptions) {
    this.#table = table;
    this.#fields = fields;
    this.#options = options;
    this.#crud = crud;
  }

  async list(ctx: ReadContext, query: ListQuery): Promise<Page<SqlRow>> {
    const { limit, cursor, q, sort, ...filters } = query;
    const order = textOf(sort) || (this.#crud.sort ?? "-created_at");
    const name = order.replace(/^-/, "");
    const scope = this.#isShared ? {} : { branch_id: ctx.branch.id };
    const narrowed = { ...filters, ...scope, q };
    const page = await readPage(this.#rows(ctx, narrowed), {
      sortColumn: sortColumnOf(name, this.#fields[name]),
      isDescending: order.startsWith("-"),
      limit,
      cursor,
      cursors: ctx.cursors,
      list: this.#table.name,
      tenantId: ctx.tenantId,
      filters: narrowed,
    });
    for (const row of page.data) this.#auditRead(ctx, row);
    const stateOf = await syncStatesOf(
      ctx,
      page.data.map(({ id }) => id),
    );
    return { ...page, data: page.data.map((row) => this.#present(row, stateOf(row.id))) };
  }

  async get(ctx: ReadContext, id: string): Promise<SqlRow> {
    const known = found(await findWithState(ctx.session, this.#recordTable, ctx.tenantId, id));
    this.#inScope(ctx, known.row);
    this.#auditRead(ctx, known.row);
    return this.#present(known.row, known.state);
  }

  create(ctx: WriteContext, body: SqlRow): Promise<SqlRow> {
    refuseForeignScope(body, ctx);
    const own = Object.keys(this.#fields).map((name) => [name, body[name] ?? null] as const);
    const row = ctx.write.insert(this.#recordTable, ctx.newId(this.#crud.prefix), {
      branch_id: ctx.branch.id,
      metadata: metadataOf(body),
      ...Object.fromEntries(own),
    });
    this.#emit(ctx, this.#options.events?.created, row);
    return this.#answer(ctx, row);
  }

  async update(ctx: WriteContext, id: string, body: SqlRow): Promise<SqlRow> {
    const row = this.#inScope(ctx, found(await ctx.write.load(this.#recordTable, id)));
    if (!this.#isShared) refuseOtherBranch(ctx, row);
    refuseStale(ctx, row);
    const before = await this.#answer(ctx, row);
    refuseReadOnly(body, before, [
      ...recordReadOnly,
      "branch_id",
      ...fieldsWith(this.#fields, "fixed"),
    ]);
    const names = [...Object.keys(this.#fields), "metadata"];
    const patch = names.map((name) => [name, body[name]] as const);
    const after = ctx.write.update(this.#recordTable, row, Object.fromEntries(patch));
    if (after !== row) this.#emit(ctx, this.#options.events?.updated, after);
    return this.#answer(ctx, after);
  }

  get #isShared(): boolean {
    return this.#table.audience === "tenant";
  }

  // Every declared table has the columns of every record.
  get #recordTable(): TableDeclaration<typeof recordColumns> {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- `columnsOf` begins with recordColumns
    return this.#table as unknown as TableDeclaration<typeof recordColumns>;
  }

  #inScope(ctx: Context, row: RecordRow): RecordRow {
    return this.#isShared ? row : foundInScope(ctx.caller, row);
  }

  #rows(ctx: ReadContext, { q, ...filters }: SqlRow & RecordTimes): ListedRows {
    const { created_from, created_to, updated_from, updated_to, ...wanted } = filters;
    const rows = ctx.db
      .selectFrom(sql<RecordRow>`${sql.table(this.#table.name)}`.as("record"))
      .selectAll()
      .where(sql<SqlBool>`tenant_id = ${ctx.tenantId}`)
      .where(whereFields(mapValues(wanted)))
      .where(madeWithin({ created_from, created_to, updated_from, updated_to }));
    const narrowed =
      q === undefined ? rows : rows.where(foundByWords(this.#table.name, ctx.tenantId, textOf(q)));
    // oxlint-disable-next-line typescript/consistent-type-assertions -- all columns of a table that has recordColumns
    return narrowed as unknown as ListedRows;
  }

  #present(row: RecordRow, state: Parameters<typeof presentRecord>[1]): SqlRow {
    const own = Object.keys(this.#fields).map((name) => [name, row[name]] as const);
    const { id, branch_id } = row;
    return { id, branch_id, ...Object.fromEntries(own), ...presentRecord(row, state) };
  }

  async #answer(ctx: WriteContext, row: RecordRow): Promise<SqlRow> {
    const stateOf = await syncStatesOf(ctx, [row.id]);
    return this.#present(row, stateOf(row.id));
  }

  // What is about a patient is looked at by somebody, and that is noted.
  #auditRead(ctx: ReadContext, row: RecordRow): void {
    const patientId = row["patient_id"];
    if (typeof patientId === "string") ctx.auditRead(this.#table.name, row.id, patientId);
  }

  #emit(ctx: WriteContext, event: string | undefined, row: RecordRow): void {
    if (event !== undefined) ctx.write.emit(event, this.#table, row, {});
  }
}

/** What the four handlers take and answer, whatever the fields. */
interface HandlersOf {
  list(input: { readonly query: ListQuery }, ctx: ReadContext): Promise<Page<SqlRow>>;
  get(input: { readonly params: { readonly id: string } }, ctx: ReadContext): Promise<SqlRow>;
  create(input: { readonly body: SqlRow }, ctx: WriteContext): Promise<SqlRow>;
  update(
    input: { readonly params: { readonly id: string }; readonly body: SqlRow },
    ctx: WriteContext,
  ): Promise<SqlRow>;
}

/** A resource with its table, endpoints and handlers, by the declaration of its fields. */
export function defineRecord<const F extends RecordFields>(
  contract: CrudContract<F>,
  fields: F,
  options: RecordOptions & { readonly crud: CrudOptions },
): DeclaredRecord {
  const table = tableOf(fields, options);
  const handlers = new RecordHandlers(table, fields, options, options.crud);
  const { updated: updatedEvent } = options.events ?? {};
  const byName: HandlersOf = {
    list: ({ query }, ctx) => handlers.list(ctx, query),
    get: ({ params }, ctx) => handlers.get(ctx, params.id),
    create: ({ body }, ctx) => handlers.create(ctx, body),
    update: ({ params, body }, ctx) => handlers.update(ctx, params.id, body),
  };
  const module = defineModule(
    options.crud.resource,
    contract,
    // oxlint-disable-next-line typescript/consistent-type-assertions -- each answers the fields that the contract was made of, and the contract checks it
    byName as unknown as Handlers<CrudContract<F>>,
    {
      rules: {
        table,
        // Also what is never changed otherwise: of two records with one code, one has to take another.
        body: z.strictObject(sentShape(fields)).partial(),
        readOnly: recordReadOnly,
        ...(updatedEvent === undefined ? {} : { updatedEvent }),
      },
    },
  );
  return { ...module, table, sample: options.sample };
}
