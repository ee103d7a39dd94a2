import type * as z from "zod";
import {
  isGivenLater,
  type AnswerShape,
  type GivenLater,
  type RecordFields,
} from "#contract/record-fields.ts";
import { recordShape, type SyncState } from "#contract/record.ts";
import type { SqlRow } from "#db/model.ts";
import { presentRecord } from "#db/read.ts";
import type { recordColumns, RowOfColumns } from "#db/table.ts";
import { madeOnce } from "./kept-answers.ts";
import { columnOf, type KeptColumns } from "./record-table.ts";

/** A record of these fields, as the wire answers it. */
export type AnswerOf<F extends RecordFields> = {
  readonly id: string;
  readonly branch_id: string | null;
} & ReturnType<typeof presentRecord> & {
    readonly [Name in keyof F]: z.output<AnswerShape<F>[Name]>;
  };

/** Members of an answer that are worked out, or otherwise than their columns keep them. */
export type Computed<F extends RecordFields> = Partial<AnswerOf<F>> & SqlRow;

/** The values of a new row that follow from the body that makes it. */
export type FirstValues<F extends RecordFields> = RowOfColumns<KeptColumns<F>> & WithMetadata;

/** The values that a body changes. */
export type LaterValues<F extends RecordFields> = Partial<
  RowOfColumns<KeptColumns<Pick<F, GivenLater<F>>>> & WithMetadata
>;

type WithMetadata = Pick<PresentedRow, "metadata">;

/** The ways between the row of a record, its bodies and its answer. */
export interface RecordMapping<F extends RecordFields> {
  /** A row as the wire answers it; `computed` has the last word. */
  present(row: PresentedRow, state: SyncState, computed?: Computed<F>): AnswerOf<F>;
  /** What a body that makes a record says of each column; what it leaves out begins as declared, else with nothing. */
  first(body: SqlRow): FirstValues<F>;
  /** What a body that changes a record gives. */
  later(body: SqlRow): LaterValues<F>;
}

type PresentedRow = RowOfColumns<typeof recordColumns>;

interface Kept {
  readonly name: string;
  readonly column: string;
  readonly initial: unknown;
  readonly isGivenLater: boolean;
}

function keptFields(fields: RecordFields): readonly Kept[] {
  return Object.entries(fields).flatMap(([name, declared]) => {
    const { initial = null } = declared.options;
    const kept = { name, column: columnOf(name, declared), initial };
    return declared.kind === "none" ? [] : [{ ...kept, isGivenLater: isGivenLater(declared) }];
  });
}

type RowReader = (row: PresentedRow, state: SyncState) => Record<string, unknown>;

/**
 * What copies a row's columns under the names of the answer's members. It is put together as code, once for a resource: a
 * loop over names that differ takes 50 ns a member, 50 µs for a page of 25 patients; this takes 6 µs, as an object written
 * out by hand does.
 */
function rowReader(kept: readonly Kept[]): RowReader {
  const own = kept.map(({ name, column }) => [name, `row[${JSON.stringify(column)}]`] as const);
  const ofRecord = Object.keys(recordShape).map((name) => [name, `record.${name}`] as const);
  const members = [["id", "row.id"], ["branch_id", "row.branch_id"], ...own, ...ofRecord];
  const code = members.map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(", ");
  // oxlint-disable-next-line typescript/consistent-type-assertions, typescript/no-implied-eval -- names of declarations alone, none of a request
  const read = new Function("row", "record", `return { ${code} };`) as ReadWithRecord;
  return (row, state) => read(row, presentRecord(row, state));
}

type ReadWithRecord = (
  row: PresentedRow,
  record: ReturnType<typeof presentRecord>,
) => Record<string, unknown>;

/** The mapping of records with these fields, worked out once: what it does for a row is one step a field. */
export function recordMapping<const F extends RecordFields>(fields: F): RecordMapping<F> {
  const kept = keptFields(fields);
  const changed = kept.filter((one) => one.isGivenLater);
  const read = rowReader(kept);
  return {
    present: (row, state, computed) =>
      madeOnce(row, { maker: read, state, computed }, () => {
        const answer = read(row, state);
        for (const name in computed) answer[name] = computed[name];
        // oxlint-disable-next-line typescript/consistent-type-assertions -- a member for each field, and the contract checks it
        return answer as AnswerOf<F>;
      }),
    first: (body) => {
      const row: Record<string, unknown> = { metadata: body["metadata"] ?? {} };
      for (const { name, column, initial } of kept) row[column] = body[name] ?? initial;
      // oxlint-disable-next-line typescript/consistent-type-assertions -- a column for each field that the contract has read
      return row as FirstValues<F>;
    },
    later: (body) => {
      const patch: Record<string, unknown> = {};
      if (body["metadata"] !== undefined) patch["metadata"] = body["metadata"];
      for (const { name, column } of changed) {
        if (body[name] !== undefined) patch[column] = body[name];
      }
      // oxlint-disable-next-line typescript/consistent-type-assertions -- as above: a column for each field that the contract has read
      return patch as LaterValues<F>;
    },
  };
}
