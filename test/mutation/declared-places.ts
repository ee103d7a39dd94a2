/** A fault of generic code that a declaration cannot see, and the generated test that has to be red with it. */
export interface DeclaredPlace {
  /** From the repository's root. */
  readonly file: string;
  /** The text that stands there once. */
  readonly original: string;
  readonly replacement: string;
  /** What goes wrong with it. */
  readonly why: string;
  /** The test file, which names no resource. */
  readonly test: string;
}

const declaredRecords = "test/conformance/declared-records.test.ts";

/** What once was wrong, and passed every check. */
export const declaredPlaces: readonly DeclaredPlace[] = [
  {
    file: "shared/src/write/write.ts",
    original: "const wanted = withDerived(table, { ...row, ...Object.fromEntries(given) });",
    replacement: "const wanted = { ...row, ...Object.fromEntries(given) };",
    why: "a resolved conflict leaves a derived column as it was",
    test: declaredRecords,
  },
  {
    file: "shared/src/resource/record-table.ts",
    original: "return [{ kind: `${table}.${name}`, value, field: name, code, disputed: kept }];",
    replacement: "return [{ kind: `${table}.${name}`, value, field: name, code }];",
    why: "a conflict about a unique value cannot be resolved",
    test: declaredRecords,
  },
  {
    file: "shared/src/db/dialect.ts",
    original: 'const kind = schema.find(table ?? "")?.columns[column ?? ""]?.kind;',
    replacement:
      'const kind = schema.tables.find(({ columns }) => (column ?? "") in columns)?.columns[column ?? ""]?.kind;',
    why: "a second column of the same name and another kind is decoded as the first",
    test: "branch-node/src/db/sqlite-store.test.ts",
  },
  {
    file: "shared/src/resource/record-list.ts",
    original: ".where(sql<SqlBool>`tenant_id = ${tenantId}`)",
    replacement: ".where(sql<SqlBool>`${tenantId} = ${tenantId}`)",
    why: "a list shows the records of every tenant",
    test: declaredRecords,
  },
  {
    file: "shared/src/clinical/conflicts/conflicts.queries.ts",
    original: "if (filters.hidden.length > 0)",
    replacement: "if (filters.hidden.length < 0)",
    why: "the inbox shows what is disputed of a record to who may not read the record",
    test: declaredRecords,
  },
];
