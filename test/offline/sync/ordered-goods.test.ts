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
