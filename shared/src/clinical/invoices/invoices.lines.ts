import { today } from "#clinical/patients/patients.commands.ts";
import { listedPrices } from "#clinical/price-lists/price-lists.commands.ts";
import { question } from "#db/question.ts";
import { inList } from "#db/statements.ts";
import { sameJson } from "#kernel/canonical-json.ts";
import { fieldError, type ErrorCode } from "#kernel/errors.ts";
import { mayDo } from "#resource/caller-rights.ts";
import type { WriteContext } from "#resource/context.ts";
import { grossOf, lineAmounts } from "./invoice-amounts.contract.ts";
import {
  lineAmounts as amountNames,
  type GivenLine,
  type InvoiceLine,
} from "./invoice-parts.contract.ts";
import { chargedSources, type Source } from "./invoices.sources.ts";

interface Priced {
  readonly name: string;
  readonly price_minor: number | null;
}

const itemsOf = question(
  (db, { tenantId, ids }: { readonly tenantId: string; readonly ids: readonly string[] }) =>
    db
      .selectFrom("items")
      .select(["id", "name", "price_minor"])
      .where("tenant_id", "=", tenantId)
      .where("id", "in", ids),
);

/** The items of some lines, each with what it costs the payer today. */
async function namedItems(
  ctx: WriteContext,
  lines: readonly GivenLine[],
  payerId: string | null,
): Promise<ReadonlyMap<string, Priced>> {
  const ids = lines.flatMap(({ item_id: id }) => id ?? []);
  if (ids.length === 0) return new Map<string, Priced>();
  const rows = await itemsOf(ctx.db, { tenantId: ctx.tenantId, ids });
  const listed = await listedPrices(ctx, ids, { payerId, day: today(ctx) });
  return new Map(
    rows.map(({ id, name, price_minor: own }) => [
      id,
      { name, price_minor: listed.get(id)?.price_minor ?? own },
    ]),
  );
}

async function namedStaff(ctx: WriteContext, lines: readonly GivenLine[]) {
  const ids = lines.flatMap(({ performed_by: id }) => id ?? []);
  if (ids.length === 0) return new Set<string>();
  const rows = await ctx.db
    .selectFrom("staff")
    .select("id")
    .where("tenant_id", "=", ctx.tenantId)
    .where("id", "in", inList(ids))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** What is known of one line beyond what the body says. */
interface Known {
  readonly item: Priced | undefined;
  readonly source: Source | null;
  /** The line as the draft has it. */
  readonly before: InvoiceLine | undefined;
  readonly id: string;
  readonly mayApprove: boolean;
  readonly isIntraState: boolean;
}

type Wrong = (name: string, message: string, code?: ErrorCode) => Error;

function chargedLine(line: GivenLine, known: Known, wrong: Wrong): Omit<InvoiceLine, "id"> {
  const listed = known.item?.price_minor ?? known.source?.unit_price_minor ?? null;
  const price = line.unit_price_minor ?? listed;
  const description = line.description ?? known.item?.name ?? known.source?.description;
  if (description === undefined) throw wrong("description", "is required");
  if (price === null) throw wrong("unit_price_minor", "is required: no list has a price of it");
  const given = known.source?.given;
  if (given !== undefined && (line.quantity ?? given.quantity) !== given.quantity)
    throw wrong("quantity", `is not what was given out: ${given.quantity}`);
  const taxed = (given?.rateBp ?? 0) > 0 ? "taxable" : "exempt";
  const category = line.tax_category ?? taxed;
  const rate = line.gst_rate_bp ?? (category === "taxable" ? (given?.rateBp ?? 0) : 0);
  if (category !== "taxable" && rate > 0)
    throw wrong("gst_rate_bp", `is nothing where it is ${category}`);
  const charge = {
    quantity: line.quantity ?? given?.quantity ?? 1,
    unit_price_minor: price,
    discount_minor: line.discount_minor ?? 0,
    tax_category: category,
    gst_rate_bp: rate,
  };
  refuseDiscount(charge, line, known, wrong);
  const isOwnPrice =
    listed !== null && price !== listed && price !== known.before?.unit_price_minor;
  if (isOwnPrice && !known.mayApprove)
    throw wrong("unit_price_minor", "differs from the list, which this role may not", "forbidden");
  return {
    item_id: line.item_id ?? null,
    source_type: line.source_type ?? null,
    source_id: line.source_id ?? null,
    source_day: line.source_day ?? null,
    description,
    hsn_sac: line.hsn_sac ?? null,
    ...charge,
    discount_reason: charge.discount_minor === 0 ? null : (line.discount_reason ?? null),
    ...lineAmounts(charge, known.isIntraState),
    performed_by: line.performed_by ?? null,
  };
}

function refuseDiscount(
  charge: Parameters<typeof grossOf>[0],
  line: GivenLine,
  known: Known,
  wrong: Wrong,
): void {
  const { discount_minor: discount } = charge;
  const gross = grossOf(charge);
  if (gross > mostOfLine) throw wrong("quantity", "makes the line too large");
  if (discount > gross) throw wrong("discount_minor", "is more than the price");
  if (discount === 0) return;
  if (!line.discount_reason)
    throw wrong("discount_reason", "is required where there is a discount");
  if (!known.mayApprove && discount !== known.before?.discount_minor)
    throw wrong("discount_minor", "is given by those who may approve bills", "forbidden");
}

const mostOfLine = 1_000_000_000_000;

function refuseReferences(line: GivenLine, known: Known, staff: ReadonlySet<string>, wrong: Wrong) {
  if (line.item_id && known.item === undefined)
    throw wrong("item_id", "names no item", "invalid_reference");
  if (line.performed_by && !staff.has(line.performed_by))
    throw wrong("performed_by", "names no member of staff", "invalid_reference");
  if (line.id !== undefined && known.before === undefined)
    throw wrong("id", "names no line of the draft", "invalid_reference");
}

/** Lines and whose they are. */
export interface Drawn {
  readonly patientId: string;
  readonly payerId: string | null;
  readonly given: readonly GivenLine[];
  /** The lines of the draft that is changed. */
  readonly before: readonly InvoiceLine[];
  readonly isIntraState: boolean;
}

/**
 * The lines of a bill with their amounts, as the server works them out.
 * @throws AppError validation_error, invalid_reference, read_only_field, forbidden, by the line and its field
 */
export async function drawLines(
  ctx: WriteContext,
  { patientId, payerId, given, before, isIntraState }: Drawn,
): Promise<readonly InvoiceLine[]> {
  const sourceOf = await chargedSources(ctx, patientId, given);
  const [items, staff] = [await namedItems(ctx, given, payerId), await namedStaff(ctx, given)];
  const kept = new Map(before.map((line) => [line.id, line]));
  const mayApprove = mayDo(ctx, "invoices", "approve");
  const used = new Set<string>();
  return given.map((line, nth) => {
    const wrong: Wrong = (name, message, code = "validation_error") =>
      fieldError({ path: `lines.${nth}.${name}`, code, message });
    if (line.id !== undefined && used.has(line.id)) throw wrong("id", "stands here twice");
    const id = line.id ?? ctx.newId("ivl");
    used.add(id);
    const item = items.get(line.item_id ?? "");
    const known = {
      item,
      source: sourceOf(line),
      before: kept.get(id),
      id,
      mayApprove,
      isIntraState,
    };
    refuseReferences(line, known, staff, wrong);
    const drawn = { id, ...chargedLine(line, known, wrong) };
    const own = amountNames.find(
      (name) => line[name] !== undefined && !sameJson(line[name], known.before?.[name]),
    );
    if (own !== undefined) throw wrong(own, "is set by the server", "read_only_field");
    return drawn;
  });
}

/** Whether a body says of issued lines only what they are. */
export function isRepeated(given: readonly GivenLine[], lines: readonly InvoiceLine[]): boolean {
  const fits = (line: GivenLine, kept: InvoiceLine | undefined) =>
    kept !== undefined &&
    line.id === kept.id &&
    Object.entries({ ...line }).every(([name, value]) =>
      sameJson(value ?? null, Object.entries(kept).find(([own]) => own === name)?.[1] ?? null),
    );
  return given.length === lines.length && given.every((line, nth) => fits(line, lines[nth]));
}
