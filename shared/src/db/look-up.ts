import { inList } from "./in-list.ts";
import type { Dialect } from "./dialect.ts";
import type { LookUp, SqlRow, SqlSession, Statement } from "./session.ts";

/** A look-up as a statement of its own. */
export function lookUpStatement(dialect: Dialect, question: LookUp): Statement {
  const { table, columns, tenantId, fixed, column, isLocking, limit } = question;
  const where = ["tenant_id", ...Object.keys(fixed)].map(
    (name, index) => `${name} = ${dialect.placeholder(index + 1)}`,
  );
  const given = [tenantId, ...Object.values(fixed)];
  const each = dialect.limitEach(
    `SELECT ${columns.join(", ")} FROM ${table} WHERE ${where.join(" AND ")} AND ${column}`,
    { position: given.length + 1, values: inList(question.values), limit },
    isLocking ? dialect.forUpdate : "",
  );
  return { text: each.text, values: [...given, ...each.values] };
}

/** The rows that a look-up asks for; where the transaction is shared, in one statement with what others ask. */
export async function lookUp(session: SqlSession, question: LookUp): Promise<readonly SqlRow[]> {
  if (question.values.length === 0) return [];
  if (session.shared !== undefined) return session.shared.lookUp(question);
  const { text, values } = lookUpStatement(session.dialect, question);
  return session.query(text, values);
}
