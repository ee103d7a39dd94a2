import type * as z from "zod";
import {
  isGivenFirst,
  isGivenLater,
  type AnswerShape,
  type Field,
  type GivenFirst,
  type GivenLater,
  type RecordFields,
} from "#contract/record-fields.ts";
import type { SyncState } from "#contract/record.ts";
import type { SqlRow } from "#db/model.ts";
import { presentRecord } from "#db/read.ts";
import type { recordColumns, RowOfColumns } from "#db/table.ts";
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

/** What a body that makes a record says of its row. */
export type FirstValues<F extends RecordFields> = RowOfColumns<KeptColumns<Pick<F, GivenFirst<F>>>>;

/** What a body that changes a record says of its row. */
export type LaterValues<F extends RecordFields> = Partial<
  RowOfColumns<KeptColumns<Pick<F, GivenLater<F>>>>
>;

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
}

function keptFields(fields: RecordFields, isWanted: (declared: Field) => boolean): readonly Kept[] {
  return Object.entries(fields).flatMap(([name, declared]) => {
    if (declared.kind === "none" || !isWanted(declared)) return [];
    const { initial = null } = declared.options;
    return [{ name, column: columnOf(name, declared), initial }];
  });
}

/** The mapping of records with these fields, worked out once: what it does for a row is one step a field. */
export function recordMapping<const F extends RecordFields>(fields: F): RecordMapping<F> {
  const answered = keptFields(fields, () => true);
  const given = keptFields(fields, isGivenFirst);
  const changed = keptFields(fields, isGivenLater);
  return {
    present: (row, state, computed) => {
      // Written into the literal: spreading two objects into a third takes ten times as long.
      const answer: Record<string, unknown> = presentRecord(row, state);
      const values: SqlRow = row;
      answer["id"] = row.id;
      answer["branch_id"] = row.branch_id;
      for (const { name, column } of answered) answer[name] = values[column];
      if (computed !== undefined) Object.assign(answer, computed);
      // oxlint-disable-next-line typescript/consistent-type-assertions -- a member for each field, and the contract checks it
      return answer as AnswerOf<F>;
    },
    first: (body) => {
      const row: Record<string, unknown> = {};
      for (const { name, column, initial } of given) row[column] = body[name] ?? initial;
      // oxlint-disable-next-line typescript/consistent-type-assertions -- a column for each field that the contract has read
      return row as FirstValues<F>;
    },
    later: (body) => {
      const patch: Record<string, unknown> = {};
      for (const { name, column } of changed) {
        if (body[name] !== undefined) patch[column] = body[name];
      }
      // oxlint-disable-next-line typescript/consistent-type-assertions -- as above
      return patch as LaterValues<F>;
    },
  };
}
