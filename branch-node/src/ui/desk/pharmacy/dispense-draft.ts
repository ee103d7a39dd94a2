import * as z from "zod";
import {
  byExpiry,
  takeEarliest,
  type Taken,
} from "@edgeward/shared/clinical/dispenses/dispense-rules.contract.ts";
import type { dispensesContract } from "@edgeward/shared/clinical/dispenses/dispenses.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import { amountsOf } from "./pharmacy-list.ts";

/** What is given out. */
export type DispenseBody = NonNullable<RequestOf<typeof dispensesContract.create>["body"]>;

/** Why something else is given than was prescribed. */
export const substitutionReasons = [
  "out_of_stock",
  "patient_request",
  "formulary",
  "price",
] as const;

const text = z.string().catch("");

const line = z.object({
  key: z.string(),
  /** The medicine of the prescription; null over the counter. */
  rxItemId: z.string().nullable().catch(null),
  /** What is given; null while that is not chosen. */
  itemId: z.string().nullable().catch(null),
  quantity: text,
  /** The batch that is taken; "" for the one that expires first, or several. */
  batch: text,
  /** Why another batch is taken while one expires before it. */
  fefoReason: text,
  substitution: z.enum(["", ...substitutionReasons]).catch(""),
  /** Whether its pack was scanned. */
  isScanned: z.boolean().catch(false),
});

const dispenseFields = z.object({
  /** "" for the shelf that this screen uses. */
  shelf: text,
  patientId: z.string().nullable().catch(null),
  witnessId: text,
  lines: z.array(line).catch([]),
});

/** One line of what is given out, as it is typed. */
export type LineDraft = Readonly<z.output<typeof line>>;

/** What is given out, as it is typed. */
export type DispenseDraft = Readonly<z.output<typeof dispenseFields>>;

/** What is given out as the branch keeps its form. */
export function dispenseState(
  fields: DispenseDraft,
  of: { readonly prescriptionId: string | null; readonly patientId: string | null },
  intentKey: string,
): FormState {
  const { prescriptionId, patientId } = of;
  return {
    fields: { ...fields },
    prescription_id: prescriptionId,
    patient_id: patientId ?? fields.patientId,
    intent_key: intentKey,
  };
}

/** Reads such a form back; null for what is none. */
export function readDispense(formState: FormState): DispenseDraft | null {
  return z.object({ fields: dispenseFields }).safeParse(formState).data?.fields ?? null;
}

type Prescribed = Parameters<typeof amountsOf>[0] & { readonly item_id: string | null };

/** The lines with which the form of a prescription begins: of each medicine of which something is left, one fill. */
export function linesOf(
  items: readonly Prescribed[],
  given: ReadonlyMap<string, number>,
): LineDraft[] {
  return items.flatMap((item) => {
    const { fill } = amountsOf(item, given);
    return fill === 0 ? [] : [emptyLine(item.id, item.id, item.item_id, String(fill))];
  });
}

/** A line of which nothing more is said. */
export function emptyLine(
  key: string,
  rxItemId: string | null,
  itemId: string | null,
  quantity = "",
): LineDraft {
  const unsaid = { batch: "", fefoReason: "", substitution: "" as const, isScanned: false };
  return { key, rxItemId, itemId, quantity, ...unsaid };
}

/** A whole number of units as it is typed; null for what is none. */
export function readUnits(typed: string): number | null {
  const units = /^\d{1,9}$/u.test(typed.trim()) ? Number(typed.trim()) : 0;
  return units >= 1 ? units : null;
}

/** Whether a line of a prescription is left out this time. */
function isLeftOut({ rxItemId, quantity }: LineDraft): boolean {
  return rxItemId !== null && quantity.trim().replace(/^0+$/u, "") === "";
}

/** A batch as far as it is chosen by. */
export interface ShelfBatch {
  readonly id: string;
  readonly batch_no: string;
  readonly expiry_date: string | null;
  readonly on_hand: number;
  readonly status: string;
}

/** What comes of a line: which batches are taken, and what stands against it. */
export interface Drawn {
  readonly taken: readonly Taken<ShelfBatch & { readonly there: number }>[];
  /** How much there is where that is not enough; null where it is. */
  readonly short: number | null;
  /** The batch that expires before the chosen one, so that a reason is needed; null where there is none. */
  readonly earlier: string | null;
}

/** What of an item's batches can be given out, in the order in which they expire, less what lines above take. */
function freshOf(batches: readonly ShelfBatch[], gone: ReadonlyMap<string, number>) {
  const fresh = batches.filter(({ status }) => status === "available");
  return byExpiry(
    fresh.map((each) => ({ ...each, there: each.on_hand - (gone.get(each.id) ?? 0) })),
  );
}

function drawOne(
  { batch, quantity }: LineDraft,
  fresh: readonly (ShelfBatch & { readonly there: number })[],
): Drawn {
  const units = readUnits(quantity) ?? 0;
  const there = fresh.reduce((sum, each) => sum + Math.max(0, each.there), 0);
  if (batch === "") {
    const taken = units === 0 ? [] : takeEarliest(fresh, units);
    return { taken: taken ?? [], short: taken === null ? there : null, earlier: null };
  }
  const chosen = fresh.find(({ batch_no: no }) => no === batch);
  if (chosen === undefined) return { taken: [], short: 0, earlier: null };
  const first = fresh.find((each) => each.there > 0);
  const isLater =
    first !== undefined &&
    first.id !== chosen.id &&
    (first.expiry_date ?? "9999-12-31") < (chosen.expiry_date ?? "9999-12-31");
  const isShort = chosen.there < units;
  return {
    taken: units === 0 || isShort ? [] : [{ batch: chosen, quantity: units }],
    short: isShort ? chosen.there : null,
    earlier: isLater ? first.batch_no : null,
  };
}

/**
 * Of which batches each line is taken, by the lines' keys: of the one that expires first unless another one is chosen. The
 * branch draws the same again when it is sent. Of what is not read yet nothing is said.
 */
export function drawLines(
  lines: readonly LineDraft[],
  shelf: ReadonlyMap<string, readonly ShelfBatch[]>,
): ReadonlyMap<string, Drawn> {
  const gone = new Map<string, number>();
  const drawn = new Map<string, Drawn>();
  for (const one of lines) {
    const batches = one.itemId === null ? undefined : shelf.get(one.itemId);
    if (batches === undefined || isLeftOut(one)) continue;
    const outcome = drawOne(one, freshOf(batches, gone));
    for (const { batch, quantity } of outcome.taken)
      gone.set(batch.id, (gone.get(batch.id) ?? 0) + quantity);
    drawn.set(one.key, outcome);
  }
  return drawn;
}

/** A batch at one of the branch's places. */
type PlacedBatch = ShelfBatch & { readonly location_id: string };

function filledAt(
  shelf: string,
  lines: readonly LineDraft[],
  batches: ReadonlyMap<string, readonly PlacedBatch[]>,
): number {
  const here = new Map(
    [...batches].map(([item, all]) => [
      item,
      all.filter(({ location_id: place }) => place === shelf),
    ]),
  );
  const drawn = [...drawLines(lines, here).values()];
  return drawn.filter(({ taken, short }) => taken.length > 0 && short === null).length;
}

/** The shelf from which most of some lines can be filled; of several, and where none fills any, the first; "" for no shelf. */
export function fullestShelf(
  shelves: readonly string[],
  lines: readonly LineDraft[],
  batches: ReadonlyMap<string, readonly PlacedBatch[]>,
): string {
  let best = { shelf: shelves[0] ?? "", filled: 0 };
  for (const shelf of shelves) {
    const filled = filledAt(shelf, lines, batches);
    if (filled > best.filled) best = { shelf, filled };
  }
  return best.shelf;
}

/** What of a line is lacking, by its field. */
export type LineGap = "item" | "quantity" | "over" | "batch" | "fefo" | "substitution";

const shortestReason = 3;

/** What is known of a line beside what is typed. */
interface LineFacts {
  /** What was prescribed of the list; null where it names none, or over the counter. */
  readonly prescribedItemId: string | null;
  /** How much is left of the prescription, less what lines above take; null over the counter. */
  readonly left: number | null;
  readonly drawn: Drawn | undefined;
}

/** Whether something else is given than was prescribed. */
export function isSubstituted({ itemId }: LineDraft, prescribedItemId: string | null): boolean {
  return prescribedItemId !== null && itemId !== null && itemId !== prescribedItemId;
}

/** What of a line cannot be sent as it is. */
export function gapsOf(one: LineDraft, facts: LineFacts): readonly LineGap[] {
  if (isLeftOut(one)) return [];
  const units = readUnits(one.quantity);
  const { prescribedItemId, left, drawn } = facts;
  const isOver = units !== null && left !== null && units > left;
  const needsFefo = drawn !== undefined && drawn.earlier !== null;
  return [
    ...(one.itemId === null ? ["item" as const] : []),
    ...(units === null ? ["quantity" as const] : []),
    ...(isOver ? ["over" as const] : []),
    ...(drawn !== undefined && drawn.short !== null ? ["batch" as const] : []),
    ...(needsFefo && one.fefoReason.trim().length < shortestReason ? ["fefo" as const] : []),
    ...(isSubstituted(one, prescribedItemId) && one.substitution === ""
      ? ["substitution" as const]
      : []),
  ];
}

/** The lines that are sent, in their order. */
export function sentLines({ lines }: Pick<DispenseDraft, "lines">): readonly LineDraft[] {
  return lines.filter((one) => !isLeftOut(one));
}

/** What is sent of a form that lacks nothing. @param substituted the lines by which something else is given */
export function dispenseBody(
  draft: DispenseDraft,
  of: { readonly prescriptionId: string | null; readonly locationId: string },
  drawn: ReadonlyMap<string, Drawn>,
  prescribed: ReadonlyMap<string, string | null>,
): DispenseBody {
  const { patientId, witnessId } = draft;
  const { prescriptionId, locationId } = of;
  return {
    ...(prescriptionId === null ? {} : { prescription_id: prescriptionId }),
    ...(prescriptionId !== null || patientId === null ? {} : { patient_id: patientId }),
    location_id: locationId,
    ...(witnessId === "" ? {} : { witness_id: witnessId }),
    lines: sentLines(draft).map((one) => {
      const needsFefo = (drawn.get(one.key)?.earlier ?? null) !== null;
      const isOther = isSubstituted(one, prescribed.get(one.rxItemId ?? "") ?? null);
      return {
        ...(one.rxItemId === null ? {} : { rx_item_id: one.rxItemId }),
        item_id: one.itemId ?? "",
        quantity: readUnits(one.quantity) ?? 1,
        ...(one.batch === "" ? {} : { batch_no: one.batch }),
        ...(needsFefo ? { fefo_reason: one.fefoReason.trim() } : {}),
        ...(isOther && one.substitution !== "" ? { substitution_reason: one.substitution } : {}),
      };
    }),
  };
}
