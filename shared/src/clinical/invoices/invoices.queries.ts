import { sql, type SqlBool } from "kysely";
import type * as z from "zod";
import type { Condition } from "#resource/word-search.ts";
import type { invoicesContract } from "./invoices.contract.ts";
import { owedStatuses } from "./invoices.states.ts";

type Query = z.output<typeof invoicesContract.list.query>;

// Literal, so that both engines may use the index of states.
const isOwed = sql.raw<SqlBool>(
  `due_minor > 0 AND status IN (${owedStatuses.map((one) => `'${one}'`).join(", ")})`,
);

/** The conditions of a list of invoices beside those of their fields. */
export function listedInvoices(query: Query): readonly Condition[] {
  const { open, date_from: from, date_to: to, due_before: due } = query;
  const { min_total_minor: least, max_total_minor: most } = query;
  return [
    ...(open === undefined ? [] : [isOwed]),
    ...(from === undefined ? [] : [sql<SqlBool>`issue_date >= ${from}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`issue_date <= ${to}`]),
    ...(due === undefined ? [] : [sql<SqlBool>`due_date < ${due}`]),
    ...(least === undefined ? [] : [sql<SqlBool>`total_minor >= ${least}`]),
    ...(most === undefined ? [] : [sql<SqlBool>`total_minor <= ${most}`]),
  ];
}
