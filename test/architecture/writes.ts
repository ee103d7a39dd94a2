import { visit, type Source } from "./sources.ts";

/** A place where a source changes rows. */
export interface RowChange {
  readonly line: number;
  /** How it does it: a query builder's method, a statement's function, or SQL in a text. */
  readonly by: string;
  /** The table, where the source names it in plain letters. */
  readonly table: string | null;
  /** The statement, where it is SQL in a text. */
  readonly sql: string | null;
}

const BUILDERS = new Set(["insertInto", "replaceInto", "updateTable", "deleteFrom", "mergeInto"]);
const STATEMENTS =
  /^(insert|insertIgnoring|update|upsert|delete)Statement$|^bulk(Insert|Update|Upsert|Delete)/;
const SQL =
  /\b(?:insert\s+(?:or\s+\w+\s+)?into|replace\s+into|delete\s+from|truncate(?:\s+table)?|merge\s+into)\s+["`$\w{]|\bupdate\s+["`$\w{}.()]+\s+set\b/i;

/** Every place of a source that inserts, updates or deletes rows. */
export function rowChanges(source: Source): RowChange[] {
  const found: RowChange[] = [];
  const inText = (start: number, end: number): void => {
    const sql = source.text.slice(start, end);
    if (SQL.test(sql)) found.push({ line: source.lineAt(start), by: "SQL", table: null, sql });
  };
  visit(source, {
    CallExpression({ callee, arguments: args, start }) {
      const [first] = args;
      const table =
        first?.type === "Literal" && typeof first.value === "string" ? first.value : null;
      if (callee.type === "MemberExpression" && callee.property.type === "Identifier") {
        const { name } = callee.property;
        if (BUILDERS.has(name))
          found.push({ line: source.lineAt(start), by: name, table, sql: null });
      }
      if (callee.type === "Identifier" && STATEMENTS.test(callee.name)) {
        found.push({ line: source.lineAt(start), by: callee.name, table: null, sql: null });
      }
    },
    Literal({ value, start, end }) {
      if (typeof value === "string") inText(start, end);
    },
    TemplateLiteral({ start, end }) {
      inText(start, end);
    },
  });
  return found;
}

/** The names of the tables that a source declares. */
export function declaredTables(source: Source): string[] {
  const names: string[] = [];
  visit(source, {
    CallExpression({ callee, arguments: args }) {
      if (callee.type !== "Identifier" || callee.name !== "defineTable") return;
      const [options] = args;
      if (options?.type !== "ObjectExpression") return;
      for (const property of options.properties) {
        if (property.type !== "Property" || property.key.type !== "Identifier") continue;
        if (property.key.name !== "name" || property.value.type !== "Literal") continue;
        if (typeof property.value.value === "string") names.push(property.value.value);
      }
    },
  });
  return names;
}

/** The modules that a source imports, as it writes them. */
export function importsOf(source: Source): string[] {
  return source.program.body.flatMap((node) =>
    node.type === "ImportDeclaration" ? [node.source.value] : [],
  );
}
