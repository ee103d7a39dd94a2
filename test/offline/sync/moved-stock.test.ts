import { afterAll, beforeAll, expect, test } from "vitest";
import type { BatchOperation } from "./hand-node.ts";
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

// What a move of stock may be is judged again at the hub, also of what a program at a branch sends that has a fault; what is
// there the hub works out itself.
let hand: HandWriting;

const item = "itm_01jd7x2vry38gapbnk0v8yyk24";

beforeAll(async () => {
  hand = await startHandWriting();
});

afterAll(() => hand?.stop());

function placeOf(kind: string): Change {
  const code = `${kind}-1`;
  const names = { name: kind, name_hi: null, name_ur: null, name_key: kind };
  const own = { branch_id: hand.branchId, code, ...names, kind, status: "active", metadata: {} };
  return insert("stock_locations", "loc", own);
}

function batchAt(place: Change, more: Fields = {}): Change {
  return insert("stock", "stk", {
    branch_id: hand.branchId,
    item_id: item,
    location_id: place.id,
    batch_no: "B1",
    expiry_date: "2031-03-31",
    expires_at: "2031-03-31T18:30:00.000Z",
    mfg_date: null,
    mrp_minor: 900,
    cost_minor: null,
    gst_rate_bp: 0,
    gtin: null,
    supplier_id: null,
    status: "available",
    metadata: {},
    ...more,
  });
}

function moveOf(batch: Change, quantity: number, kind: string, more: Fields = {}): Change {
  return insert("stock_moves", "stm", {
    branch_id: hand.branchId,
    stock_id: batch.id,
    item_id: item,
    location_id: batch.fields["location_id"],
    batch_no: "B1",
    kind,
    quantity,
    unit: "tablet",
    counted: null,
    counterpart_id: null,
    source_id: null,
    reason_code: null,
    note: null,
    metadata: {},
    ...more,
  });
}

test("a move is of its batch where it stands, of its kind, and of as much at one place as at the other; the hub adds up what is there", async () => {
  const { send, operation, staffOf } = hand;
  const stores: Actor = await staffOf("stores");
  const pharmacist: Actor = await staffOf("pharmacist");
  const [store, shelf, quarantine] = [placeOf("store"), placeOf("shelf"), placeOf("quarantine")];
  const places = [store, shelf, quarantine].map((one) =>
    operation("stock_location.create", stores, one),
  );
  const batch = batchAt(store);
  const opened = (one: Change, move: Change) => operation("stock_batch.create", stores, one, move);
  const opening = opened(batch, moveOf(batch, 100, "opening"));
  const [strange, early] = [batchAt(shelf, { status: "quarantined" }), batchAt(shelf)];
  expect(
    await send([
      ...places,
      opened(strange, moveOf(strange, 5, "opening")),
      opened(early, moveOf(early, -5, "opening")),
      opened(early, moveOf(early, 5, "count", { counted: 5 })),
      opened(early, moveOf(batch, 5, "opening")),
      opening,
    ]),
  ).toEqual([
    applied,
    applied,
    applied,
    aside("changes.0.fields.status: is not that of what stands there"),
    aside("changes.1.fields.quantity: is nothing that is there"),
    aside("changes.1.fields.kind: is no opening"),
    aside("changes.1.fields.stock_id: is not the batch"),
    applied,
  ]);

  const moved = (by: Actor, ...changes: readonly [Change, ...Change[]]) =>
    operation("stock_move.create", by, ...changes);
  const onShelf = batchAt(shelf);
  const pair = (from: Change, to: Change, quantity: number, kind: string, more: Fields = {}) => {
    const out = moveOf(from, -quantity, kind, more);
    const into = moveOf(to, quantity, kind, { ...more, counterpart_id: out.id });
    return [{ ...out, fields: { ...out.fields, counterpart_id: into.id } }, into] as const;
  };
  const [out, into] = pair(batch, onShelf, 10, "transfer");
  const more = { ...into, fields: { ...into.fields, quantity: 11 } };
  const damaged = { reason_code: "damaged" };
  const inAside = batchAt(quarantine, { status: "quarantined" });
  const [away, kept] = pair(batch, inAside, 10, "quarantine", damaged);
  const [back, again] = pair(inAside, onShelf, 4, "release");
  const blocking: Change = {
    table: "stock",
    id: batch.id,
    kind: "update",
    fields: { status: "recalled" },
    added: {},
    base: { status: opening.hlc },
    version: 2,
  };
  expect(
    await send([
      moved(stores, moveOf(batch, 5, "write_off", damaged)),
      moved(stores, moveOf(batch, -5, "write_off")),
      moved(stores, moveOf(batch, 5, "opening")),
      moved(stores, moveOf(batch, -5, "write_off", { ...damaged, location_id: shelf.id })),
      moved(stores, moveOf(batch, 5, "count", { counted: 4, reason_code: "count_variance" })),
      moved(stores, out, more, onShelf),
      moved(stores, out, onShelf),
      moved(stores, out, into, onShelf),
      moved(stores, away, kept, inAside),
      moved(stores, back, again),
      moved(pharmacist, back, again),
      moved(stores, moveOf(batch, -5, "write_off", damaged), blocking),
    ]),
  ).toEqual([
    aside("changes.0.fields.quantity: is none of a write_off"),
    aside("changes.0.fields.quantity: is none of a write_off"),
    aside("changes.0.fields.quantity: is none of a opening"),
    aside("changes.0.fields.location_id: is not the batch's"),
    aside("changes.0.fields.quantity: was counted of -1, and 100 are there: count it again"),
    aside("changes.1.fields.quantity: is not what has gone from the other place"),
    aside("changes: are what goes and what comes"),
    applied,
    applied,
    aside("changes.0.fields.kind: is not theirs to release"),
    applied,
    aside("changes.1.fields.status: is not changed by this"),
  ]);

  const recalled: BatchOperation = moved(
    stores,
    moveOf(batch, 0, "recall", { reason_code: "recalled" }),
    blocking,
  );
  const [gone, come] = pair(batch, onShelf, 1, "transfer");
  expect(await send([recalled, moved(stores, gone, come)])).toEqual([
    applied,
    aside("changes.0.fields.kind: moves what is blocked"),
  ]);
  const taken = moveOf(onShelf, -15, "write_off", damaged);
  expect(await send([moved(stores, taken)])).toEqual([applied]);
  expect(await hand.overdrawn()).toEqual([taken.id]);
});

test("a count is of what is there when it arrives; what waits at the hub is there for who counted it, too", async () => {
  const { send, operation, staffOf } = hand;
  const stores: Actor = await staffOf("stores");
  const shelf = placeOf("shelf");
  const [batch, found] = [batchAt(shelf, { batch_no: "B2" }), batchAt(shelf, { batch_no: "B3" })];
  const sheet = "stc_01jd7x2vry38gapbnk0v8yyk24";
  const moved = (of: Change, quantity: number, kind: string, more: Fields = {}) =>
    moveOf(of, quantity, kind, { batch_no: of.fields["batch_no"], ...more });
  const variance = { reason_code: "count_variance", source_id: sheet };
  const line = (of: Change, quantity: number, counted: number) =>
    moved(of, quantity, "count", { ...variance, counted });
  const counted = (...changes: readonly [Change, ...Change[]]) =>
    operation("stock_move.count_place", stores, ...changes);
  const gone = (quantity: number, by = stores) =>
    operation(
      "stock_move.create",
      by,
      moved(batch, -quantity, "write_off", { reason_code: "damaged" }),
    );
  // Nobody knows them here yet.
  const stranger: Actor = { ...stores, id: "stf_01jd7x2vry38gapbnk0v8yyk24" };
  expect(
    await send([
      operation("stock_location.create", stores, shelf),
      operation("stock_batch.create", stores, batch, moved(batch, 100, "opening")),
      gone(5),
      // As a branch says it that was put back to before that.
      counted(line(batch, -5, 95)),
      counted(line(batch, -1, 94)),
      gone(4),
      counted(line(batch, 0, 90)),
      // What was found is counted of nothing, and once.
      counted(line(found, 7, 7), found),
      counted(line({ ...found, id: "stk_01jd7x2vry38gapbnk0v8yyk24" }, 7, 7), {
        ...found,
        id: "stk_01jd7x2vry38gapbnk0v8yyk24",
      }),
    ]),
  ).toEqual([
    applied,
    applied,
    applied,
    aside("changes.0.fields.quantity: was counted of 100, and 95 are there: count it again"),
    applied,
    applied,
    applied,
    applied,
    aside("changes.0.fields.quantity: was counted of 0, and 7 are there: count it again"),
  ]);
  const unknown = ["unknown_author", "actor.id: is nobody of this tenant"];
  const more = aside(
    "changes.0.fields.quantity: was counted of 90, and 80 are there: count it again",
  );
  expect(await send([gone(10, stranger), counted(line(batch, -2, 88))])).toEqual([unknown, more]);
  expect(await send([counted(line(batch, -2, 88)), counted(line(batch, -2, 78))])).toEqual([
    more,
    applied,
  ]);
});
