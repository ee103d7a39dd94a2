import { question } from "#db/question.ts";
import type { Reader } from "#db/session.ts";
import type { LabTestRow } from "./lab-tests.table.ts";

interface Place {
  readonly db: Reader;
  readonly tenantId: string;
}

// A panel of panels of panels is the most that anybody sets up; a ring ends here too.
const deepest = 6;

const underCodes = question(
  (db, { tenantId, codes }: { readonly tenantId: string; readonly codes: readonly string[] }) =>
    db
      .selectFrom("lab_tests")
      .selectAll()
      .where("tenant_id", "=", tenantId)
      .where("code", "in", codes),
);

/** Some tests and panels of the catalogue, by their codes. */
export async function testsByCode(
  { db, tenantId }: Place,
  codes: readonly string[],
): Promise<ReadonlyMap<string, LabTestRow>> {
  if (codes.length === 0) return new Map();
  const rows = await underCodes(db, { tenantId, codes: [...new Set(codes)] });
  return new Map(rows.map((row) => [row.code, row]));
}

/** Some tests and panels, and all that they lead to, by their codes. */
export async function testsBelow(
  place: Place,
  codes: readonly string[],
): Promise<ReadonlyMap<string, LabTestRow>> {
  const known = new Map<string, LabTestRow>();
  let wanted = codes;
  for (let step = 0; step < deepest && wanted.length > 0; step += 1) {
    const found = await testsByCode(place, wanted);
    for (const [code, row] of found) known.set(code, row);
    const next = [...found.values()].flatMap(({ tests }) => tests);
    wanted = next.filter((code) => !known.has(code));
  }
  return known;
}

const underLoincs = question(
  (db, { tenantId, codes }: { readonly tenantId: string; readonly codes: readonly string[] }) =>
    db
      .selectFrom("lab_tests")
      .selectAll()
      .where("tenant_id", "=", tenantId)
      .where("loinc", "in", codes)
      .where("kind", "=", "test")
      .where("status", "=", "active")
      .orderBy("code", "desc"),
);

/** The test of the catalogue that has a LOINC code: of several the one in use that comes first by its code. */
export async function testsByLoinc(
  { db, tenantId }: Place,
  codes: readonly string[],
): Promise<ReadonlyMap<string, LabTestRow>> {
  if (codes.length === 0) return new Map();
  const rows = await underLoincs(db, { tenantId, codes: [...new Set(codes)] });
  return new Map(rows.flatMap((row) => (row.loinc === null ? [] : [[row.loinc, row]])));
}
