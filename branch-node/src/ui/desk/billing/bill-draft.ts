import * as z from "zod";
import {
  lineAmounts,
  sumsOf,
} from "@edgeward/shared/clinical/invoices/invoice-amounts.contract.ts";
import { sourceTypes } from "@edgeward/shared/clinical/invoices/invoice-parts.contract.ts";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import { readAmount, typedAmount } from "#ui/desk/money/amounts.ts";
import type { Charge, InvoiceBody } from "./bill-queries.ts";

const text = z.string().catch("");

/** The rates of the goods and services tax, in hundredths of a percent; none is exempt. */
export const gstRates = ["", "0", "500", "1200", "1800", "2800"] as const;

const source = z.object({
  type: z.enum(sourceTypes),
  id: z.string(),
  day: z.string().nullable(),
  encounterId: z.string().nullable(),
});

const line = z.object({
  key: z.string(),
  source: source.nullable().catch(null),
  itemId: z.string().nullable().catch(null),
  description: text,
  /** What the list says that it costs; null where none does. */
  listed: z.int().nullable().catch(null),
  quantity: text,
  price: text,
  discount: text,
  rate: z
    .string()
    .regex(/^\d{0,5}$/u)
    .catch(""),
});

const billFields = z.object({
  lines: z.array(line).catch([]),
  /** Why something is taken off. */
  reason: text,
  place: text,
  isRounded: z.boolean().catch(false),
  /** Who pays some or all of it in the patient's place; "" for nobody. */
  payerId: text,
  /** What the payer pays; "" for all of it. */
  share: text,
});

/** One line of a bill, as it is typed. */
export type LineDraft = Readonly<z.output<typeof line>>;

/** A bill, as it is typed. */
export type BillDraft = Readonly<z.output<typeof billFields>>;

/** A bill of what was done, with nothing typed. */
export function emptyBill(lines: LineDraft[]): BillDraft {
  return { lines, reason: "", place: "", isRounded: false, payerId: "", share: "" };
}

/** A bill as the branch keeps its form. */
export function billState(fields: BillDraft, patientId: string, intentKey: string): FormState {
  return { fields: { ...fields }, patient_id: patientId, intent_key: intentKey };
}

/** Reads a bill's form back; null for what is none. */
export function readBill(formState: FormState): BillDraft | null {
  return z.object({ fields: billFields }).safeParse(formState).data?.fields ?? null;
}

/** What a charge is called among the lines. */
export function chargeKey({ source_type: type, source_id: id, source_day: day }: Charge): string {
  return [type, id, day ?? ""].join("/");
}

/** A charge as a line. @param description as the page's language has it */
export function lineOfCharge(charge: Charge, description: string): LineDraft {
  const { source_type: type, source_id: id, source_day: day, unit_price_minor: price } = charge;
  const { quantity, gst_rate_bp: rateBp } = charge;
  return {
    key: chargeKey(charge),
    source: { type, id, day, encounterId: charge.encounter_id },
    itemId: null,
    description,
    listed: price,
    quantity: String(quantity),
    price: price === null ? "" : typedAmount(price),
    discount: "",
    rate: rateBp === null || rateBp === 0 ? "" : String(rateBp),
  };
}

/** Something of the catalogue, or of nobody's list, as a line. */
export function lineOfItem(
  item: { readonly id: string | null; readonly name: string; readonly price_minor: number | null },
  nth: number,
): LineDraft {
  const { id, name, price_minor: price } = item;
  return {
    key: `line/${id ?? ""}/${nth}`,
    source: null,
    itemId: id,
    description: name,
    listed: price,
    quantity: "1",
    price: price === null ? "" : typedAmount(price),
    discount: "",
    rate: "",
  };
}

const mostUnits = 1_000_000;

function readQuantity(typed: string): number | null {
  const units = /^\d{1,7}$/u.test(typed.trim()) ? Number(typed.trim()) : 0;
  return units >= 1 && units <= mostUnits ? units : null;
}

function readDiscount(typed: string): number | null {
  return typed.trim() === "" ? 0 : readAmount(typed);
}

/** What of a line cannot be understood, by its field. */
export type LineGap = "description" | "quantity" | "price" | "discount";

/** What of a line cannot be sent as it is. */
export function gapsOf(one: LineDraft): readonly LineGap[] {
  const [units, price, discount] = [
    readQuantity(one.quantity),
    readAmount(one.price),
    readDiscount(one.discount),
  ];
  const isTooMuch =
    units !== null && price !== null && discount !== null && discount > units * price;
  return [
    ...(one.description.trim() === "" ? ["description" as const] : []),
    ...(units === null ? ["quantity" as const] : []),
    ...(price === null ? ["price" as const] : []),
    ...(discount === null || isTooMuch ? ["discount" as const] : []),
  ];
}

/** Whether something is taken off a line, so that the reason for it is asked. */
export function hasDiscount({ lines }: Pick<BillDraft, "lines">): boolean {
  return lines.some(({ discount }) => (readDiscount(discount) ?? 0) > 0);
}

/** Whether tax is due of a line, so that it matters where it is supplied. */
export function hasTax({ lines }: Pick<BillDraft, "lines">): boolean {
  return lines.some(({ rate }) => rate !== "");
}

/** A line's amounts; null while it is not whole. The split of its tax is the server's. */
export function amountsOf(one: LineDraft) {
  const [units, price, discount] = [
    readQuantity(one.quantity),
    readAmount(one.price),
    readDiscount(one.discount),
  ];
  if (units === null || price === null || discount === null) return null;
  const charged = {
    quantity: units,
    unit_price_minor: price,
    discount_minor: discount,
    tax_category: one.rate === "" ? ("exempt" as const) : ("taxable" as const),
    gst_rate_bp: one.rate === "" ? 0 : Number(one.rate),
  };
  return { ...charged, ...lineAmounts(charged, true) };
}

/** What the bill comes to as far as it is whole. */
export function billSums({ lines, isRounded }: BillDraft) {
  return sumsOf(
    lines.flatMap((one) => amountsOf(one) ?? []),
    isRounded,
  );
}

/** Who pays what of a bill as it is typed; null where the patient pays alone, or what is typed of the share is none. */
export function splitOf(
  draft: BillDraft,
): { readonly payer: number; readonly patient: number } | null {
  const { total_minor: total } = billSums(draft);
  const payer = draft.share.trim() === "" ? total : readAmount(draft.share);
  if (draft.payerId === "" || payer === null || payer > total) return null;
  return { payer, patient: total - payer };
}

/** Whether what is typed of a payer's share cannot be sent. */
export function isShareWrong(draft: BillDraft): boolean {
  return draft.payerId !== "" && splitOf(draft) === null;
}

/** What is sent of the payer: the share where it is not all. */
function payerBody(draft: BillDraft): Pick<InvoiceBody, "payer_id" | "payer_split"> {
  if (draft.payerId === "") return {};
  const split = draft.share.trim() === "" ? null : splitOf(draft);
  return {
    payer_id: draft.payerId,
    ...(split === null ? {} : { payer_split: { payer_minor: split.payer } }),
  };
}

function typeOf(lines: readonly LineDraft[]): InvoiceBody["invoice_type"] {
  const types = new Set(lines.map((one) => one.source?.type ?? null));
  if (types.has("bed_day")) return "ipd_interim";
  if (types.size === 1 && types.has("lab_test")) return "lab";
  return types.size === 1 && types.has("radiology_study") ? "radiology" : "opd";
}

/** The visit that all charges belong to; none where they are of several. */
function visitOf(lines: readonly LineDraft[]): string | null {
  const visits = new Set(
    lines.flatMap((one) => (one.source === null ? [] : [one.source.encounterId])),
  );
  const [only = null, ...others] = visits;
  return others.length > 0 ? null : only;
}

/** What is sent of a bill. */
export function billBody(draft: BillDraft, patientId: string, isDrawnUp: boolean): InvoiceBody {
  const visit = visitOf(draft.lines);
  return {
    patient_id: patientId,
    ...(visit === null ? {} : { encounter_id: visit }),
    invoice_type: typeOf(draft.lines),
    is_rounded: draft.isRounded,
    ...(draft.place === "" ? {} : { place_of_supply: draft.place }),
    ...payerBody(draft),
    ...(isDrawnUp ? { draft: true } : {}),
    lines: draft.lines.map((one) => {
      const discount = readDiscount(one.discount) ?? 0;
      return {
        ...(one.itemId === null ? {} : { item_id: one.itemId }),
        ...(one.source === null
          ? {}
          : {
              source_type: one.source.type,
              source_id: one.source.id,
              ...(one.source.day === null ? {} : { source_day: one.source.day }),
            }),
        description: one.description.trim(),
        // Of what was given out, the server knows how much it was.
        ...(one.source?.type === "dispensed_line"
          ? {}
          : { quantity: readQuantity(one.quantity) ?? 1 }),
        // What is asked as it is listed costs what the lists that hold today say.
        ...(one.itemId !== null && readAmount(one.price) === one.listed
          ? {}
          : { unit_price_minor: readAmount(one.price) ?? 0 }),
        ...(discount === 0
          ? {}
          : { discount_minor: discount, discount_reason: draft.reason.trim() }),
        ...(one.rate === ""
          ? {}
          : { tax_category: "taxable" as const, gst_rate_bp: Number(one.rate) }),
      };
    }),
  };
}
