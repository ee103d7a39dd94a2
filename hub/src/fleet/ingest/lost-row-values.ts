import { refusalOf, type RefusedField } from "@edgeward/shared/contract/refused-fields.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { fieldError, type FieldIssue } from "@edgeward/shared/kernel/errors.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import type { Claim, RecordRow, TableDeclaration } from "@edgeward/shared/db/table.ts";
import type { WriteContext } from "@edgeward/shared/resource/context.ts";
import type { LostRow } from "@edgeward/shared/sync/wire/fleet.contract.ts";
import { stampOf } from "@edgeward/shared/write/row-change.ts";
import type { LostRefusal } from "./lost-row-check.ts";
import { lostRowOf } from "./lost-rows-aside.ts";
import type { Received } from "./quarantined-operations.ts";

/** The table of a row, where it is of those that only a hub writes. */
function centralTable({ schema }: Session, { table: name }: LostRow): TableDeclaration | null {
  const table = schema.find(name);
  return table?.merge === "central_reference" ? table : null;
}

function nameOf(row: RecordRow): string | null {
  return typeof row["name"] === "string" ? row["name"] : null;
}

/** A value of a row that another record holds, with the names of both; null where none does. */
async function takenField(
  session: Session,
  table: TableDeclaration,
  row: RecordRow,
  { kind, value, field, code }: Claim,
): Promise<RefusedField | null> {
  const [held] = await session.query(
    `SELECT c.entity_id, to_jsonb(r) ->> 'name' AS entity_name
       FROM claims c LEFT JOIN ${table.name} r ON r.tenant_id = c.tenant_id AND r.id = c.entity_id
      WHERE c.tenant_id = $1 AND c.claim_kind = $2 AND c.claim_value = $3 AND c.entity_id <> $4`,
    [row.tenant_id, kind, value, row.id],
  );
  if (held === undefined) return null;
  const [id, name] = [String(held["entity_id"]), held["entity_name"]];
  return {
    path: `row.${field}`,
    code,
    message: `${id} has it here`,
    values: {
      value: typeof row[field] === "string" ? row[field] : value,
      id: row.id,
      name: nameOf(row),
      held_by_id: id,
      held_by_name: typeof name === "string" ? name : null,
    },
  };
}

/**
 * Why a lost row of what only a hub writes cannot be put back beside what stands, or null: somebody has made another record
 * anew with a value that one alone may have. Two of them nobody could tell apart: a person says first which is to have it.
 * @param current the record as it stands here: what is later there stays
 */
export async function takenRefusal(
  session: Session,
  item: LostRow,
  current: RecordRow | null,
): Promise<LostRefusal | null> {
  const table = centralTable(session, item);
  if (table === null) return null;
  const { row } = item;
  const fields: RefusedField[] = [];
  for (const claim of table.claims?.(row) ?? []) {
    const { value, field } = claim;
    const isGiven = current === null || stampOf(row, field) > stampOf(current, field);
    const taken = value === "" || !isGiven ? null : await takenField(session, table, row, claim);
    if (taken !== null) fields.push(taken);
  }
  const [first] = fields;
  return first === undefined ? null : { code: first.code, ...refusalOf(fields) };
}

function valueIssue(
  table: TableDeclaration,
  own: ReadonlySet<string>,
  name: string,
  value: string,
): readonly FieldIssue[] {
  const path = `values.${name}`;
  if (!own.has(name)) return [{ path, code: "read_only_field", message: "is put back as it was" }];
  const [issue] = table.forms[name]?.safeParse(value).error?.issues ?? [];
  return issue === undefined ? [] : [{ path, code: "validation_error", message: issue.message }];
}

/**
 * A row that was given back, to be put back with other values of the fields that one record alone may have: for one whose
 * code somebody has made anew. They are the decision's, with its time and author; all else is as it was.
 * @throws AppError conflicting_fields, read_only_field, validation_error
 */
export function withOtherValues(
  ctx: WriteContext,
  received: Received,
  values: Readonly<Record<string, string>>,
): Received {
  const item = lostRowOf(received.operation);
  const table = item === null ? null : centralTable(ctx.session, item);
  if (item === null || table === null)
    throw fieldError({
      path: "values",
      code: "conflicting_fields",
      message: "are given where a record that only the hub writes is put back",
    });
  const own = new Set((table.claims?.(item.row) ?? []).map(({ field }) => field));
  const given = Object.entries(values);
  const issues = given.flatMap(([name, value]) => valueIssue(table, own, name, value));
  if (issues.length > 0) throw fieldError(...issues);
  const hlc = ctx.write.runtime.tick();
  const row = {
    ...item.row,
    ...values,
    stamps: { ...item.row.stamps, ...Object.fromEntries(given.map(([name]) => [name, hlc])) },
    version: item.row.version + 1,
    hlc,
    updated_at: isoInstant(ctx.now()),
    updated_by: ctx.caller.id,
  };
  const operation = { ...received.operation, lost_row: { ...item, row } };
  return { ...received, operation };
}
