import type { SqlRow, Statement } from "./session.ts";
import { manyStatement } from "./statements.ts";

/** The same statements with those of one text as one statement over all their rows, where the engine has a way. */
export function joinRows(statements: readonly Statement[]): readonly Statement[] {
  const rowsByText = new Map<string, SqlRow[]>();
  const alone: Statement[] = [];
  for (const statement of statements) {
    const { many } = statement;
    const known = many === undefined ? undefined : rowsByText.get(many.text);
    if (many === undefined) alone.push(statement);
    else if (known === undefined) rowsByText.set(many.text, [...many.rows]);
    else known.push(...many.rows);
  }
  const joined = Array.from(rowsByText, ([text, rows]) => manyStatement({ text, rows }));
  return [...joined, ...alone];
}
