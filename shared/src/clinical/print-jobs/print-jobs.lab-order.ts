import type { OrderedTest, Specimen } from "#clinical/lab-orders/lab-order-parts.contract.ts";
import { plannedSpecimens } from "#clinical/lab-orders/lab-orders.specimens.ts";
import { testsWith } from "#clinical/lab-orders/labelled-specimens.commands.ts";
import { labOrdersTable, type LabOrderRow } from "#clinical/lab-orders/lab-orders.table.ts";
import type { Observation } from "#clinical/lab-results/lab-result-parts.contract.ts";
import { verifiedOfOrders } from "#clinical/lab-results/lab-results.queries.ts";
import { rewritingStatuses } from "#clinical/lab-results/lab-results.states.ts";
import type { LabResultRow } from "#clinical/lab-results/lab-results.table.ts";
import { testsByCode, testsByLoinc } from "#clinical/lab-tests/lab-tests.commands.ts";
import type { LabTestRow } from "#clinical/lab-tests/lab-tests.table.ts";
import { recordFinder } from "#db/read.ts";
import { fieldError } from "#kernel/errors.ts";
import {
  patientOnPaper,
  personOnPaper,
  refuseSource,
  said,
  staffOnPaper,
  type PaperPlace,
} from "./print-jobs.people.ts";

const findOrder = recordFinder(labOrdersTable);

const givenUp: ReadonlySet<string> = new Set(["cancelled", "entered_in_error"]);

async function orderOf({ db, tenantId, branch }: PaperPlace, id: string): Promise<LabOrderRow> {
  const row = await findOrder(db, tenantId, id);
  if (row?.branch_id !== branch.id) refuseSource("names no lab order of this branch");
  if (givenUp.has(row.status)) refuseSource("names a lab order that was called off");
  return row;
}

const toBeCollected: ReadonlySet<string> = new Set(["ordered", "recollect_required"]);

/** What is on a tube's label: of one that is still to be filled it is not known when. */
type Labelled = Pick<Specimen, "type" | "barcode"> & { readonly collected_at: string | null };

/** @throws AppError invalid_reference for a specimen that is not the order's, or is of no use */
function specimensToLabel(order: LabOrderRow, barcode: string | undefined): readonly Labelled[] {
  const planned = toBeCollected.has(order.status) ? plannedSpecimens(order) : [];
  const usable: readonly Labelled[] = [
    ...order.specimens.filter(({ rejected }) => !rejected),
    ...planned.map((each) => ({ ...each, collected_at: null })),
  ];
  if (barcode === undefined) {
    if (usable.length === 0) refuseSource("names a lab order without a specimen of use");
    return usable;
  }
  const wanted = usable.filter((each) => each.barcode === barcode.toUpperCase());
  if (wanted.length > 0) return wanted;
  const message = "is no specimen of use of the order";
  throw fieldError({ path: "specimen_barcode", code: "invalid_reference", message });
}

const mostOnLabel = 20;

/** The codes of the tests that are done with a specimen, or the order's number where none is said to be. */
function testsOn(
  { tests, order_no: number }: LabOrderRow,
  { type }: Pick<Specimen, "type">,
): readonly string[] {
  const codes = testsWith(tests, type).map((code) => code.slice(0, 32));
  if (codes.length <= mostOnLabel) return codes.length === 0 ? [number] : codes;
  return [...codes.slice(0, mostOnLabel - 1), `+${codes.length - mostOnLabel + 1}`];
}

/**
 * The labels of an order's specimens that are of use or still to be taken, or of one of them.
 * @param at RFC 3339, when they are printed
 * @throws AppError invalid_reference
 */
export async function labelDocuments(
  ctx: PaperPlace,
  id: string,
  { barcode, at }: { readonly barcode: string | undefined; readonly at: string },
) {
  const order = await orderOf(ctx, id);
  const specimens = specimensToLabel(order, barcode);
  const patient = await patientOnPaper(ctx, order.patient_id, "a lab order");
  const documents = specimens.map((specimen) => ({
    specimen_code: specimen.barcode,
    specimen_type: specimen.type,
    patient: personOnPaper(patient),
    tests: testsOn(order, specimen),
    collected_at: specimen.collected_at,
    is_urgent: order.priority !== "routine",
    printed_at: at,
  }));
  return { patientId: patient.id, documents };
}

const signs = { lt: "<", le: "≤", ge: "≥", gt: ">" } as const;

type Known = ReadonlyMap<string, LabTestRow>;

interface Catalogue {
  readonly byCode: Known;
  readonly byLoinc: Known;
}

async function catalogueFor(ctx: PaperPlace, results: readonly LabResultRow[]): Promise<Catalogue> {
  const codes = results.map(({ test_code: code }) => code);
  const loincs = results.flatMap(({ observations }) =>
    observations.flatMap((one) => one.loinc ?? []),
  );
  return { byCode: await testsByCode(ctx, codes), byLoinc: await testsByLoinc(ctx, loincs) };
}

/** What a coded answer is called. */
function displayOf({ value_code: code, loinc }: Observation, test: string, known: Catalogue) {
  const own = known.byCode.get(test);
  const asked = loinc === null || loinc === own?.loinc ? own : known.byLoinc.get(loinc);
  return asked?.answers.find((answer) => answer.code === code)?.display ?? code;
}

function valueOf(found: Observation, test: string, known: Catalogue): string | boolean {
  const { value_num: number, comparator, value_bool: isSo } = found;
  if (number !== null)
    return comparator === null ? String(number) : `${signs[comparator]} ${number}`;
  return isSo ?? said(displayOf(found, test, known)) ?? said(found.value_text) ?? "-";
}

function rangeOf({ ref_low: low, ref_high: high, ref_text: text }: Observation): string | null {
  if (low !== null && high !== null) return `${low} – ${high}`;
  if (low !== null) return `≥ ${low}`;
  return high === null ? said(text) : `≤ ${high}`;
}

/** What was found by a test, as papers say it. */
function valuesOf({ observations, test_code: test }: LabResultRow, known: Catalogue) {
  return observations.map((found) => ({
    name: found.name,
    value: valueOf(found, test, known),
    unit: said(found.unit),
    range: rangeOf(found),
    flag: found.flag,
  }));
}

async function testOnPaper(
  ctx: PaperPlace,
  { name }: OrderedTest,
  result: LabResultRow,
  known: Catalogue,
) {
  const { verified_by: by, verified_at: at } = result;
  return {
    name,
    is_corrected: rewritingStatuses.includes(result.status),
    values: valuesOf(result, known),
    conclusion: said(result.conclusion),
    verified_by: await staffOnPaper(ctx, by ?? result.performed_by),
    verified_at: at ?? result.performed_at,
  };
}

/**
 * The report of an order: of every test the newest verified values, and which are still to come.
 * @param at RFC 3339, when it is printed
 * @throws AppError invalid_reference for an order of which nothing is verified
 */
export async function labReportDocument(ctx: PaperPlace, id: string, at: string) {
  const order = await orderOf(ctx, id);
  const results = await verifiedOfOrders(ctx, [order.id]);
  if (results.length === 0) refuseSource("names a lab order of which no result is verified yet");
  const patient = await patientOnPaper(ctx, order.patient_id, "a lab order");
  const known = await catalogueFor(ctx, results);
  const ofTest = new Map(results.map((result) => [result.test_id, result]));
  const tests: unknown[] = [];
  for (const test of order.tests) {
    const result = ofTest.get(test.id);
    if (result !== undefined) tests.push(await testOnPaper(ctx, test, result, known));
  }
  const document = {
    kind: "lab",
    order_no: order.order_no,
    ordered_at: order.ordered_at,
    ordered_by: await staffOnPaper(ctx, order.ordered_by),
    patient: personOnPaper(patient),
    specimens: order.specimens
      .filter(({ rejected }) => !rejected)
      .map(({ type, barcode, collected_at }) => ({ type, barcode, collected_at })),
    tests,
    pending: order.tests
      .filter((test) => !ofTest.has(test.id))
      .map(({ name }) => name)
      .slice(0, 30),
    reported_at: at,
  };
  return { patientId: patient.id, document };
}

function yesOrNo(isSo: boolean): string {
  return isSo ? "yes" : "no";
}

/** What was found and verified for some orders, in one line a test. */
export async function findingsOnPaper(
  ctx: PaperPlace,
  orderIds: readonly string[],
): Promise<readonly string[]> {
  const results = await verifiedOfOrders(ctx, orderIds);
  const known = await catalogueFor(ctx, results);
  return results.flatMap((result) =>
    valuesOf(result, known).map(({ name, value, unit, flag }) => {
      const words = typeof value === "boolean" ? yesOrNo(value) : value;
      const mark = flag === null || flag === "N" ? [] : [`(${flag})`];
      return [`${name}:`, words, ...(unit === null ? [] : [unit]), ...mark].join(" ");
    }),
  );
}
