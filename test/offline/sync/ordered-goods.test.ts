import { afterAll, beforeAll, expect, test } from "vitest";
import {
  applied,
  aside,
  insert,
  startHandWriting,
  type Actor,
  type Change,
  type Fields,
  type HandWriting,
} from "./hand-writing.ts";

// What an order comes to and who approves it is judged again at the hub, also of what a program at a branch sends that has a fault.
let hand: HandWriting;
let count = 0;

const at = "2026-11-23T04:00:00.000Z";

beforeAll(async () => {
  hand = await startHandWriting();
});

afterAll(() => hand?.stop());

const line = {
  line_no: 1,
  item_id: "itm_01jd7x2vry38gapbnk0v8yyk24",
  quantity: 100,
  unit_cost_minor: 300,
  discount_minor: 0,
  gst_rate_bp: 500,
  expected_date: null,
  received_qty: 0,
  taxable_minor: 30_000,
  cgst_minor: 750,
  sgst_minor: 750,
  igst_minor: 0,
  total_minor: 31_500,
};

function orderOf(by: Actor, more: Fields = {}): Change {
  count += 1;
  return insert("purchase_orders", "po", {
    branch_id: hand.branchId,
    po_no: `HAND/P2627/${String(count).padStart(4, "0")}`,
    supplier_id: "sup_01jd7x2vry38gapbnk0v8yyk24",
    location_id: "loc_01jd7x2vry38gapbnk0v8yyk24",
    lines: [line],
    currency: "INR",
    expected_by: null,
    payment_terms_days: null,
    notes: null,
    taxable_total_minor: 30_000,
    tax_total_minor: 1_500,
    total_minor: 31_500,
    decided_by: null,
    decided_at: null,
    status: "draft",
    status_history: [{ status: "draft", at, by: by.id, reason: null }],
    metadata: {},
    ...more,
  });
}

test("an order comes to what its lines say, stays as it was submitted, and is approved by somebody else than its maker", async () => {
  const { send, operation, staffOf } = hand;
  const [maker, admin] = [await staffOf("stores"), await staffOf("branch_admin")];
  const create = (more: Fields, by: Actor = maker) =>
    operation("purchase_order.create", by, orderOf(by, more));
  const order = orderOf(maker);
  const made = operation("purchase_order.create", maker, order);
  const own = orderOf(admin);
  const admins = operation("purchase_order.create", admin, own);
  expect(
    await send([
      create({ total_minor: 31_499 }),
      create({ lines: [{ ...line, cgst_minor: 751 }] }),
      create({ lines: [{ ...line, received_qty: 5 }] }),
      create({ status: "approved", decided_by: admin.id }),
      made,
      admins,
    ]),
  ).toEqual([
    aside("changes.0.fields.total_minor: is not what the lines come to"),
    aside("changes.0.fields.lines: are worked out otherwise"),
    aside("changes.0.fields.lines: are received by goods receipts"),
    aside("changes.0.fields.status: of a new one is draft"),
    applied,
    applied,
  ]);

  const stamps = new Map<string, string>();
  const versions = new Map([
    [order.id, 1],
    [own.id, 1],
  ]);
  const change = (of: Change, by: Actor, fields: Fields) => {
    const first = of === order ? made.hlc : admins.hlc;
    const changed: Change = {
      table: "purchase_orders",
      id: of.id,
      kind: "update",
      fields: { ...fields },
      added: {},
      base: Object.fromEntries(
        Object.keys(fields).map((name) => [name, stamps.get(`${of.id}.${name}`) ?? first]),
      ),
      version: (versions.get(of.id) ?? 0) + 1,
    };
    return operation("purchase_order.update", by, changed);
  };
  const standing = (of: Change, done: ReturnType<typeof change>) => {
    versions.set(of.id, (versions.get(of.id) ?? 0) + 1);
    for (const name of Object.keys(done.changes[0]?.fields ?? {}))
      stamps.set(`${of.id}.${name}`, done.hlc);
  };
  const steps = [order, own].map((of) => [of, change(of, maker, { status: "submitted" })] as const);
  expect(await send(steps.map(([, step]) => step))).toEqual([applied, applied]);
  for (const [of, step] of steps) standing(of, step);
  const decided = (by: Actor) => ({ status: "approved", decided_by: by.id, decided_at: at });
  const good = change(order, admin, decided(admin));
  expect(
    await send([
      change(order, maker, { notes: "More of it" }),
      change(order, maker, decided(maker)),
      change(order, admin, decided(maker)),
      change(own, admin, decided(admin)),
      change(order, maker, { status: "received" }),
      good,
    ]),
  ).toEqual([
    aside("changes.0.fields.notes: stays as it was submitted"),
    aside("changes.0.fields.status: is not theirs to decide"),
    aside("changes.0.fields.decided_by: is not who decides it"),
    aside("changes.0.fields.status: is decided by who has made it"),
    aside("changes.0.fields.status: is reached by no way"),
    applied,
  ]);
});

test("a receipt that is posted moves what its lines say and tells its order, and goes out again as a whole", async () => {
  const { send, operation, staffOf } = hand;
  const [by, admin] = [await staffOf("stores"), await staffOf("branch_admin")];
  const names = { name: "Store", name_hi: null, name_ur: null, name_key: "store" };
  const store = insert("stock_locations", "loc", {
    branch_id: hand.branchId,
    code: "store",
    ...names,
    kind: "store",
    status: "active",
    metadata: {},
  });
  const order = orderOf(by);
  const ordered = operation("purchase_order.create", by, order);
  const stamp = new Map<string, string>();
  const stepOn = (of: Change, base: string, version: number, fields: Fields): Change => ({
    table: of.table,
    id: of.id,
    kind: "update",
    fields: { ...fields },
    added: {},
    base: Object.fromEntries(
      Object.keys(fields).map((name) => [name, stamp.get(`${of.id}.${name}`) ?? base]),
    ),
    version,
  });
  const submit = operation(
    "purchase_order.update",
    by,
    stepOn(order, ordered.hlc, 2, { status: "submitted" }),
  );
  stamp.set(`${order.id}.status`, submit.hlc);
  const approve = operation(
    "purchase_order.update",
    admin,
    stepOn(order, ordered.hlc, 3, { status: "approved", decided_by: admin.id, decided_at: at }),
  );
  const receivedLine = {
    id: "grl_01jd7x2vry38gapbnk0v8yyk24",
    po_line_no: 1,
    item_id: line.item_id,
    batch_no: "B1",
    expiry_date: "2031-03-31",
    mfg_date: null,
    mrp_minor: 900,
    gtin: null,
    quantity: 100,
    free_qty: 10,
    accepted_qty: 100,
    rejected_qty: 0,
    reject_reason: null,
    unit_cost_minor: 300,
    gst_rate_bp: 500,
    stock_id: null,
    taxable_minor: 30_000,
    cgst_minor: 750,
    sgst_minor: 750,
    igst_minor: 0,
    total_minor: 31_500,
  };
  const receiptOf = (more: Fields = {}) => {
    count += 1;
    return insert("goods_receipts", "grn", {
      branch_id: hand.branchId,
      grn_no: `HAND/G2627/${String(count).padStart(4, "0")}`,
      purchase_order_id: order.id,
      supplier_id: "sup_01jd7x2vry38gapbnk0v8yyk24",
      supplier_invoice_no: `INV-${count}`,
      supplier_invoice_date: "2026-11-20",
      location_id: store.id,
      lines: [receivedLine],
      currency: "INR",
      taxable_total_minor: 30_000,
      tax_total_minor: 1_500,
      total_minor: 31_500,
      status: "draft",
      status_history: [{ status: "draft", at, by: by.id, reason: null }],
      posted_at: null,
      metadata: {},
      ...more,
    });
  };
  const receipt = receiptOf();
  const noted = operation("goods_receipt.create", by, receipt);
  const create = (more: Fields) => operation("goods_receipt.create", by, receiptOf(more));
  expect(
    await send([
      operation("stock_location.create", by, store),
      ordered,
      submit,
      approve,
      create({ total_minor: 31_499 }),
      create({ lines: [{ ...receivedLine, accepted_qty: 99 }] }),
      create({ status: "posted", posted_at: at }),
      noted,
    ]),
  ).toEqual([
    ...Array.from({ length: 4 }, () => applied),
    aside("changes.0.fields.total_minor: is not what the lines come to"),
    aside("changes.0.fields.lines.0.accepted_qty: is not what stays"),
    aside("changes.0.fields.status: of a new one is draft"),
    applied,
  ]);
  stamp.set(`${order.id}.status`, approve.hlc);

  const batch = insert("stock", "stk", {
    branch_id: hand.branchId,
    item_id: line.item_id,
    location_id: store.id,
    batch_no: "B1",
    expiry_date: "2031-03-31",
    expires_at: "2031-03-31T18:30:00.000Z",
    mfg_date: null,
    mrp_minor: 900,
    cost_minor: 300,
    gst_rate_bp: 500,
    gtin: null,
    supplier_id: null,
    status: "available",
    metadata: {},
  });
  const move = (quantity: number, kind: string) =>
    insert("stock_moves", "stm", {
      branch_id: hand.branchId,
      stock_id: batch.id,
      item_id: line.item_id,
      location_id: store.id,
      batch_no: "B1",
      kind,
      quantity,
      unit: "tablet",
      counted: null,
      counterpart_id: null,
      source_id: receipt.id,
      reason_code: null,
      note: null,
      metadata: {},
    });
  const posting = stepOn(receipt, noted.hlc, 2, {
    lines: [{ ...receivedLine, stock_id: batch.id }],
    status: "posted",
    posted_at: at,
  });
  const told = (received: number, status: string, version = 4) =>
    stepOn(order, ordered.hlc, version, { lines: [{ ...line, received_qty: received }], status });
  const post = (...more: readonly Change[]) =>
    operation("goods_receipt.update", by, posting, ...more);
  const good = post(batch, move(110, "receipt"), told(100, "received"));
  expect(
    await send([
      post(batch, told(100, "received")),
      post(batch, move(111, "receipt"), told(100, "received")),
      post(batch, move(110, "receipt")),
      post(batch, move(110, "receipt"), told(99, "partially_received")),
      post({ ...batch, fields: { ...batch.fields, mrp_minor: 950 } }, move(110, "receipt")),
      good,
    ]),
  ).toEqual([
    aside("changes: do not move what the lines say"),
    aside("changes.2.fields.quantity: is not the line's"),
    aside("changes: say nothing to the order"),
    aside("changes.3.fields.lines: are not what has come"),
    aside("changes.1.fields.batch_no: is not the line's"),
    applied,
  ]);
  for (const name of ["lines", "status"]) stamp.set(`${order.id}.${name}`, good.hlc);
  for (const name of ["lines", "status", "posted_at"]) stamp.set(`${receipt.id}.${name}`, good.hlc);
  const back = stepOn(receipt, noted.hlc, 3, { status: "reversed" });
  const reverse = (...more: readonly Change[]) =>
    operation("goods_receipt.update", by, back, ...more);
  expect(
    await send([
      reverse(move(-100, "receipt_reversed"), told(0, "sent", 5)),
      reverse(move(-110, "receipt_reversed"), told(0, "sent", 5)),
    ]),
  ).toEqual([aside("changes.1.fields.quantity: is not the line's"), applied]);
});
