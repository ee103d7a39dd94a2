import { dateTimeFormat } from "@edgeward/shared/kernel/intl-formats.ts";
import type { LabOrder } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import type { RadiologyStudy } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.contract.ts";
import type { Payment } from "#ui/desk/billing/bill-queries.ts";
import { addDays } from "#ui/desk/patients/birth.ts";
import type { Dispense } from "#ui/desk/pharmacy/pharmacy-list.ts";

function offsetAt(instant: number, timeZone: string): number {
  const format = dateTimeFormat("en-GB", {
    timeZone,
    dateStyle: "short",
    timeStyle: "medium",
    hourCycle: "h23",
  });
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const [year, month, day, hour, minute, second] = (
    ["year", "month", "day", "hour", "minute", "second"] as const
  ).map((name) => Number(parts.get(name)));
  const wall = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
  return wall - Math.floor(instant / 1000) * 1000;
}

/** The instant at which a day begins where a zone's clocks show it. */
function beginOf(day: string, timeZone: string): string {
  const wall = Date.parse(`${day}T00:00:00Z`);
  const guess = wall - offsetAt(wall, timeZone);
  return new Date(wall - offsetAt(guess, timeZone)).toISOString();
}

/** From when until when a day is, at the branch. */
export interface DaySpan {
  readonly from: string;
  /** The first instant of the next day. */
  readonly to: string;
}

/** A day of the branch, as instants. @param day YYYY-MM-DD */
export function spanOf(day: string, timeZone: string): DaySpan {
  return { from: beginOf(day, timeZone), to: beginOf(addDays(day, 1), timeZone) };
}

/** What one person has taken and paid back in a day. */
export interface CashierRow {
  readonly id: string;
  readonly receipts: number;
  readonly cash: number;
  readonly other: number;
  readonly refunded: number;
}

type Taken = Pick<Payment, "kind" | "tenders" | "received_by">;

function signOf(kind: Taken["kind"]): number {
  // What is taken from an advance was collected with the advance.
  if (kind === "adjustment" || kind === "refund") return 0;
  return kind === "void" ? -1 : 1;
}

/** What the payments of a day come to, by who took them: who took most first. */
export function cashierRows(payments: readonly Taken[]): readonly CashierRow[] {
  const sum = (of: readonly Taken[], isCash: boolean, weigh: (kind: Taken["kind"]) => number) =>
    of.reduce(
      (whole, { kind, tenders }) =>
        whole +
        weigh(kind) *
          tenders
            .filter(({ method }) => method !== "advance" && (method === "cash") === isCash)
            .reduce((part, one) => part + one.amount_minor, 0),
      0,
    );
  const back = (kind: Taken["kind"]) => (kind === "refund" ? 1 : 0);
  return [...Map.groupBy(payments, (one) => one.received_by)]
    .map(([id, own]) => ({
      id,
      receipts: own.length,
      cash: sum(own, true, signOf),
      other: sum(own, false, signOf),
      refunded: sum(own, true, back) + sum(own, false, back),
    }))
    .toSorted((one, other) => other.cash + other.other - one.cash - one.other);
}

function isWithin(at: string | null, { from, to }: DaySpan): boolean {
  return at !== null && at >= from && at < to;
}

/** One line of a register. */
export interface RegisterRow {
  readonly id: string;
  readonly at: string;
  readonly patientId: string | null;
  readonly what: string;
  readonly how: string;
}

type DoneStudy = Pick<
  RadiologyStudy,
  "id" | "acquired_at" | "patient_id" | "accession_no" | "status"
>;

type AnsweredOrder = Pick<LabOrder, "id" | "completed_at" | "patient_id" | "order_no"> & {
  readonly tests: readonly Pick<LabOrder["tests"][number], "name">[];
};

function studyRows<T extends DoneStudy>(
  studies: readonly T[],
  span: DaySpan,
  nameOf: (study: T) => string,
): readonly RegisterRow[] {
  return studies.flatMap((study) => {
    const { id, acquired_at: at, patient_id: patientId, accession_no: how, status } = study;
    return at !== null && isWithin(at, span) && status !== "entered_in_error"
      ? [{ id, at, patientId, what: nameOf(study), how }]
      : [];
  });
}

/** The laboratory's orders that were answered in a day, and the studies whose images were taken in it; the first first. */
export function testRows<T extends DoneStudy>(
  orders: readonly AnsweredOrder[],
  studies: readonly T[],
  span: DaySpan,
  nameOf: (study: T) => string,
): readonly RegisterRow[] {
  const answered = orders.flatMap(
    ({ id, completed_at: at, patient_id: patientId, tests, order_no: how }) =>
      at !== null && isWithin(at, span)
        ? [{ id, at, patientId, what: tests.map(({ name }) => name).join(", "), how }]
        : [],
  );
  return [...answered, ...studyRows(studies, span, nameOf)].toSorted((one, other) =>
    one.at.localeCompare(other.at),
  );
}

/** The medicines that were handed over in a day, batch by batch, the first first. */
export function soldRows(
  dispenses: readonly Pick<Dispense, "completed_at" | "patient_id" | "lines">[],
  span: DaySpan,
): readonly RegisterRow[] {
  return dispenses
    .flatMap(({ completed_at: at, patient_id: patientId, lines }) =>
      at !== null && isWithin(at, span)
        ? lines.map((line) => ({
            id: line.id,
            at,
            patientId,
            what: line.description,
            how: `${line.quantity} · ${line.batch_no}`,
          }))
        : [],
    )
    .toSorted((one, other) => one.at.localeCompare(other.at));
}
