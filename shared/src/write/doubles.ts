import { claimDoublesTable, claimsTable } from "#db/core.table.ts";
import type { Dialect } from "#db/dialect.ts";
import type { SqlRow, Statement } from "#db/model.ts";
import { deleteRows } from "#db/statements.ts";

const columns = Object.keys(claimsTable.columns);

function same(one: string, other: string, names: readonly string[]): string {
  return names.map((name) => `${one}.${name} = ${other}.${name}`).join(" AND ");
}

const value = claimsTable.primaryKey;

function overRows(
  dialect: Dialect,
  rows: readonly SqlRow[],
  text: (source: string) => string,
): readonly Statement[] {
  const source = dialect.rowSource(claimsTable);
  if (source === null) throw new Error("claims have a source of rows in every engine");
  const { most, values } = source;
  const parts = Array.from({ length: Math.ceil(rows.length / most) }, (_, part) =>
    rows.slice(part * most, (part + 1) * most),
  );
  const some = most === Number.POSITIVE_INFINITY ? [rows] : parts;
  return some.map((part) => ({ text: text(source.text), values: values(part) }));
}

/** Notes those of some claims that another record holds. */
export function noteDoubles(dialect: Dialect, claims: readonly SqlRow[]): readonly Statement[] {
  if (claims.length === 0) return [];
  const list = columns.join(", ");
  const ofTenant = dialect.sameTenant(claimsTable, "held");
  return overRows(
    dialect,
    claims,
    (source) => `INSERT INTO claim_doubles (${list}) SELECT ${list} FROM ${source}
      WHERE NOT EXISTS (SELECT 1 FROM claims AS held WHERE ${same("held", "given", columns)}${ofTenant})
      ON CONFLICT DO NOTHING`,
  );
}

/** Gives what was given up to a record that has it as well: of several to the one that comes first by its id. */
export function passOnClaims(dialect: Dialect, gone: readonly SqlRow[]): readonly Statement[] {
  if (gone.length === 0) return [];
  const list = value.join(", ");
  const given = value.map((name) => `waiting.${name}`).join(", ");
  return [
    ...deleteRows(dialect, claimDoublesTable, gone),
    ...overRows(
      dialect,
      gone,
      (source) => `INSERT INTO claims (${list}, entity_id)
        SELECT ${given}, min(waiting.entity_id) FROM claim_doubles AS waiting JOIN ${source}
          ON ${same("waiting", "given", value)}${dialect.sameTenant(claimsTable, "waiting")}
        GROUP BY ${given} ON CONFLICT DO NOTHING`,
    ),
    ...overRows(
      dialect,
      gone,
      (source) => `DELETE FROM claim_doubles WHERE (${columns.join(", ")}) IN (
        SELECT ${columns.map((name) => `held.${name}`).join(", ")} FROM claims AS held JOIN ${source}
          ON ${same("held", "given", value)}${dialect.sameTenant(claimsTable, "held")})
        ${dialect.sameTenant(claimsTable, "claim_doubles")}`,
    ),
  ];
}
