import type { Page } from "#contract/paging.ts";
import { readOnlyOf, type RecordFields } from "#contract/record-fields.ts";
import { recordReadOnly, type SyncState } from "#contract/record.ts";
import type { SqlRow } from "#db/model.ts";
import { findWithState, syncStatesOf, type Viewer } from "#db/read.ts";
import type { Columns, RecordOf, RowOfColumns, TableDeclaration } from "#db/table.ts";
import { found } from "#write/write.ts";
import { refuseReadOnly, refuseStale } from "./body-checks.ts";
import { foundInScope, refuseOtherBranch } from "./branch-scope.ts";
import { closedPatients, refuseClosed } from "./closed-patients.ts";
import type { Context, ReadContext, WriteContext } from "./context.ts";
import {
  recordList,
  type ListQuery,
  type RecordList,
  type RecordListOptions,
} from "./record-list.ts";
import type { Condition } from "./word-search.ts";
import {
  recordMapping,
  type AnswerOf,
  type Computed,
  type RecordMapping,
} from "./record-mapping.ts";

/** How records are looked at, beyond their fields. */
export interface RecordsOptions<
  F extends RecordFields,
  C extends Columns,
> extends RecordListOptions {
  /**
   * The patient whom a record is about: that somebody has looked at it is noted under that name, also without one. Null
   * where looking is not noted. Usually the row's `patient_id`, where the table has it.
   */
  readonly patientOf?: ((row: RecordOf<C>) => string | null) | null;
  /** Refuses a record that the caller may not see. */
  readonly refuseUnseen?: (ctx: Context, row: RecordOf<C>) => void;
  /** What answers say beyond the rows' fields; it may look things up for all of a page at once. */
  readonly computed?: (
    viewer: Viewer,
    rows: readonly RecordOf<C>[],
  ) => Promise<(row: RecordOf<C>) => Computed<F>>;
}

function patientIn(row: SqlRow): string | null {
  const { patient_id: id } = row;
  return typeof id === "string" ? id : null;
}

/** Records of one resource: found, listed and answered by the declaration of their fields. */
export class Records<F extends RecordFields, C extends Columns> {
  readonly #table: TableDeclaration<C>;
  readonly #options: RecordsOptions<F, C>;
  readonly #readOnly: readonly string[];
  readonly #patientOf: ((row: RecordOf<C>) => string | null) | null;
  readonly #isOfBranch: boolean;
  readonly mapping: RecordMapping<F>;
  readonly lists: RecordList<C>;

  constructor(table: TableDeclaration<C>, fields: F, options: RecordsOptions<F, C> = {}) {
    const { patientOf = "patient_id" in table.columns ? patientIn : null } = options;
    const { scope = table.audience } = options;
    this.#table = table;
    this.#options = options;
    this.#readOnly = [...recordReadOnly, "branch_id", ...readOnlyOf(fields)];
    this.#patientOf = patientOf;
    this.#isOfBranch = scope === "branch" || scope === "visible";
    this.mapping = recordMapping(fields);
    this.lists = recordList(table, fields, options);
  }

  /** A page of records within the list's scope; see `RecordList.page`. */
  async list(
    ctx: ReadContext,
    query: ListQuery,
    conditions?: readonly Condition[],
  ): Promise<Page<AnswerOf<F>>> {
    const page = await this.lists.page(ctx, query, conditions);
    for (const row of page.data) this.#noteRead(ctx, row);
    const computed = await this.#options.computed?.(ctx, page.data);
    const data = page.data.map((row) =>
      this.mapping.present(row, row.travel_state, computed?.(row)),
    );
    return { ...page, data };
  }

  /** One record. @throws AppError not_found, also for one that the caller may not see */
  async get(ctx: ReadContext, id: string): Promise<AnswerOf<F>> {
    const known = found(await findWithState(ctx.session, this.#table, ctx.tenantId, id));
    const row = this.#seen(ctx, known.row);
    this.#noteRead(ctx, row);
    return this.present(ctx, row, known.state);
  }

  /**
   * A record that is about to change, as it is kept. @param body of the change, which may repeat what only the server sets
   * @throws AppError not_found, branch_mismatch, version_conflict, read_only_field
   */
  async forChange(ctx: WriteContext, id: string, body: SqlRow = {}): Promise<RecordOf<C>> {
    const row = this.#seen(ctx, found(await ctx.write.load(this.#table, id)));
    await this.#refuseClosed(ctx, row);
    if (this.#isOfBranch) refuseOtherBranch(ctx, row);
    refuseStale(ctx, row);
    await this.refuseReadOnly(ctx, row, body);
    return row;
  }

  /** Refuses a body that gives another value to what only the server sets. @param row null for a new one @throws AppError read_only_field */
  async refuseReadOnly(ctx: WriteContext, row: RecordOf<C> | null, body: SqlRow): Promise<void> {
    const isRepeated = this.#readOnly.some((name) => body[name] !== undefined);
    if (!isRepeated) return;
    refuseReadOnly(body, row === null ? {} : await this.present(ctx, row), this.#readOnly);
  }

  /** A row as the wire answers it. @param state how far it has travelled; looked up where it is not given */
  async present(viewer: Viewer, row: RecordOf<C>, state?: SyncState): Promise<AnswerOf<F>> {
    const computed = await this.#options.computed?.(viewer, [row]);
    const known = state ?? (await this.#stateOf(viewer, row.id));
    return this.mapping.present(row, known, computed?.(row));
  }

  // What never leaves its node waits for nobody.
  async #stateOf(viewer: Viewer, id: string): Promise<SyncState> {
    if (this.#table.merge === "local") return "synced";
    return (await syncStatesOf(viewer, [id]))(id);
  }

  #seen(ctx: Context, kept: RowOfColumns<C>): RecordOf<C> {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- a record's table has recordColumns
    const row = kept as RecordOf<C>;
    if (this.#isOfBranch) foundInScope(ctx.caller, row);
    this.#options.refuseUnseen?.(ctx, row);
    return row;
  }

  // Whoever changes a record is answered the whole of it.
  async #refuseClosed(ctx: WriteContext, row: RecordOf<C>): Promise<void> {
    const patientId = this.#patientOf?.(row) ?? null;
    if (patientId === null) return;
    refuseClosed(await closedPatients({ ...ctx, nowMs: ctx.now() }, new Set([patientId])));
  }

  #noteRead(ctx: ReadContext, row: RecordOf<C>): void {
    if (this.#patientOf !== null) ctx.auditRead(this.#table.name, row.id, this.#patientOf(row));
  }
}
