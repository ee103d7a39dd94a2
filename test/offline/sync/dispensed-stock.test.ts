import { afterAll, beforeAll, expect, test } from "vitest";
import { paracetamol } from "#support/prescribed-item.ts";
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

// What may be given out is judged again at the hub, also of what a program at a branch sends that has a fault.
let hand: HandWriting;
let lines = 0;

const item = "itm_01jd7x2vry38gapbnk0v8yyk24";
const at = "2026-11-23T04:00:00.000Z";

beforeAll(async () => {
  hand = await startHandWriting();
});

afterAll(() => hand?.stop());

function placeOf(kind: string): Change {
  const names = { name: kind, name_hi: null, name_ur: null, name_key: kind };
  const own = { branch_id: hand.branchId, code: kind, ...names, kind, status: "active" };
  return insert("stock_locations", "loc", { ...own, metadata: {} });
}

function batchAt(place: Change, batch: string, more: Fields = {}): Change {
  return insert("stock", "stk", {
    branch_id: hand.branchId,
    item_id: item,
    location_id: place.id,
    batch_no: batch,
    expiry_date: "2031-03-31",
    expires_at: "2031-03-31T18:30:00.000Z",
    mfg_date: null,
    mrp_minor: 900,
    cost_minor: null,
    gst_rate_bp: 500,
    gtin: null,
    supplier_id: null,
    status: "available",
    metadata: {},
    ...more,
  });
}

function moveOf(batch: Change, quantity: number, kind: string, more: Fields = {}): Change {
  const { item_id, location_id, batch_no } = batch.fields;
  return insert("stock_moves", "stm", {
    branch_id: hand.branchId,
    stock_id: batch.id,
    item_id,
    location_id,
    batch_no,
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

function lineOf(batch: Change, more: Fields = {}) {
  lines += 1;
  const { item_id, batch_no, expiry_date, mrp_minor, gst_rate_bp } = batch.fields;
  return {
    id: `dsl_01jd7x2vry38gapbnk0v8y${String(lines).padStart(4, "0")}`,
    rx_item_id: null,
    item_id,
    stock_id: batch.id,
    batch_no,
    expiry_date,
    quantity: 2,
    unit: "tablet",
    description: "Paracetamol",
    schedule: null,
    fefo_reason: null,
    substitution_reason: null,
    days_supply: null,
    unit_price_minor: 857,
    mrp_minor,
    gst_rate_bp,
    ...more,
  };
}

/** A prescription of 15 tablets. */
function prescriptionOf(patient: BatchOperation, doctor: Actor, id: string): Change {
  const issued = new Date().toISOString();
  return insert("prescriptions", "rx", {
    branch_id: hand.branchId,
    patient_id: patient.entity_id,
    encounter_id: "enc_01jd7x2vry38gapbnk0v8yyk24",
    prescriber_id: doctor.id,
    rx_no: "HAND-R0000001",
    items: [paracetamol(id)],
    allergies_checked: true,
    interaction_alerts: [],
    override: null,
    weight_kg: null,
    status: "issued",
    status_history: [{ status: "issued", at: issued, by: doctor.id, reason: null }],
    issued_at: issued,
    valid_until: issued.slice(0, 10),
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    replaces_id: null,
    metadata: {},
  });
}

function dispenseOf(by: Actor, place: Change, line: Fields, more: Fields = {}): Change {
  return insert("dispenses", "dsp", {
    branch_id: hand.branchId,
    prescription_id: null,
    patient_id: null,
    location_id: place.id,
    lines: [line],
    counselling_done: false,
    witness_id: null,
    dispensed_by: by.id,
    returns: [],
    status: "preparation",
    status_history: [{ status: "preparation", at, by: by.id, reason: null }],
    completed_at: null,
    metadata: {},
    ...more,
  });
}

test("what is given out is of batches that may be, each line with its move, and comes back into quarantine alone", async () => {
  const { send, operation, staffOf } = hand;
  const [by, stores] = [await staffOf("pharmacist"), await staffOf("stores")];
  const [shelf, quarantine] = [placeOf("shelf"), placeOf("quarantine")];
  const good = batchAt(shelf, "GOOD");
  const old = batchAt(shelf, "OLD", {
    expiry_date: "2025-03-31",
    expires_at: "2025-03-31T18:30:00.000Z",
  });
  const away = batchAt(quarantine, "GOOD", { status: "quarantined" });
  const opened = (batch: Change) =>
    operation("stock_batch.create", by, batch, moveOf(batch, 100, "opening"));
  const give = (batch: Change, more: Fields = {}, own: Fields = {}) => {
    const made = dispenseOf(by, shelf, lineOf(batch, more), own);
    return operation("dispense.create", by, made, moveOf(batch, -2, "dispense"));
  };
  const given = lineOf(good);
  const plain = dispenseOf(by, shelf, given);
  const made = operation("dispense.create", by, plain, moveOf(good, -2, "dispense"));
  const twin = dispenseOf(by, shelf, lineOf(good), { status: "completed" });
  const back = insert("dispenses", "dsp", { ...plain.fields, location_id: quarantine.id });
  expect(
    await send([
      operation("stock_location.create", by, shelf),
      operation("stock_location.create", by, quarantine),
      ...[good, old, away].map(opened),
      operation("dispense.create", by, plain),
      operation("dispense.create", by, plain, moveOf(good, -1, "dispense")),
      // Of two in one operation the second would bring no moves.
      operation("dispense.create", by, plain, moveOf(good, -2, "dispense"), twin),
      operation("dispense.create", by, plain, moveOf(good, -2, "write_off")),
      operation("dispense.create", by, plain, moveOf(old, -2, "dispense")),
      operation("dispense.create", by, back, moveOf(good, -2, "dispense")),
      operation("dispense.create", stores, plain, moveOf(good, -2, "dispense")),
      give(old),
      give(away),
      give(good, { unit_price_minor: 858 }),
      give(good, { mrp_minor: 2_000, unit_price_minor: 1_000 }),
      give(good, { schedule: "h" }),
      give(good, { rx_item_id: "rxi_01jd7x2vry38gapbnk0v8yyk24" }),
      give(good, {}, { status: "completed" }),
      give(good, {}, { dispensed_by: stores.id }),
      made,
    ]),
  ).toEqual([
    ...Array.from({ length: 5 }, () => applied),
    aside("changes: do not move what the lines say"),
    aside("changes.1.fields.quantity: is not the line's"),
    aside("changes.2.id: dispense.create writes one record of dispenses alone"),
    aside("changes.1.fields.kind: is no move of this"),
    aside("changes.1.fields.stock_id: is not the line's"),
    aside("changes.0.fields.location_id: is no shelf of the branch"),
    ["no_right_then", expect.any(String)],
    aside("changes.0.fields.lines.0.batch_no: has expired"),
    aside("changes.0.fields.lines.0.batch_no: was recalled or set aside"),
    aside("changes.0.fields.lines.0.unit_price_minor: is more than is printed on it"),
    aside("changes.0.fields.lines.0.mrp_minor: is not the batch's"),
    aside("changes.0.fields.lines.0.rx_item_id: is missing: it is prescribed only"),
    aside("changes.0.fields.prescription_id: is missing"),
    aside("changes.0.fields.status: of a new one is preparation"),
    aside("changes.0.fields.dispensed_by: is not who gives it out"),
    applied,
  ]);

  // By which operation each field stands as it does.
  const stamps: Record<string, string> = {};
  let version = 1;
  for (const name of Object.keys(plain.fields)) stamps[name] = made.hlc;
  const change = (fields: Fields, ...moves: readonly Change[]) => changeBy(fields, {}, ...moves);
  const changeBy = (
    fields: Fields,
    added: NonNullable<Change["added"]>,
    ...moves: readonly Change[]
  ) => {
    const names = [...Object.keys(fields), ...Object.keys(added)];
    const changed: Change = {
      table: "dispenses",
      id: plain.id,
      kind: "update",
      fields: { ...fields },
      added,
      base: Object.fromEntries(names.map((name) => [name, stamps[name] ?? ""])),
      version: version + 1,
    };
    return operation("dispense.update", by, changed, ...moves);
  };
  const over = change({ status: "completed", completed_at: at });
  expect(
    await send([
      change({ status: "returned" }),
      change({ status: "completed" }),
      change({ status: "cancelled" }),
      change({ status: "cancelled" }, moveOf(good, 3, "dispense_cancelled")),
      change({ status: "ready" }, moveOf(good, 2, "dispense_cancelled")),
      over,
    ]),
  ).toEqual([
    aside("changes.0.fields.status: is reached by no way"),
    aside("changes.0.fields.completed_at: goes with what is handed over"),
    aside("changes: do not move what the lines say"),
    aside("changes.1.fields.quantity: is not the line's"),
    aside("changes: move nothing that the dispense says"),
    applied,
  ]);

  for (const name of ["status", "completed_at"]) stamps[name] = over.hlc;
  version += 1;
  const lineId = given.id;
  // As a branch says it: by what is behind those that came back before.
  const returned = (quantity: number, status: string, ...moves: readonly Change[]) => {
    const returns = [{ line_id: lineId, quantity, reason: "Not needed", at, by: by.id }];
    return changeBy({ status }, { returns }, ...moves);
  };
  expect(
    await send([
      returned(3, "returned", moveOf(away, 3, "return")),
      returned(1, "returned", moveOf(away, 1, "return")),
      returned(1, "partially_returned", moveOf(away, 2, "return")),
      returned(1, "partially_returned", moveOf(good, 1, "return")),
      returned(2, "returned", moveOf(away, 2, "return")),
    ]),
  ).toEqual([
    aside("changes.0.fields.returns: are more than was given out"),
    aside("changes.0.fields.status: does not follow from what came back"),
    aside("changes.1.fields.quantity: is not what came back"),
    aside("changes.1.fields.stock_id: is not set aside"),
    applied,
  ]);
});

test("what is given out of a prescription beyond what was prescribed has left the shelf: it is taken, and a person is shown it", async () => {
  const { node, send, operation, staffOf } = hand;
  const [by, doctor] = [await staffOf("pharmacist"), await staffOf("doctor")];
  const patient = node.register();
  const prescribed = "rxi_01jd7x2vry38gapbnk0v8yyk24";
  const rx = prescriptionOf(patient, doctor, prescribed);
  const shelf = placeOf("shelf");
  const batch = batchAt(shelf, "FILLS");
  const fill = (quantity: number) => {
    const line = lineOf(batch, { quantity, rx_item_id: prescribed });
    const own = { prescription_id: rx.id, patient_id: patient.entity_id };
    const made = dispenseOf(by, shelf, line, own);
    return operation("dispense.create", by, made, moveOf(batch, -quantity, "dispense"));
  };
  const first = fill(10);
  const over = fill(6);
  expect(
    await send([
      patient,
      operation("prescription.create", doctor, rx),
      operation("stock_location.create", by, shelf),
      operation("stock_batch.create", by, batch, moveOf(batch, 100, "opening")),
      first,
      over,
    ]),
  ).toEqual(Array.from({ length: 6 }, () => applied));
  const shown = (made: BatchOperation, quantity: number, left: number) => ({
    entity_id: made.entity_id,
    field: "lines",
    kept_value: { rx_item_id: prescribed, quantity },
    other_value: left,
    patient_id: patient.entity_id,
  });
  expect(await hand.beyond("dispenses")).toEqual([shown(over, 6, -1)]);

  const cancelled = operation(
    "dispense.update",
    by,
    {
      table: "dispenses",
      id: first.entity_id,
      kind: "update",
      fields: { status: "cancelled" },
      added: {},
      base: { status: first.hlc },
      version: 2,
    },
    moveOf(batch, 10, "dispense_cancelled"),
  );
  const [whole, more, most] = [fill(9), fill(1), fill(2)];
  expect(await send([cancelled, whole, more, most])).toEqual([applied, applied, applied, applied]);
  // What fills it is shown to nobody; what goes beyond it is, also after another in one batch.
  expect(await hand.beyond("dispenses")).toEqual([
    shown(over, 6, -1),
    shown(more, 1, -1),
    shown(most, 2, -3),
  ]);
});
