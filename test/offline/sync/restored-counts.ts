import { textOf } from "#offline/front-desk.ts";
import type { Product } from "#support/product.ts";

type Body = Readonly<Record<string, unknown>>;

async function ask(product: Product, method: string, path: string, body: Body) {
  const answer = await product.call("branch", method, path, body);
  if (answer.status < 300) return answer;
  throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}

/** A place of the branch with 100 tablets of a new batch on it. */
export async function shelved(product: Product, batchNo: string) {
  const post = (path: string, body: Body) => ask(product, "POST", path, body);
  const code = batchNo.toLowerCase();
  const item = { code, name: `Paracetamol ${batchNo}`, unit: "tablet", kind: "drug" };
  const itemId = textOf(
    await post("/v1/items", { ...item, schedule: "otc", price_minor: 100 }),
    "id",
  );
  const place = { code, name: `Shelf ${batchNo}`, kind: "shelf" };
  const placeId = textOf(await post("/v1/stock-locations", place), "id");
  const batch = { item_id: itemId, location_id: placeId, batch_no: batchNo };
  const opened = { ...batch, expiry_date: "2031-03-31", quantity: 100 };
  return { itemId, placeId, stockId: textOf(await post("/v1/pharmacy/stock", opened), "id") };
}

/** Where goods stand, and of which batch. */
export type Shelved = Awaited<ReturnType<typeof shelved>>;

/** Counts a batch by a sheet of its place. */
export function counted(product: Product, { placeId, stockId }: Shelved, found: number) {
  const line = { stock_id: stockId, counted: found, reason_code: "count_variance" };
  const sheet = { location_id: placeId, lines: [line] };
  return ask(product, "POST", "/v1/pharmacy/stock-counts", sheet);
}

/** Another batch of 100 tablets beside one. */
export async function shelvedBeside(product: Product, beside: Shelved, batchNo: string) {
  const { itemId, placeId } = beside;
  const batch = { item_id: itemId, location_id: placeId, batch_no: batchNo };
  const opened = { ...batch, expiry_date: "2031-04-30", quantity: 100 };
  return {
    ...beside,
    stockId: textOf(await ask(product, "POST", "/v1/pharmacy/stock", opened), "id"),
  };
}

/** Counts batches of one place by a sheet, on which a batch is found besides. @returns the id of that batch */
export async function countedWith(
  product: Product,
  lines: readonly (readonly [Shelved, number])[],
  found: string,
): Promise<string> {
  const [first] = lines;
  if (first === undefined) throw new Error("a sheet has lines");
  const [{ placeId, itemId }] = first;
  const more = { item_id: itemId, batch_no: found, expiry_date: "2031-05-31" };
  await ask(product, "POST", "/v1/pharmacy/stock-counts", {
    location_id: placeId,
    lines: lines.map(([{ stockId }, there]) => {
      return { stock_id: stockId, counted: there, reason_code: "count_variance" };
    }),
    found: [{ ...more, counted: 7, reason_code: "count_variance" }],
  });
  const [row] = product.branchRows("SELECT id FROM stock WHERE batch_no = ?", [found]);
  return String(row?.["id"]);
}

/** Writes off some of a batch. */
export function writtenOff(product: Product, stockId: string, quantity: number) {
  const body = { kind: "write_off", quantity, reason_code: "damaged" };
  return ask(product, "POST", `/v1/pharmacy/stock/${stockId}/moves`, body);
}

const sum = "SELECT coalesce(sum(quantity), 0) AS there FROM stock_moves WHERE stock_id =";

/** What is there of a batch by the moves at the hub and at the branch. */
export async function thereOf(product: Product, { stockId }: Shelved) {
  const [hub] = await product.hubRows(`${sum} $1`, [stockId]);
  const [branch] = product.branchRows(`${sum} ?`, [stockId]);
  return { hub: Number(hub?.["there"]), branch: Number(branch?.["there"]) };
}

interface Row {
  readonly op_id: string;
  readonly message: string;
  readonly details?: { readonly fields: readonly WrongField[] };
}

interface WrongField {
  readonly path: string;
  readonly values: Body;
}

/** The lines of a count that a refusal names, whichever places they have in the operation. */
export function wrongLines(row: Row | undefined): readonly WrongField[] {
  return (row?.details?.fields ?? []).map((field) => ({
    ...field,
    path: field.path.replace(/^changes\.\d+\./u, ""),
  }));
}

/** A line of a count as a refusal names it. */
export function wrongLine(
  { itemId, placeId, stockId }: Shelved,
  batchNo: string,
  figures: Readonly<Record<"counted" | "book_quantity" | "on_record", number>>,
) {
  const { book_quantity: book, on_record: there } = figures;
  return {
    path: "fields.quantity",
    code: "counted_of_other",
    message: `was counted of ${book}, and ${there} are there: count it again`,
    values: {
      stock_id: stockId,
      item_id: itemId,
      location_id: placeId,
      batch_no: batchNo,
      ...figures,
    },
  };
}

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && "op_id" in value && "message" in value;
}

/** What of commands of a name the hub has set aside, with its reason, as the branch says it. */
export async function asideAt(
  product: Product,
  type: string,
  outcome: "held" | "rejected" = "rejected",
): Promise<readonly Row[]> {
  const { body } = await product.call("branch", "GET", `/v1/sync/operations?outcome=${outcome}`);
  const rows: readonly unknown[] = Array.isArray(body["data"]) ? body["data"] : [];
  return rows.filter(isRow).filter((row) => "type" in row && row.type === type);
}

/** Somebody at the hub gives up what was set aside. */
export async function giveUp(product: Product, { op_id: id }: Row): Promise<void> {
  const body = { action: "discard", note: "Counted before the branch was put back" };
  const answer = await product.call("hub", "PUT", `/v1/sync/operations/${id}`, body);
  if (answer.status !== 200) throw new Error(`giving up answered ${JSON.stringify(answer.body)}`);
}

/** An open shift of whoever asks. */
export async function openedShift(product: Product): Promise<string> {
  const body = { counter: "Counter 1", float_minor: 50_000 };
  return textOf(await ask(product, "POST", "/v1/cashier-shifts", body), "id");
}

/** Somebody pays 1,000 rupees ahead. */
export async function advanceOf(product: Product, patientId: string, shift: string) {
  const tenders = [{ method: "cash", amount_minor: 100_000 }];
  const body = { kind: "advance", patient_id: patientId, cashier_shift_id: shift, tenders };
  return textOf(await ask(product, "POST", "/v1/payments", body), "id");
}

/** A new bill of somebody is paid out of what they paid ahead. */
export async function used(product: Product, patientId: string, shift: string, advance: string) {
  const lines = [{ description: "Dressing", unit_price_minor: 60_000 }];
  const bill = { patient_id: patientId, invoice_type: "opd", lines };
  const billId = textOf(await ask(product, "POST", "/v1/invoices", bill), "id");
  return ask(product, "POST", "/v1/payments", {
    kind: "adjustment",
    invoice_id: billId,
    payment_of_id: advance,
    cashier_shift_id: shift,
    tenders: [{ method: "advance", amount_minor: 60_000 }],
  });
}

/** What of an advance is used by the payments at the hub and at the branch. */
export async function usedOf(product: Product, advance: string) {
  const text = "SELECT coalesce(sum(amount_minor), 0) AS used FROM payments WHERE payment_of_id =";
  const [hub] = await product.hubRows(`${text} $1`, [advance]);
  const [branch] = product.branchRows(`${text} ?`, [advance]);
  return { hub: Number(hub?.["used"]), branch: Number(branch?.["used"]) };
}
