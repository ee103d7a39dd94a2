import type { SpecimenType } from "#clinical/lab-tests/lab-test-parts.contract.ts";
import { fieldError, type FieldIssue } from "#kernel/errors.ts";
import type { GivenSpecimen, RejectReason, Specimen } from "./lab-order-parts.contract.ts";
import type { LabOrderRow } from "./lab-orders.table.ts";

type Order = Pick<LabOrderRow, "order_no" | "tests" | "specimens">;

/** Who takes, receives or rejects, and when. */
interface Acting {
  newId(prefix: "spc"): string;
  now(): number;
  readonly caller: { readonly id: string };
  readonly write: { readonly at: string };
}

// A nurse's watch may be ahead of the node's clock.
const aheadMs = 5 * 60_000;

function wrong(path: string, code: FieldIssue["code"], message: string) {
  return fieldError({ path, code, message });
}

function takenSpecimen(
  ctx: Acting,
  path: string,
  given: Pick<GivenSpecimen, "type" | "barcode" | "collected_at">,
  usual: string,
): Specimen {
  const collectedAt = given.collected_at ?? ctx.write.at;
  if (Date.parse(collectedAt) > ctx.now() + aheadMs)
    throw wrong(`${path}.collected_at`, "validation_error", "is still to come");
  return {
    id: ctx.newId("spc"),
    type: given.type,
    barcode: given.barcode ?? usual,
    collected_at: collectedAt,
    collected_by: ctx.caller.id,
    received_at: null,
    received_by: null,
    rejected: false,
    reject_reason: null,
    reject_note: null,
    rejected_at: null,
    rejected_by: null,
  };
}

function usualBarcode(orderNo: string, place: number): string {
  return `${orderNo}-${place + 1}`;
}

/** The specimens that are still needed: one of each kind that the tests ask for and that nobody has brought. */
function missingTypes({ tests, specimens }: Order): readonly SpecimenType[] {
  const there = specimens.filter((one) => !one.rejected).map(({ type }) => type);
  const needed = new Set(tests.map((test): SpecimenType => test.specimen_type ?? "other"));
  return [...needed].filter((type) => !there.includes(type));
}

/** A specimen that is still to be taken, under the code that its label says. */
export type PlannedSpecimen = Pick<Specimen, "type" | "barcode">;

/** What is still to be taken for an order: its labels can be on the tubes before they are filled. */
export function plannedSpecimens(order: Order): readonly PlannedSpecimen[] {
  const { order_no: number, specimens } = order;
  return missingTypes(order).map((type, nth) => ({
    type,
    barcode: usualBarcode(number, specimens.length + nth),
  }));
}

function refuseOwnBarcodes(specimens: readonly Specimen[], from: number): void {
  const barcodes = specimens.map(({ barcode }) => barcode);
  const double = barcodes.findIndex((one, index) => index >= from && barcodes.indexOf(one) < index);
  if (double < 0) return;
  throw wrong(`specimens.${double - from}.barcode`, "duplicate_value", "is on another specimen");
}

/**
 * The specimens of an order with those that were taken now; where none are named, one of each kind that is still needed.
 * @throws AppError validation_error, duplicate_value
 */
export function withTaken(
  ctx: Acting,
  order: Order,
  given: readonly GivenSpecimen[],
): readonly Specimen[] {
  const named = given.filter(({ id }) => id === undefined);
  const taken: readonly GivenSpecimen[] = named.length > 0 ? named : plannedSpecimens(order);
  const { specimens } = order;
  const all = taken.reduce<readonly Specimen[]>(
    (soFar, one, index) => [
      ...soFar,
      takenSpecimen(ctx, `specimens.${index}`, one, usualBarcode(order.order_no, soFar.length)),
    ],
    specimens,
  );
  if (all.every(({ rejected }) => rejected))
    throw wrong("specimens", "validation_error", "is required: what was collected");
  refuseOwnBarcodes(all, specimens.length);
  return all;
}

/**
 * Refuses a label that is not of the order whose specimens are taken: it says the order's number, alone or with the count of
 * the specimen behind it. @throws AppError specimen_mismatch
 */
export function refuseForeignLabels(
  { order_no: number }: Pick<Order, "order_no">,
  scanned: readonly string[] | undefined,
): void {
  const isOwn = (label: string) =>
    label === number ||
    (label.startsWith(`${number}-`) && /^\d+$/u.test(label.slice(number.length + 1)));
  const foreign = (scanned ?? []).findIndex((label) => !isOwn(label));
  if (foreign < 0) return;
  throw wrong(`scanned.${foreign}`, "specimen_mismatch", "is on no label of this order");
}

/**
 * The specimens of an order as they came in. @param scanned the labels that were read; all, where none are named
 * @throws AppError specimen_mismatch, validation_error
 */
export function withReceived(
  ctx: Acting,
  { specimens }: Order,
  scanned: readonly string[] | undefined,
): readonly Specimen[] {
  const usable = specimens.filter(({ rejected }) => !rejected);
  const foreign = (scanned ?? []).findIndex(
    (one) => !usable.some(({ barcode }) => barcode === one),
  );
  if (foreign >= 0)
    throw wrong(`scanned.${foreign}`, "specimen_mismatch", "is on no specimen of this order");
  const left = usable.find(({ barcode }) => scanned !== undefined && !scanned.includes(barcode));
  if (left !== undefined)
    throw wrong("scanned", "validation_error", `lacks ${left.barcode}, which was collected too`);
  return specimens.map((one) =>
    one.rejected || one.received_at !== null
      ? one
      : { ...one, received_at: ctx.write.at, received_by: ctx.caller.id },
  );
}

/**
 * The specimens of an order with those that are of no use: those that a body names, or all for one reason.
 * @throws AppError validation_error
 */
export function withRejected(
  ctx: Acting,
  { specimens }: Order,
  given: readonly GivenSpecimen[],
  reason: RejectReason | undefined,
): readonly Specimen[] {
  const named = given.filter((one) => one.rejected === true);
  if (named.length === 0 && reason === undefined)
    throw wrong("reject_reason", "validation_error", "is required: why a new one is needed");
  return specimens.map((one) => {
    const index = given.findIndex(({ id }) => id === one.id);
    const said = given[index];
    const isRejected = named.length === 0 || said?.rejected === true;
    if (one.rejected || !isRejected) return one;
    const why = said?.reject_reason ?? reason ?? null;
    if (why === null)
      throw wrong(`specimens.${index}.reject_reason`, "validation_error", "is required");
    return {
      ...one,
      rejected: true,
      reject_reason: why,
      reject_note: said?.reject_note ?? null,
      rejected_at: ctx.write.at,
      rejected_by: ctx.caller.id,
    };
  });
}

const unchanging = [
  "type",
  "barcode",
  "collected_at",
  "collected_by",
  "received_at",
  "received_by",
  "rejected_at",
  "rejected_by",
] as const;

/** Refuses a known specimen that a body says something else of. @throws AppError invalid_reference, read_only_field */
export function refuseAltered(
  { specimens }: Order,
  given: readonly GivenSpecimen[],
  isRejecting: boolean,
): void {
  for (const [index, said] of given.entries()) {
    if (said.id === undefined) {
      if (said.rejected === true)
        throw wrong(
          `specimens.${index}.rejected`,
          "validation_error",
          "is of one that was collected",
        );
      continue;
    }
    const known = specimens.find(({ id }) => id === said.id);
    if (known === undefined)
      throw wrong(`specimens.${index}.id`, "invalid_reference", "names no specimen of this order");
    const altered = unchanging.find(
      (name) => said[name] !== undefined && said[name] !== known[name],
    );
    if (altered !== undefined)
      throw wrong(`specimens.${index}.${altered}`, "read_only_field", "stays as it was taken");
    const isTurned = said.rejected !== undefined && said.rejected !== known.rejected;
    if (isTurned && !(said.rejected === true && isRejecting)) {
      const message = "goes with the state recollect_required";
      throw wrong(`specimens.${index}.rejected`, "validation_error", message);
    }
  }
}
