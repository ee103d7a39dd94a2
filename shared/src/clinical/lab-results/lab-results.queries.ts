import { sql, type SqlBool } from "kysely";
import type * as z from "zod";
import { question } from "#db/question.ts";
import type { Viewer } from "#db/read.ts";
import type { Reader } from "#db/session.ts";
import { inList } from "#db/statements.ts";
import { underKey, type Condition } from "#resource/word-search.ts";
import type { labResultsContract } from "./lab-results.contract.ts";
import { verifiedStatuses, voidStatuses } from "./lab-results.states.ts";
import { labResultsTable, type LabResultRow } from "./lab-results.table.ts";

interface Place {
  readonly db: Reader;
  readonly tenantId: string;
}

const isNewest = sql<SqlBool>`NOT EXISTS (SELECT 1 FROM lab_results AS newer
  WHERE newer.tenant_id = record.tenant_id AND newer.amends_result_id = record.id)`;

const isHeld = sql<SqlBool>`status NOT IN (${sql.join(voidStatuses.map((one) => sql.lit(one)))})`;

const amending = question(
  (db, { tenantId, ids }: { readonly tenantId: string; readonly ids: readonly string[] }) =>
    db
      .selectFrom("lab_results")
      .select(["id", "amends_result_id"])
      .where("tenant_id", "=", tenantId)
      .where("amends_result_id", "in", ids),
);

interface AskedOfPerson {
  readonly tenantId: string;
  readonly patientIds: readonly string[];
  readonly testCode: string;
  readonly besidesId: string;
}

const verifiedOf = question((db, { tenantId, patientIds, testCode, besidesId }: AskedOfPerson) =>
  db
    .selectFrom("lab_results as record")
    .select(["record.id", "record.observations"])
    .where("record.tenant_id", "=", tenantId)
    .where("record.patient_id", "in", patientIds)
    .where("record.test_code", "=", testCode)
    .where("record.test_id", "!=", besidesId)
    .where("record.status", "in", verifiedStatuses)
    .where(isNewest)
    .orderBy("record.created_at", "desc")
    .orderBy("record.id", "desc")
    .limit(1),
);

/** The versions that stand in place of some, by the ids of those. */
export async function successorsOf(
  { db, tenantId }: Place,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await amending(db, { tenantId, ids });
  return new Map(rows.map((row) => [row.amends_result_id ?? "", row.id]));
}

/** Which version stands in place of each of some. */
export async function supersededByEach(viewer: Viewer, rows: readonly Pick<LabResultRow, "id">[]) {
  // What a command has just made stands: nothing can have come in its place.
  const earlier = rows.filter(({ id }) => viewer.write?.makes(id) !== true);
  const next = await successorsOf(
    viewer,
    earlier.map(({ id }) => id),
  );
  return ({ id }: Pick<LabResultRow, "id">) => ({ superseded_by_id: next.get(id) ?? null });
}

/**
 * What was found in a person by a test the last time that somebody has verified it, other than for the order's test.
 * @param records of the person
 */
export async function lastVerified(
  { db, tenantId }: Place,
  records: readonly string[],
  asked: Pick<LabResultRow, "test_code" | "test_id">,
): Promise<Pick<LabResultRow, "id" | "observations"> | null> {
  const { test_code: testCode, test_id: besidesId } = asked;
  const [row] = await verifiedOf(db, { tenantId, patientIds: records, testCode, besidesId });
  return row ?? null;
}

/** What was found for some orders, as far as somebody has verified it: of each result the version that stands, the first first. */
export async function verifiedOfOrders(
  { db, tenantId }: Place,
  orderIds: readonly string[],
): Promise<readonly LabResultRow[]> {
  if (orderIds.length === 0) return [];
  return db
    .selectFrom("lab_results as record")
    .selectAll("record")
    .where("record.tenant_id", "=", tenantId)
    .where("record.order_id", "in", inList(orderIds))
    .where("record.status", "in", verifiedStatuses)
    .where(isNewest)
    .orderBy("record.created_at")
    .orderBy("record.id")
    .execute();
}

type Query = z.output<typeof labResultsContract.list.query>;

/** The conditions of a list of results: of each the version that stands, those that hold nothing only where they are asked for. */
export function listedResults(tenantId: string, query: Query): readonly Condition[] {
  const { status, loinc, critical, unacknowledged_critical: open, history } = query;
  const isToTell = sql<SqlBool>`critical AND critical_ack IS NULL`;
  return [
    ...(history === undefined ? [isNewest] : []),
    ...(status === undefined && history === undefined ? [isHeld] : []),
    ...(loinc === undefined ? [] : [underKey(labResultsTable, tenantId, `l:${loinc}`, "whole")]),
    ...(critical === undefined ? [] : [sql<SqlBool>`critical`]),
    ...(open === undefined ? [] : [isToTell, isHeld]),
  ];
}
