import { afterAll, beforeAll, expect, test } from "vitest";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import { conflictIdOf } from "@edgeward/shared/sync/merge/conflict-id.ts";
import { startProduct, type Product } from "#support/product.ts";
import { addStaff } from "./added-staff.ts";
import { enrolHandNode, replyOf, type BatchOperation, type HandNode } from "./hand-node.ts";

// A decision about a conflict may change any field that some command changes. Whoever holds a node's key could write all
// of them, were it not asked which conflict it is about, where that stands, and who decides.
let product: Product;
let node: HandNode;
let seq = 1;
const newId = createIdSource(Date.now);

beforeAll(async () => {
  product = await startProduct({ hubOnly: true });
  node = await enrolHandNode(product, product.demo.branch_id);
});

afterAll(async () => {
  await node?.stop();
  await product?.stop();
});

type Fields = Readonly<Record<string, unknown>>;
type Change = BatchOperation["changes"][number];

async function sent(ops: readonly BatchOperation[]) {
  const reply = replyOf(await node.send(node.batch(seq, ops)));
  seq += ops.length;
  return reply.results;
}

async function send(ops: readonly BatchOperation[]) {
  return (await sent(ops)).map(({ code, outcome, message }) => [code ?? outcome, message ?? null]);
}

function staffOf(role: string): Promise<BatchOperation["actor"]> {
  return addStaff(product, role, product.demo.branch_id);
}

/** An operation of the next stamp, which changes something. */
function operation(type: string, actor: BatchOperation["actor"], changes: readonly Change[]) {
  const [first] = changes;
  return {
    ...node.register(),
    type,
    entity: first?.table ?? "",
    entity_id: first?.id ?? "",
    actor,
    at: new Date().toISOString(),
    changes: [...changes],
    events: [],
  } satisfies BatchOperation;
}

function update(table: string, id: string, fields: Fields, seen: string, version = 2): Change {
  const base = Object.fromEntries(Object.keys(fields).map((name) => [name, seen]));
  return { table, id, kind: "update", fields: { ...fields }, base, version };
}

interface Disputed {
  readonly patient: BatchOperation;
  readonly conflict: string;
  /** The conflict's own stamp. */
  readonly stamp: string;
}

/** A patient of whom two changed one field, neither having seen the other's value. */
async function disputed(field: string, values: readonly [string, string]): Promise<Disputed> {
  const doctor = await staffOf("nurse");
  const patient = node.register();
  const by = (value: string) =>
    operation("patient.update", doctor, [
      update("patients", patient.entity_id, { [field]: value }, patient.hlc),
    ]);
  const results = await sent([patient, by(values[0]), by(values[1])]);
  const [conflict = ""] = results[2]?.conflict_ids ?? [];
  const [row] = await product.hubRows("SELECT hlc FROM conflicts WHERE id = $1", [conflict]);
  return { patient, conflict, stamp: String(row?.["hlc"]) };
}

const decided = { conflict_status: "resolved", resolution: "take_other", resolution_note: "Asked" };

function decision({ conflict, stamp }: Disputed, more: Fields = {}): Change {
  return update("conflicts", conflict, { ...decided, ...more }, stamp);
}

async function patientRow(id: string) {
  const [row] = await product.hubRows(
    "SELECT phone, blood_group, merged_into_id, name FROM patients WHERE id = $1",
    [id],
  );
  return row;
}

const aside = (message: string) => ["not_of_command", message];

test("without a conflict nobody writes a visit's notes or a patient's blood group by resolving one", async () => {
  const clerk = await staffOf("front_desk");
  const patient = node.register();
  const visit = node.openEncounter(patient.entity_id);
  expect(await send([patient, visit])).toEqual([
    ["applied", null],
    ["applied", null],
  ]);
  const notes = update("encounters", visit.entity_id, { notes: "forged" }, visit.hlc);
  const blood = update("patients", patient.entity_id, { blood_group: "O-" }, patient.hlc);
  const unknown = { conflict: newId("cnf"), stamp: "0", patient };
  const results = await send([
    operation("conflict.resolve", clerk, [notes]),
    operation("conflict.resolve", clerk, [blood]),
    operation("conflict.resolve", clerk, [decision(unknown), blood]),
  ]);
  const begins = "changes.0.table: conflict.resolve begins with conflicts";
  expect(results).toEqual([
    aside(begins),
    aside(begins),
    ["missing_record", "the record to change is not here"],
  ]);
  const [row] = await product.hubRows("SELECT notes FROM encounters WHERE id = $1", [
    visit.entity_id,
  ]);
  expect(row).toEqual({ notes: null });
  expect(await patientRow(patient.entity_id)).toMatchObject({ blood_group: null });
});

test("a conflict opens its own field of its own record, and nothing else", async () => {
  const clerk = await staffOf("front_desk");
  const about = await disputed("phone", ["+919830011111", "+919830022222"]);
  const { patient } = about;
  const other = node.register();
  const visit = node.openEncounter(patient.entity_id);
  await send([other, visit]);
  const on = (id: string, fields: Fields, seen = patient.hlc) =>
    operation("conflict.resolve", clerk, [
      decision(about),
      update("patients", id, fields, seen, 4),
    ]);
  const forged = [
    on(patient.entity_id, { email: "a@example.in" }),
    on(patient.entity_id, { phone: "+919830011111", merged_into_id: other.entity_id }),
    on(other.entity_id, { phone: "+919830011111" }, other.hlc),
    operation("conflict.resolve", clerk, [
      decision(about),
      update("encounters", visit.entity_id, { notes: "forged" }, visit.hlc),
    ]),
    operation("conflict.resolve", clerk, [
      decision(about, { resolution: "keep" }),
      update("patients", patient.entity_id, { phone: "+919830033333" }, patient.hlc, 4),
    ]),
    operation("conflict.resolve", clerk, [
      decision(about, { conflict_status: "open" }),
      update("patients", patient.entity_id, { phone: "+919830033333" }, patient.hlc, 4),
    ]),
    operation("conflict.resolve", clerk, [
      decision(about),
      update("patients", patient.entity_id, { phone: "+919830011111" }, patient.hlc, 4),
      update("patients", other.entity_id, { phone: "+919830011111" }, other.hlc),
    ]),
    operation("conflict.resolve", clerk, [
      update("conflicts", about.conflict, { resolution_note: "Only a note" }, about.stamp),
      update("patients", patient.entity_id, { phone: "+919830033333" }, patient.hlc, 4),
    ]),
  ];
  expect(await send(forged)).toEqual([
    aside("changes.1.fields.email: the conflict is about phone"),
    aside("changes.1.fields.merged_into_id: the conflict is about phone"),
    aside("changes.1.id: is not the record that the conflict is about"),
    aside("changes.1.id: is not the record that the conflict is about"),
    aside("changes.1: what stands is kept, and no record changes"),
    aside("changes.0.fields.conflict_status: does not go with the resolution"),
    aside("changes.2: a conflict is about one record"),
    aside("changes.0.fields.resolution: is missing"),
  ]);
  expect(await patientRow(patient.entity_id)).toMatchObject({
    phone: "+919830022222",
    merged_into_id: null,
  });
  const seen = await product.hubRows(
    "SELECT stamps->>'phone' AS phone FROM patients WHERE id = $1",
    [patient.entity_id],
  );
  const stamp = String(seen[0]?.["phone"]);
  expect(await send([on(patient.entity_id, { phone: "+919830011111" }, stamp)])).toEqual([
    ["applied", null],
  ]);
  expect(await patientRow(patient.entity_id)).toMatchObject({ phone: "+919830011111" });
});

test("what touches a life is resolved by those who answer for it, by the roles that they had", async () => {
  const clerk = await staffOf("front_desk");
  const doctor = await staffOf("doctor");
  const about = await disputed("blood_group", ["A+", "B+"]);
  const [row] = await product.hubRows(
    "SELECT stamps->>'blood_group' AS stamp FROM patients WHERE id = $1",
    [about.patient.entity_id],
  );
  const by = (actor: BatchOperation["actor"]) =>
    operation("conflict.resolve", actor, [
      decision(about),
      update("patients", about.patient.entity_id, { blood_group: "A+" }, String(row?.["stamp"]), 4),
    ]);
  expect(await send([by(clerk), by({ ...clerk, role: null }), by(doctor)])).toEqual([
    aside("actor: this has to be resolved by one of: doctor, branch admin, tenant admin"),
    aside("actor: this has to be resolved by one of: doctor, branch admin, tenant admin"),
    ["applied", null],
  ]);
  expect(await patientRow(about.patient.entity_id)).toMatchObject({ blood_group: "A+" });
});

test("who may not read a record resolves no conflict about it", async () => {
  const pharmacist = await staffOf("pharmacist");
  const made = await product.call("hub", "POST", "/v1/suppliers", {
    code: "conflict-1",
    name: "Medisupply",
  });
  expect(made.status).toBe(201);
  const [row] = await product.hubRows("SELECT id, hlc FROM suppliers WHERE name = 'Medisupply'");
  const [id, hlc] = [String(row?.["id"]), String(row?.["hlc"])];
  const by = (notes: string) =>
    operation("supplier.update", pharmacist, [update("suppliers", id, { notes }, hlc)]);
  const results = await sent([by("Closed on Mondays"), by("Closed on Tuesdays")]);
  expect(results.map(({ code, outcome }) => code ?? outcome)).toEqual(["applied", "conflict"]);
  const [conflict = ""] = results[1]?.conflict_ids ?? [];
  const [open] = await product.hubRows("SELECT hlc FROM conflicts WHERE id = $1", [conflict]);
  const dismissed = update(
    "conflicts",
    conflict,
    { conflict_status: "dismissed", resolution: "dismiss", resolution_note: "Asked" },
    String(open?.["hlc"]),
  );
  const as = (actor: BatchOperation["actor"]) => operation("conflict.resolve", actor, [dismissed]);
  const [clerk, nurse] = [await staffOf("front_desk"), await staffOf("nurse")];
  expect(await send([as(clerk), as(nurse)])).toEqual([
    aside("actor: may not read the record that the conflict is about"),
    ["applied", null],
  ]);
});

test("a conflict that is resolved opens nothing any more, whether its end was seen or not", async () => {
  const clerk = await staffOf("front_desk");
  const about = await disputed("phone", ["+919830011111", "+919830022222"]);
  const keep = operation("conflict.resolve", clerk, [decision(about, { resolution: "keep" })]);
  expect(await send([keep])).toEqual([["applied", null]]);
  const { patient } = about;
  const [row] = await product.hubRows(
    "SELECT stamps->>'phone' AS stamp FROM patients WHERE id = $1",
    [patient.entity_id],
  );
  const phone = update(
    "patients",
    patient.entity_id,
    { phone: "+919830077777" },
    String(row?.["stamp"]),
    4,
  );
  const seen = { ...about, stamp: keep.hlc };
  const again = operation("conflict.resolve", clerk, [
    decision(seen, { resolution: "merge", resolved_value: "+919830077777" }),
    phone,
  ]);
  const unseen = operation("conflict.resolve", clerk, [
    decision(about, { resolution: "merge", resolved_value: "+919830077777" }),
    phone,
  ]);
  const pretended = { ...again, op_id: newId("op"), hlc: keep.hlc };
  expect((await send([again, unseen, pretended])).map(([code]) => code)).toEqual([
    "not_of_command",
    "conflict",
    "not_of_command",
  ]);
  expect(await patientRow(patient.entity_id)).toMatchObject({ phone: "+919830022222" });
  const [standing] = await product.hubRows("SELECT resolution FROM conflicts WHERE id = $1", [
    about.conflict,
  ]);
  expect(standing).toEqual({ resolution: "keep" });
});

test("a merge is of two records, resolves their own conflict, and no other", async () => {
  const doctor = await staffOf("doctor");
  const about = await disputed("blood_group", ["A+", "B+"]);
  const [one, other] = [node.register(), node.register()];
  await send([one, other]);
  const merge = operation("patient.merge", doctor, [
    update("patients", one.entity_id, { merge_reason: "One person" }, one.hlc),
    update("patients", other.entity_id, { merged_ids: [one.entity_id] }, other.hlc),
    update(
      "conflicts",
      about.conflict,
      { conflict_status: "resolved", resolution: "merge", resolution_note: "x" },
      about.stamp,
    ),
  ]);
  expect(await send([merge])).toEqual([
    aside("changes.2.id: is not the conflict of the two records"),
  ]);
  const third = node.register();
  await send([third]);
  const merged = merge.changes.slice(0, 2);
  const beside = update("patients", third.entity_id, { merge_reason: "Too" }, third.hlc);
  expect(await send([operation("patient.merge", doctor, [...merged, beside])])).toEqual([
    aside("changes.2.id: is none of the two records"),
  ]);
});

/** What a branch says when two of its tablets disagree; its id follows from what it is about. */
function found(fields: Fields & { readonly entity: string; readonly entity_id: string }) {
  const { entity, entity_id: id, field = "phone" } = fields;
  const about = { op_id: newId("op"), field: String(field) };
  const whole = {
    branch_id: null,
    patient_id: null,
    conflict_kind: "field",
    kept_value: "+919830011111",
    other_value: "+919830022222",
    base_stamp: null,
    kept_stamp: "0",
    other_stamp: "0",
    kept_actor_id: null,
    other_actor_id: null,
    conflict_status: "open",
    resolution: null,
    resolved_value: null,
    resolution_note: null,
    metadata: {},
    ...about,
    ...fields,
  };
  const met = { field: whole.field, keptStamp: whole.kept_stamp, otherStamp: whole.other_stamp };
  const conflictId = conflictIdOf(whole, { table: entity, id }, met);
  const actor = { id: node.identity.nodeId, type: "system", role: null } as const;
  const change: Change = {
    table: "conflicts",
    id: conflictId,
    kind: "insert",
    fields: whole,
    base: {},
    version: 1,
  };
  return operation("sync.conflict_found", actor, [change]);
}

test("a node finds no conflict about what the hub alone changes, what nobody changes, or with a value that no field holds", async () => {
  const patient = node.register();
  const visit = node.openEncounter(patient.entity_id);
  await send([patient, visit]);
  const patients = { entity: "patients", entity_id: patient.entity_id };
  const encounters = { entity: "encounters", entity_id: visit.entity_id, field: "department" };
  const words = { kept_value: "opd", other_value: "er" };
  const { branchId: branch_id, tenantId } = node.identity;
  const made = { ...found(patients) };
  const ops = [
    found({ entity: "clients", entity_id: newId("cli"), field: "scopes", other_value: null }),
    found({ entity: "tenants", entity_id: tenantId, field: "plan_code", other_value: "large" }),
    found({ entity: "staff", entity_id: newId("stf"), field: "roles", other_value: ["doctor"] }),
    found({ ...patients, field: "uhid", ...words }),
    found({ ...patients, field: "created_by", ...words }),
    found({ ...patients, other_value: "4111 1111 1111 1111" }),
    found({ ...patients, field: "name", ...words, other_value: "\u001b@" }),
    found({ ...patients, conflict_kind: "duplicate", field: "abha_id" }),
    found({ ...patients, conflict_status: "resolved", resolution: "keep" }),
    found({ ...patients, branch_id }),
    found({ ...encounters, ...words }),
    { ...made, changes: made.changes.map((one) => ({ ...one, id: newId("cnf") })) },
    found({ ...encounters, ...words, branch_id }),
    found(patients),
  ];
  const results = await send(ops.map((op) => ({ ...op, entity_id: op.changes[0]?.id ?? "" })));
  const at = (name: string, message: string) => [
    "invalid_field",
    `changes.0.fields.${name}: ${message}`,
  ];
  const central = at("entity", "is no kind of record that two nodes change");
  expect(results).toEqual([
    central,
    central,
    central,
    at("field", "is changed by nobody"),
    at("field", "is changed by nobody"),
    at("other_value", "must be a telephone number as it is kept, +country"),
    at("other_value", "holds a control character"),
    at("conflict_kind", "is found by the hub"),
    at("conflict_status", "is not that of a new one"),
    at("branch_id", "is not that of the record"),
    at("branch_id", "is not that of the record"),
    at("op_id", "does not make the conflict's id"),
    ["applied", null],
    ["applied", null],
  ]);
});
