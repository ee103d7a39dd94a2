import type { ClinicStaff, Person } from "./clinic-staff.ts";
import { idOf, listOf } from "./clinic-day.ts";

type Body = Readonly<Record<string, unknown>>;

const change = (who: Person, path: string, id: string, body: unknown) =>
  who.ask("PUT", `${path}/${id}`, body);

/** Where the goods of the day come from, lie and go. */
interface Goods {
  readonly item: string;
  /** What is sold over the counter. */
  readonly sold: string;
  readonly store: string;
  readonly shelf: string;
  readonly quarantine: string;
  readonly batchNo: string;
}

/** Goods are ordered, approved by another, received with free ones and some that go back, and brought to the shelf. */
async function purchased(staff: ClinicStaff): Promise<Goods & { readonly orderId: string }> {
  const { storekeeper, manager } = staff;
  const supplier = idOf(
    await storekeeper.ask("POST", "/v1/suppliers", {
      code: "krishna-day",
      name: "Krishna Medicals",
    }),
  );
  const drug = async (code: string, name: string, schedule: string) => {
    const priced = { unit: "capsule", kind: "drug", price_minor: 640, reorder_level: 20 };
    return idOf(await storekeeper.ask("POST", "/v1/items", { code, name, schedule, ...priced }));
  };
  const item = await drug("amoxicillin-day", "Amoxicillin 500 mg", "h");
  const sold = await drug("paracetamol-day", "Paracetamol 500 mg", "otc");
  const place = async (code: string, name: string, kind: string) =>
    idOf(await storekeeper.ask("POST", "/v1/stock-locations", { code, name, kind }));
  const store = await place("day-store", "Main store", "store");
  const shelf = await place("day-shelf", "Pharmacy shelf", "shelf");
  const quarantine = await place("day-aside", "Quarantine", "quarantine");
  await storekeeper.ask("POST", "/v1/pharmacy/stock", {
    item_id: sold,
    location_id: shelf,
    batch_no: "DAY0",
    expiry_date: "2030-01-31",
    quantity: 50,
  });
  const line = { item_id: item, unit_cost_minor: 333, gst_rate_bp: 500 };
  const orders = "/v1/purchase-orders";
  const body = {
    supplier_id: supplier,
    location_id: store,
    lines: [{ ...line, quantity: 200 }],
  };
  const orderId = idOf(await storekeeper.ask("POST", orders, body));
  await change(storekeeper, orders, orderId, { status: "submitted" });
  await change(manager, orders, orderId, { status: "approved" });
  await change(storekeeper, orders, orderId, { status: "sent" });
  const batchNo = "DAY1";
  const batch = { batch_no: batchNo, expiry_date: "2031-03-31", mrp_minor: 1_200 };
  const received = {
    ...line,
    ...batch,
    po_line_no: 1,
    quantity: 200,
    free_qty: 20,
    rejected_qty: 10,
    reject_reason: "Strips torn",
  };
  const receipts = "/v1/goods-receipts";
  const receipt = await storekeeper.ask("POST", receipts, {
    purchase_order_id: orderId,
    supplier_invoice_no: "KM-4711",
    supplier_invoice_date: "2026-01-15",
    location_id: store,
    lines: [received],
  });
  const posted = await change(storekeeper, receipts, idOf(receipt), { status: "posted" });
  const stock = idOf(listOf(posted, "lines")[0] ?? {}, "stock_id");
  const moves = `/v1/pharmacy/stock/${stock}/moves`;
  const brought = { kind: "transfer", quantity: 120, to_location_id: shelf };
  await storekeeper.ask("POST", moves, brought);
  const short = { kind: "count", quantity: 88, reason_code: "count_variance" };
  await storekeeper.ask("POST", moves, short);
  await storekeeper.ask("POST", moves, { kind: "write_off", quantity: 3, reason_code: "damaged" });
  return { item, sold, store, shelf, quarantine, batchNo, orderId };
}

/** A prescription is filled in part, and some of it comes back; something is sold over the counter. */
async function dispensed(staff: ClinicStaff, goods: Goods, of: Treated): Promise<void> {
  const { doctor, pharmacist } = staff;
  const rx = await doctor.ask("POST", "/v1/prescriptions", {
    patient_id: of.patientId,
    encounter_id: of.encounterId,
    prescriber_id: doctor.id,
    allergies_checked: true,
    items: [
      {
        item_id: goods.item,
        generic_name: "Amoxicillin",
        strength: "500 mg",
        form: "capsule",
        route: "oral",
        dose: 1,
        dose_unit: "capsule",
        frequency: "tds",
        duration_days: 7,
      },
    ],
  });
  const [prescribed = {}] = listOf(rx, "items");
  const path = "/v1/pharmacy/dispense";
  const line = {
    rx_item_id: idOf(prescribed),
    item_id: goods.item,
    batch_no: goods.batchNo,
    quantity: 15,
    fefo_reason: "The pack was opened for this patient",
  };
  const body = { prescription_id: idOf(rx), location_id: goods.shelf, lines: [line] };
  const made = await pharmacist.ask("POST", path, body);
  await change(pharmacist, path, idOf(made), { status: "ready" });
  const handed = await change(pharmacist, path, idOf(made), { status: "completed" });
  const [given = {}] = listOf(handed, "lines");
  await change(pharmacist, path, idOf(made), {
    returns: [{ line_id: idOf(given), quantity: 2, reason: "Torn strip" }],
    to_location_id: goods.quarantine,
  });
  const sold = await pharmacist.ask("POST", path, {
    location_id: goods.shelf,
    lines: [{ item_id: goods.sold, quantity: 10 }],
  });
  await change(pharmacist, path, idOf(sold), { status: "completed" });
}

interface Treated {
  readonly patientId: string;
  readonly encounterId: string;
}

/** Whom a payer pays for, and a document of theirs that the claim wants. */
interface Insured extends Treated {
  readonly payer: string;
  readonly paper: string;
}

/** The charges of a patient as the lines of a bill; what no list has a price of costs what is typed. */
async function charges(cashier: Person, patientId: string): Promise<readonly Body[]> {
  const open = listOf(await cashier.ask("GET", `/v1/patients/${patientId}/charges`));
  return open.map((one) => ({
    source_type: one["source_type"],
    source_id: one["source_id"],
    ...(one["source_day"] === null ? {} : { source_day: one["source_day"] }),
    quantity: one["quantity"],
    ...(one["unit_price_minor"] === null ? { unit_price_minor: 45_000 } : {}),
  }));
}

function amountOf(body: Body, name: string): number {
  const amount = body[name];
  if (typeof amount !== "number") throw new Error(`no ${name} in ${JSON.stringify(body)}`);
  return amount;
}

/** What a patient owes is billed, each charge once, and paid in parts; a line is taken back and paid back. */
async function billed(staff: ClinicStaff, of: Treated): Promise<void> {
  const { cashier, manager } = staff;
  const lines = await charges(cashier, of.patientId);
  const extra = {
    description: "Dressing, large",
    unit_price_minor: 35_001,
    quantity: 2,
    tax_category: "taxable",
    gst_rate_bp: 1_200,
  };
  const bill = await cashier.ask("POST", "/v1/invoices", {
    patient_id: of.patientId,
    encounter_id: of.encounterId,
    invoice_type: "opd",
    is_rounded: true,
    lines: [...lines, extra],
  });
  if (lines.length === 0) throw new Error("nothing was done that is charged");
  const due = amountOf(bill, "due_minor");
  const ask = (body: Body, who = cashier) => who.ask("POST", "/v1/payments", body);
  const upi = { method: "upi", amount_minor: 20_000, reference: "412345678901" };
  await ask({ invoice_id: idOf(bill), tenders: [upi] });
  const rest = { method: "cash", amount_minor: due - 20_000 };
  const tendered = Math.ceil((due - 20_000) / 50_000) * 50_000;
  const paid = await ask({ invoice_id: idOf(bill), tenders: [rest], tendered_minor: tendered });
  const [line = {}] = listOf(bill, "lines").slice(-1);
  const note = await manager.ask("POST", `/v1/invoices/${idOf(bill)}/credit-notes`, {
    reason: "One dressing was not done",
    lines: [{ line_id: idOf(line), quantity: 1 }],
  });
  await ask({
    kind: "refund",
    payment_of_id: idOf(paid),
    reason: "One dressing was not done",
    tenders: [{ method: "cash", amount_minor: amountOf(note, "total_minor") }],
  });
  const ahead = { kind: "advance", patient_id: of.patientId };
  const taken = await ask({ ...ahead, tenders: [{ method: "card", amount_minor: 30_000 }] });
  await ask({ kind: "void", payment_of_id: idOf(taken), reason: "Another patient's card" });
}

/** A payer is asked before the treatment, billed its share, claimed of, and settles with the tax held back. */
async function claimed(staff: ClinicStaff, of: Insured): Promise<string> {
  const { cashier } = staff;
  const policy = { policy_no: "POL/2026/7", member_id: "M-7", relationship: "self" };
  const whose = { patient_id: of.patientId, payer_id: of.payer, policy, diagnosis_codes: ["A09"] };
  const asked = await cashier.ask("POST", "/v1/preauth", {
    ...whose,
    request_type: "initial",
    expected_days: 1,
    doctor_id: staff.doctor.id,
    estimate: {
      room_minor: 0,
      surgeon_minor: 0,
      investigations_minor: 400_000,
      medicines_minor: 100_000,
      implants_minor: 0,
      other_minor: 0,
    },
  });
  await change(cashier, "/v1/preauth", idOf(asked), { status: "under_review" });
  await change(cashier, "/v1/preauth", idOf(asked), { query: { text: "Since when?" } });
  const bill = await cashier.ask("POST", "/v1/invoices", {
    patient_id: of.patientId,
    encounter_id: of.encounterId,
    invoice_type: "other",
    payer_id: of.payer,
    payer_split: { payer_minor: 450_000 },
    lines: [{ description: "Day care", unit_price_minor: 500_000 }],
  });
  const claims = "/v1/claims";
  const claim = await cashier.ask("POST", claims, {
    ...whose,
    encounter_id: of.encounterId,
    invoice_ids: [idOf(bill)],
    claim_type: "reimbursement",
    claimed_minor: 450_000,
    documents: ["discharge_summary", "final_bill", "id_proof"].map((type) => ({
      type,
      document_id: of.paper,
    })),
  });
  for (const status of ["acknowledged", "under_review"])
    await change(cashier, claims, idOf(claim), { status });
  const cut = { reason_code: "not_payable", amount_minor: 30_000, note: "Gloves" };
  await change(cashier, claims, idOf(claim), {
    status: "partially_approved",
    approved_minor: 420_000,
    deductions: [cut],
  });
  await change(cashier, claims, idOf(claim), {
    status: "settled",
    settlement: { utr: "SBIN0000412345678", date: "2026-01-20", amount_minor: 378_000 },
    tds_minor: 42_000,
  });
  return idOf(claim);
}

/** The drawer is counted blind, handed over with the reason for what is missing, and taken over. */
async function handedOver({ cashier, manager }: ClinicStaff, shift: string): Promise<Body> {
  const shifts = "/v1/cashier-shifts";
  const out = { kind: "pay_out", amount_minor: 12_500, reason: "Courier to the laboratory" };
  await change(cashier, shifts, shift, { movement: out });
  const notes = [
    { value_minor: 50_000, pieces: 3 },
    { value_minor: 100, pieces: 7 },
  ];
  await change(cashier, shifts, shift, { count: { denominations: notes } });
  await change(cashier, shifts, shift, {
    status: "handed_over",
    handed_to: manager.id,
    variance_reason: "Counted twice; the rest is in the safe",
  });
  return change(manager, shifts, shift, { status: "closed" });
}

/** What became of a day's goods and money. */
export interface Traded {
  readonly orderId: string;
  readonly batchNo: string;
  readonly claimId: string;
  /** The shift, as it was closed. */
  readonly shift: Body;
}

/**
 * A day from purchase to day end: goods come, are given out and counted; a patient is billed and pays, a payer is claimed
 * of and settles, and the drawer is handed over.
 */
export async function tradingDay(staff: ClinicStaff, of: Insured): Promise<Traded> {
  const goods = await purchased(staff);
  const opened = { counter: "Cash counter 1", float_minor: 200_000 };
  const shift = idOf(await staff.cashier.ask("POST", "/v1/cashier-shifts", opened));
  await dispensed(staff, goods, of);
  await billed(staff, of);
  const claimId = await claimed(staff, of);
  const { orderId, batchNo } = goods;
  return { orderId, batchNo, claimId, shift: await handedOver(staff, shift) };
}
