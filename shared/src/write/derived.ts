import { fieldError } from "#kernel/errors.ts";
import { claimsTable, reservationsTable, searchKeysTable } from "#db/core.table.ts";
import type { Dialect } from "#db/dialect.ts";
import type { SqlRow, Statement, RowChange } from "#db/model.ts";
import type { Session } from "#db/session.ts";
import { manyRows, upsertStatement } from "#db/statements.ts";
import type { Claim, RecordRow, TableDeclaration } from "#db/table.ts";

function difference(from: readonly string[], without: readonly string[]): readonly string[] {
  const known = new Set(without);
  return from.filter((item) => !known.has(item));
}

function keyedStatements(
  dialect: Dialect,
  change: RowChange,
  added: readonly string[],
  removed: readonly string[],
): readonly Statement[] {
  const statements: Statement[] = [];
  const { tenant_id: tenantId, id } = change.after;
  const place = (position: number) => dialect.placeholder(position);
  const keyed = (keys: readonly string[]) =>
    keys.map((key) => ({
      tenant_id: tenantId,
      entity: change.table.name,
      search_key: key,
      entity_id: id,
    }));
  if (removed.length > 0) {
    statements.push({
      text: `DELETE FROM search_keys WHERE tenant_id = ${place(1)} AND entity = ${place(2)} AND entity_id = ${place(3)}
        AND search_key IN (SELECT value FROM ${dialect.elements(4)})`,
      values: [tenantId, change.table.name, id, JSON.stringify(removed)],
      ...manyRows(dialect, searchKeysTable, "delete", keyed(removed)),
    });
  }
  if (added.length > 0) {
    statements.push({
      text: `INSERT INTO search_keys (tenant_id, entity, search_key, entity_id)
        SELECT ${dialect.textPlaceholder(1)}, ${dialect.textPlaceholder(2)}, value, ${dialect.textPlaceholder(3)} FROM ${dialect.elements(4)}
        WHERE true ON CONFLICT DO NOTHING`,
      values: [tenantId, change.table.name, id, JSON.stringify(added)],
      ...manyRows(dialect, searchKeysTable, "insertIgnoring", keyed(added)),
    });
  }
  return statements;
}

function searchStatements(dialect: Dialect, change: RowChange): readonly Statement[] {
  const { table, before, after } = change;
  if (table.searchKeys === undefined) return [];
  const old = before === null ? [] : table.searchKeys(before);
  const fresh = [...new Set(table.searchKeys(after))];
  return keyedStatements(dialect, change, difference(fresh, old), difference(old, fresh));
}

function claimsOf(table: TableDeclaration, row: RecordRow | null): readonly Claim[] {
  return row === null || table.claims === undefined ? [] : table.claims(row);
}

/** `made`: by a command here, which must not take what is taken; `arrived`: by sync, where what has happened stands. */
export type RowCause = "made" | "arrived";

function claimStatements(
  dialect: Dialect,
  change: RowChange,
  cause: RowCause,
): readonly Statement[] {
  const old = claimsOf(change.table, change.before);
  const fresh = claimsOf(change.table, change.after);
  const name = (claim: Claim) => `${claim.kind}\n${claim.value}`;
  const gone = old.filter((claim) => !fresh.some((other) => name(other) === name(claim)));
  const added = fresh.filter((claim) => !old.some((other) => name(other) === name(claim)));
  const { tenant_id: tenantId, id } = change.after;
  const rowOf = ({ kind, value }: Claim): SqlRow => ({
    tenant_id: tenantId,
    claim_kind: kind,
    claim_value: value,
    entity_id: id,
  });
  const verb = cause === "arrived" ? "insertIgnoring" : "insert";
  const places = [1, 2, 3, 4].map((position) => dialect.placeholder(position));
  return [
    ...gone.map((claim) => ({
      text: `DELETE FROM claims WHERE tenant_id = ${places[0]} AND claim_kind = ${places[1]} AND claim_value = ${places[2]} AND entity_id = ${places[3]}`,
      values: [tenantId, claim.kind, claim.value, id],
      ...manyRows(dialect, claimsTable, "delete", [rowOf(claim)]),
    })),
    ...added.map((claim) => ({
      text: `INSERT INTO claims (tenant_id, claim_kind, claim_value, entity_id) VALUES (${places.join(", ")})${cause === "arrived" ? " ON CONFLICT DO NOTHING" : ""}`,
      values: [tenantId, claim.kind, claim.value, id],
      ...manyRows(dialect, claimsTable, verb, [rowOf(claim)]),
    })),
  ];
}

// What arrives may overlap what was taken here meanwhile; the first keeps the place and a person sees both.
function arrivedReservation(dialect: Dialect, row: SqlRow): readonly Statement[] {
  const place = (position: number) => dialect.placeholder(position);
  const {
    tenant_id: tenantId,
    ref_id: refId,
    resource_id: resourceId,
    start_ms: start,
    end_ms: end,
  } = row;
  return [
    {
      text: `DELETE FROM reservations WHERE tenant_id = ${place(1)} AND ref_id = ${place(2)}`,
      values: [tenantId, refId],
    },
    {
      text: `INSERT INTO reservations (tenant_id, ref_id, resource_id, start_ms, end_ms)
        SELECT ${place(1)}, ${place(2)}, ${place(3)}, ${place(4)}, ${place(5)}
        WHERE NOT EXISTS (SELECT 1 FROM reservations WHERE tenant_id = ${place(6)} AND resource_id = ${place(7)}
          AND start_ms < ${place(8)} AND end_ms > ${place(9)})`,
      values: [tenantId, refId, resourceId, start, end, tenantId, resourceId, end, start],
    },
  ];
}

function reservationStatements(
  dialect: Dialect,
  change: RowChange,
  cause: RowCause,
): readonly Statement[] {
  const { table, before, after } = change;
  if (table.reservation === undefined) return [];
  const old = before === null ? null : table.reservation(before);
  const fresh = table.reservation(after);
  if (fresh === null) {
    if (old === null) return [];
    const text = `DELETE FROM reservations WHERE tenant_id = ${dialect.placeholder(1)} AND ref_id = ${dialect.placeholder(2)}`;
    return [{ text, values: [after.tenant_id, after.id] }];
  }
  const isSame =
    old?.resourceId === fresh.resourceId &&
    old.startMs === fresh.startMs &&
    old.endMs === fresh.endMs;
  if (isSame) return [];
  const row = {
    tenant_id: after.tenant_id,
    ref_id: after.id,
    resource_id: fresh.resourceId,
    start_ms: fresh.startMs,
    end_ms: fresh.endMs,
  };
  return cause === "arrived"
    ? arrivedReservation(dialect, row)
    : [upsertStatement(dialect, reservationsTable, row)];
}

/** Keeps what a row holds alone, claims and reservations, in step with it. */
export function claimAndReservationStatements(
  dialect: Dialect,
  change: RowChange,
  cause: RowCause,
): readonly Statement[] {
  return [
    ...claimStatements(dialect, change, cause),
    ...reservationStatements(dialect, change, cause),
  ];
}

/** Keeps search keys, claims and reservations in step with a row. */
export function derivedStatements(
  dialect: Dialect,
  change: RowChange,
  cause: RowCause,
): readonly Statement[] {
  return [
    ...searchStatements(dialect, change),
    ...claimAndReservationStatements(dialect, change, cause),
  ];
}

function claimName(claim: Claim): string {
  return `claims/${claim.kind}/${claim.value}`;
}

/** The claims that a change adds. */
function freshClaims(change: RowChange): readonly Claim[] {
  const old = new Set(claimsOf(change.table, change.before).map(claimName));
  // A value that is not known yet is nobody's.
  return claimsOf(change.table, change.after).filter(
    (claim) => claim.value !== "" && !old.has(claimName(claim)),
  );
}

async function refuseTaken(session: Session, change: RowChange, claim: Claim): Promise<void> {
  const { tenant_id: tenantId, id } = change.after;
  session.addToWriteSet([claimName(claim)]);
  const [row] = await session.lookUp({
    table: "claims",
    columns: ["claim_value", "entity_id"],
    tenantId,
    fixed: { claim_kind: claim.kind },
    column: "claim_value",
    values: [claim.value],
    isLocking: false,
    limit: 1,
  });
  if (row === undefined || row["entity_id"] === id) return;
  throw fieldError({
    path: claim.field,
    code: claim.code,
    message: "is already held by another record",
  });
}

/** Refuses a change that takes a value another record holds. @throws AppError with the claim's code and field */
export async function refuseTakenClaims(session: Session, change: RowChange): Promise<void> {
  await Promise.all(freshClaims(change).map((claim) => refuseTaken(session, change, claim)));
}

/** What a change touches: its record, what only one record may hold, and times. */
export function writeSetOf(change: RowChange): readonly string[] {
  const { table, before, after } = change;
  const claims = [...claimsOf(table, before), ...claimsOf(table, after)].map(claimName);
  const times = [before, after].flatMap((row) =>
    row === null || table.reservation === undefined ? [] : (table.reservation(row) ?? []),
  );
  const places = times.map(({ resourceId }) => `reservations/${resourceId}`);
  return [`${table.name}/${after.id}`, ...claims, ...places];
}
