import type { SqlRow } from "#db/model.ts";
import type { Session } from "#db/session.ts";
import type { Closing, Treating } from "#db/closing.ts";
import type { TableDeclaration } from "#db/table.ts";
import { AppError } from "#kernel/errors.ts";
import { addDays, instantOf, localDate } from "#kernel/zones.ts";
import { isoInstant } from "#kernel/clock.ts";
import type { BranchSettings, Caller } from "./context.ts";

/** Who looks, from where and why. */
export interface Looking {
  readonly session: Session;
  readonly tenantId: string;
  readonly caller: Pick<Caller, "type" | "id">;
  /** Null where nobody acts for a branch: then nobody there treats anybody. */
  readonly branch: Pick<BranchSettings, "id" | "timeZone"> | null;
  /** What the caller says of itself: `X-Access-Reason`. */
  readonly reason: string | null;
  readonly nowMs: number;
}

/** What opens: a word or two. */
const shortestReason = 5;

// What works without a person looking at it: the nodes, their devices and the system itself.
const unseeing: ReadonlySet<Caller["type"]> = new Set(["device", "system"]);

interface ClosingTable {
  readonly table: TableDeclaration;
  readonly closing: Closing;
  /** What is read of it. One list for all that ask, by which the text of the question is found again. */
  readonly columns: readonly string[];
}

function closingTableOf(schema: Session["schema"]): ClosingTable | null {
  const table = schema.tables.find(({ closing }) => closing !== undefined);
  if (table?.closing === undefined) return null;
  const { closing, supersededBy } = table;
  const links = supersededBy === undefined ? [] : [supersededBy.link, ...supersededBy.beside];
  return { table, closing, columns: ["id", closing.column, ...links] };
}

const closingTables = new WeakMap<Session["schema"], ClosingTable | null>();

function closingTable({ schema }: Session): ClosingTable | null {
  const known = closingTables.get(schema);
  if (known !== undefined) return known;
  const found = closingTableOf(schema);
  closingTables.set(schema, found);
  return found;
}

function idsIn(value: unknown): readonly string[] {
  const listed: readonly unknown[] = Array.isArray(value) ? value : [value];
  return listed.filter((id) => typeof id === "string");
}

/** The records of the same person, by the links between records of one. */
function othersOf({ supersededBy }: TableDeclaration, row: SqlRow): readonly string[] {
  if (supersededBy === undefined) return [];
  return [supersededBy.link, ...supersededBy.beside].flatMap((name) => idsIn(row[name]));
}

async function rowsOf(
  { session, tenantId }: Looking,
  { table, columns }: ClosingTable,
  ids: readonly string[],
): Promise<readonly SqlRow[]> {
  if (ids.length === 0) return [];
  return session.lookUp({
    table: table.name,
    columns,
    tenantId,
    fixed: {},
    column: "id",
    values: [...ids],
    isLocking: false,
    limit: 1,
  });
}

/** Of some patients those who are opened with a reason alone, each with all ids of the same person. */
async function closedPersons(
  looking: Looking,
  closing: ClosingTable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { table } = closing;
  const rows = await rowsOf(looking, closing, ids);
  const known = new Map(rows.map((row) => [String(row["id"]), row]));
  const beside = rows.flatMap((row) => othersOf(table, row)).filter((id) => !known.has(id));
  // What only one of two merged records says holds for the person.
  const others = await rowsOf(looking, closing, [...new Set(beside)]);
  for (const row of others) known.set(String(row["id"]), row);
  const persons = rows.map((row) => {
    const own = [String(row["id"]), ...othersOf(table, row)];
    return [String(row["id"]), own] as const;
  });
  return new Map(
    persons.filter(([, own]) => own.some((id) => known.get(id)?.[closing.closing.column] === true)),
  );
}

async function hasTreating(
  { session, tenantId, branch, nowMs }: Looking,
  table: TableDeclaration,
  { field, states, today }: Treating,
  patientIds: readonly string[],
): Promise<boolean> {
  if (branch === null || table.patientColumn === null) return false;
  const day = localDate(nowMs, branch.timeZone);
  const begin = (date: string) => isoInstant(instantOf(date, "00:00", branch.timeZone));
  const values: unknown[] = [];
  const put = (value: unknown) => {
    values.push(value);
    return session.dialect.placeholder(values.length);
  };
  const oneOf = (some: readonly string[]) => some.map(put).join(", ");
  const conditions = [
    `tenant_id = ${put(tenantId)}`,
    `branch_id = ${put(branch.id)}`,
    `${table.patientColumn} IN (${oneOf(patientIds)})`,
    ...(field === undefined ? [] : [`${field} IN (${oneOf(states ?? [])})`]),
    ...(today === undefined
      ? []
      : [`${today} >= ${put(begin(day))}`, `${today} < ${put(begin(addDays(day, 1)))}`]),
  ];
  const rows = await session.query(
    `SELECT 1 FROM ${table.name} WHERE ${conditions.join(" AND ")} LIMIT 1`,
    values,
  );
  return rows.length > 0;
}

/** Whether the acting branch treats somebody now, by what its records say. */
async function isTreated(looking: Looking, patientIds: readonly string[]): Promise<boolean> {
  for (const table of looking.session.schema.tables)
    for (const treating of table.treating ?? [])
      if (await hasTreating(looking, table, treating, patientIds)) return true;
  return false;
}

/** Whether somebody has opened the record of one of some patients to themselves, here, and the time is not over. */
async function isOpened(
  { session, tenantId, branch, caller, nowMs }: Looking,
  patientIds: readonly string[],
): Promise<boolean> {
  if (branch === null) return false;
  for (const { name, opening, patientColumn } of session.schema.tables) {
    if (opening === undefined || patientColumn === null) continue;
    const values = [tenantId, branch.id, caller.id, isoInstant(nowMs), ...patientIds];
    const put = (_: string, place: number) => session.dialect.placeholder(place + 1);
    const [tenant, home, who, now, ...ids] = values.map(put);
    const rows = await session.query(
      `SELECT 1 FROM ${name} WHERE tenant_id = ${tenant} AND branch_id = ${home}
          AND ${opening.by} = ${who} AND ${opening.until} > ${now}
          AND ${patientColumn} IN (${ids.join(", ")}) LIMIT 1`,
      values,
    );
    if (rows.length > 0) return true;
  }
  return false;
}

/**
 * Of some patients those whose records the caller may not open as things stand: they are opened with a reason alone, none is
 * given, the acting branch does not treat them now, and the caller has not opened them in an emergency.
 */
export async function closedPatients(
  looking: Looking,
  ids: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const closed = new Set<string>();
  const hasReason = (looking.reason ?? "").trim().length >= shortestReason;
  const closing = closingTable(looking.session);
  if (hasReason || closing === null || ids.size === 0 || unseeing.has(looking.caller.type))
    return closed;
  const persons = await closedPersons(looking, closing, [...ids]);
  for (const [id, own] of persons) {
    const isOpen = (await isTreated(looking, own)) || (await isOpened(looking, own));
    if (!isOpen) closed.add(id);
  }
  return closed;
}

/** @throws AppError access_reason_required, which names those patients */
export function refuseClosed(closed: ReadonlySet<string>): void {
  if (closed.size === 0) return;
  throw new AppError(
    "access_reason_required",
    "This patient's record is opened with a reason: say it in X-Access-Reason.",
    { header: "X-Access-Reason", patient_ids: [...closed] },
  );
}

type Answer = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Answer {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function hiddenValue(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return isObject(value) ? {} : null;
}

/** Whether records of a table say how somebody is or was treated, and not what is planned with them. */
export function isOfChart({ schema }: Session, name: string): boolean {
  const table = schema.find(name);
  if (table === null || table.closing !== undefined) return false;
  const { guardedFields, merge, keptHome, treating = [] } = table;
  return (
    guardedFields.length > 0 ||
    merge === "fact" ||
    keptHome !== undefined ||
    treating.some(({ today }) => today === undefined)
  );
}

/** What lists leave out. */
interface Closed {
  /** Patients of whom a list says no more than that they are there. */
  readonly closed: ReadonlySet<string>;
  /** Records that it has not, */
  readonly records: ReadonlySet<string>;
  /** patients of whom it has nothing that is made of their records, */
  readonly about: ReadonlySet<string>;
  /** and records of which it has not these values. */
  readonly withheld: ReadonlyMap<string, readonly string[]>;
}

/** An answer without the value that stands at a path. */
function withoutValue(row: Answer, path: string): Answer {
  const [name = "", ...rest] = path.split(".");
  const inner = row[name];
  const left = rest.length > 0 && isObject(inner) ? withoutValue(inner, rest.join(".")) : null;
  return { ...row, [name]: left };
}

function withoutValues(row: Answer, paths: readonly string[]): Answer {
  return { ...paths.reduce(withoutValue, row), is_masked: true };
}

/** What lists leave out of a table's records that are about somebody else's patient. */
export function withheldOf({ schema }: Session, name: string): readonly string[] {
  return schema.find(name)?.withheld ?? [];
}

/** A page without what its reader may not open as things stand. */
export function withoutClosed(
  session: Session,
  output: unknown,
  { closed, records, about, withheld }: Closed,
): unknown {
  if (!isObject(output) || !Array.isArray(output["data"])) return output;
  const { hidden } = closingTable(session)?.closing ?? { hidden: [] };
  const isAmong = (ids: ReadonlySet<string>, id: unknown) => typeof id === "string" && ids.has(id);
  const data = output["data"].flatMap((row: unknown): unknown[] => {
    if (!isObject(row)) return [row];
    if (isAmong(records, row["id"]) || isAmong(about, row["patient_id"])) return [];
    const paths = withheld.get(String(row["id"]));
    if (paths !== undefined) return [withoutValues(row, paths)];
    if (!isAmong(closed, row["id"])) return [row];
    const left = hidden.map((name) => [name, hiddenValue(row[name])] as const);
    return [{ ...row, ...Object.fromEntries(left), is_masked: true }];
  });
  return { ...output, data };
}
