import { afterAll, beforeAll, expect, test } from "vitest";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import { startProduct, type Product } from "#support/product.ts";
import { addStaff } from "./added-staff.ts";
import { enrolHandNode, replyOf, type BatchOperation, type HandNode } from "./hand-node.ts";

// What whoever holds a node's key can sign: the hub holds each operation to its command all the same.
let product: Product;
let node: HandNode;
let seq = 1;
const newId = createIdSource(Date.now);

beforeAll(async () => {
  product = await startProduct({ hubOnly: true });
  const { tenant_id: tenant, branch_id: first } = product.demo;
  const [row] = await product.hubRows("SELECT id FROM branches WHERE tenant_id = $1 AND id <> $2", [
    tenant,
    first,
  ]);
  node = await enrolHandNode(product, String(row?.["id"]));
});

afterAll(async () => {
  await node?.stop();
  await product?.stop();
});

function doctorNamed(id: string) {
  return { id, type: "staff", role: "doctor" } as const;
}

type Fields = Readonly<Record<string, unknown>>;

/** A change of what another operation has made. */
function change(made: BatchOperation, fields: Fields, version = 2): BatchOperation {
  const base = Object.fromEntries(Object.keys(fields).map((name) => [name, made.hlc]));
  const { entity: table, entity_id: id } = made;
  return {
    ...made,
    op_id: newId("op"),
    // The next stamp of the node's clock.
    hlc: node.register().hlc,
    type: "patient.update",
    changes: [{ table, id, kind: "update", fields, base, version }],
    events: [],
  };
}

async function send(ops: readonly BatchOperation[]) {
  const reply = replyOf(await node.send(node.batch(seq, ops)));
  seq += ops.length;
  return reply.results.map(({ code, outcome, message }) => [code ?? outcome, message ?? null]);
}

function event(about: BatchOperation, type: string, branchId: string | null) {
  const { entity, entity_id } = about;
  const told = { id: newId("evt"), type, entity, entity_id, entity_version: 2 };
  return { ...told, branch_id: branchId, payload: {} };
}

test("a printed number, an event of another's, a version nobody counts to and a text that no door takes are set aside by the field", async () => {
  const made = node.register();
  const honest = change(made, { blood_group: "B+" });
  const name = change(made, { name: "\u001b@\u001bp0 Radha" }, 3);
  const forged = {
    ...change(made, { blood_group: "O+" }, 3),
    events: [event(made, "payment.received", null)],
  };
  const elsewhere = {
    ...change(made, { blood_group: "O+" }, 3),
    events: [event(made, "patient.updated", product.demo.branch_id)].map((told) => ({
      ...told,
      entity_version: 3,
    })),
  };
  const ops = [
    made,
    honest,
    change(made, { uhid: "PUN1-000500-X" }, 3),
    change(made, { blood_group: "O+" }, Number.MAX_SAFE_INTEGER),
    name,
    change(made, { email: "4111 1111 1111 1111" }, 3),
    change(made, { colour: "red" }, 3),
    forged,
    elsewhere,
    change(made, { marital_status: "married" }, 3),
  ];
  expect(await send(ops)).toEqual([
    ["applied", null],
    ["applied", null],
    ["not_of_command", "changes.0.fields.uhid: patient.update does not write patients.uhid"],
    ["invalid_field", "patients.version is further on than a record can be"],
    ["invalid_field", "changes.0.fields.name: holds a control character"],
    ["invalid_field", "changes.0.fields.email: must be an e-mail address"],
    ["not_of_command", "changes.0.fields.colour: patient.update does not write patients.colour"],
    ["not_of_command", "events.0.type: patient.update does not tell payment.received"],
    ["branch_forbidden", "events.0.branch_id: is not that of the record"],
    ["applied", null],
  ]);
  const [row] = await product.hubRows(
    "SELECT uhid, name, version::int, blood_group, marital_status FROM patients WHERE id = $1",
    [made.entity_id],
  );
  expect(row).toMatchObject({
    uhid: made.changes[0]?.fields["uhid"],
    name: "Ramesh Patil",
    version: 3,
    blood_group: "B+",
    marital_status: "married",
  });
  const kept = await product.hubRows(
    "SELECT outcome FROM received_operations WHERE op_id = ANY($1) AND outcome = 'rejected'",
    [ops.map(({ op_id: opId }) => opId)],
  );
  expect(kept).toHaveLength(7);
  const told = await product.hubRows(
    "SELECT 1 FROM domain_events WHERE event_type = 'payment.received'",
    [],
  );
  expect(told).toEqual([]);
});

test("an event without a change, a command of another's name, a member of staff and an invented author are set aside, and what is sent after them is taken", async () => {
  const made = node.register();
  const bare = {
    ...made,
    op_id: newId("op"),
    changes: [],
    events: [event(made, "patient.updated", null)],
  };
  const renamed = { ...node.register(), type: "patient.teleport" };
  const [staff] = await product.hubRows("SELECT id FROM staff WHERE tenant_id = $1 LIMIT 1", [
    product.demo.tenant_id,
  ]);
  const promoted = {
    ...made,
    op_id: newId("op"),
    type: "patient.update",
    entity: "staff",
    entity_id: String(staff?.["id"]),
    changes: [
      {
        table: "staff",
        id: String(staff?.["id"]),
        kind: "update" as const,
        fields: { roles: ["tenant_admin"] },
        base: {},
        version: 2,
      },
    ],
    events: [],
  };
  const invented = { ...node.register(), actor: doctorNamed(newId("stf")) };
  const itself = {
    ...node.register(),
    actor: { id: "system", type: "system", role: null } as const,
  };
  const results = await send([made, bare, renamed, promoted, invented, itself, node.register()]);
  expect(results.map(([code]) => code)).toEqual([
    "applied",
    "not_of_command",
    "not_of_command",
    "not_of_command",
    "unknown_author",
    "not_of_command",
    "applied",
  ]);
});

test("a character that no database keeps costs its own operation, wherever in it it stands", async () => {
  const good = node.register();
  const nul = "\u0000";
  const odd = [
    { ...node.register(), reason: nul },
    { ...node.register(), type: `patient.${nul}` },
    { ...node.register(), more: { deep: [{ [nul]: 1 }] } },
    { ...node.register(), device_id: nul },
    {
      ...node.register(),
      changes: node.register().changes.map((one) => ({ ...one, base: { [nul]: nul } })),
    },
    nul,
  ];
  const last = node.register({ metadata: { note: String.raw`written as \u0000 and \ud800` } });
  const ops: readonly unknown[] = [good, ...odd, last];
  const answer = await node.sendRaw({ ...node.batch(seq, []), ops });
  seq += ops.length;
  expect(replyOf(answer).results.map(({ code, outcome }) => code ?? outcome)).toEqual([
    "applied",
    ...odd.map(() => "malformed_operation"),
    "applied",
  ]);
});

const look = {
  display_name: "Edgeward",
  header_lines: ["Forged"],
  footer_lines: [],
  extra_lines: [],
  logo_png: null,
  languages: ["en"],
  numerals: "latn",
  page_size: "a5",
  label_size: null,
  metadata: {},
};

test("a visit of no branch, the whole tenant's print template and an audit of another branch are not a branch's to make", async () => {
  const admin = await addStaff(product, "branch_admin", node.identity.branchId);
  const id = newId("ptm");
  await product.hubRows(
    `INSERT INTO print_templates SELECT (jsonb_populate_record(NULL::print_templates, $1::jsonb)).*`,
    [
      JSON.stringify({
        ...look,
        id,
        header_lines: ["The tenant's own"],
        document_type: "all",
        branch_id: null,
        tenant_id: product.demo.tenant_id,
        created_at: "2026-01-01T00:00:00.000Z",
        updated_at: "2026-01-01T00:00:00.000Z",
        created_by: "system",
        updated_by: "system",
        version: 1,
        origin: "hub",
        origin_node_id: "hub",
        hlc: "0",
        stamps: { "*": "0" },
        unknown_fields: {},
      }),
    ],
  );
  const made = node.register();
  const template = (entityId: string, more: Fields): BatchOperation => ({
    ...node.register(),
    type: "print_template.set",
    entity: "print_templates",
    entity_id: entityId,
    actor: admin,
    changes: [
      {
        table: "print_templates",
        id: entityId,
        kind: "insert",
        fields: { ...look, document_type: "bill", ...more },
        base: {},
        version: 1,
      },
    ],
    events: [],
  });
  const changed = template(id, {});
  const visit = node.openEncounter(made.entity_id);
  const nobodys = {
    ...visit,
    changes: visit.changes.map((one) => ({ ...one, fields: { ...one.fields, branch_id: null } })),
    events: visit.events.map((one) => ({ ...one, branch_id: null })),
  };
  const ops = [
    made,
    nobodys,
    template(newId("ptm"), { branch_id: null }),
    template(newId("ptm"), {}),
    {
      ...changed,
      changes: changed.changes.map((one) => ({
        ...one,
        kind: "update" as const,
        fields: { header_lines: ["Forged"] },
        base: { header_lines: "0" },
        version: 2,
      })),
    },
    { ...node.register(), branch_id: product.demo.branch_id },
    template(newId("ptm"), { branch_id: node.identity.branchId }),
  ];
  const ownOnly = "a node makes records for its own branch only";
  expect(await send(ops)).toEqual([
    ["applied", null],
    ["branch_forbidden", ownOnly],
    ["branch_forbidden", ownOnly],
    ["branch_forbidden", ownOnly],
    ["hub_only", "the record is the whole tenant's, which the hub changes"],
    ["branch_forbidden", "branch_id: is not that of the node"],
    ["applied", null],
  ]);
  const [kept] = await product.hubRows("SELECT header_lines FROM print_templates WHERE id = $1", [
    id,
  ]);
  expect(kept).toEqual({ header_lines: ["The tenant's own"] });
});

test("a visit of a patient whom nobody knows is taken, opens nothing, and the audit names the node that sent it", async () => {
  const nobody = newId("pat");
  const visit = node.openEncounter(nobody);
  const behind = node.register();
  expect(await send([visit, behind])).toEqual([
    ["applied", null],
    ["applied", null],
  ]);
  expect((await product.call("hub", "GET", `/v1/patients/${nobody}`)).status).toBe(404);
  const granted = await product.hubRows("SELECT 1 FROM feed_grants WHERE patient_id = $1", [
    nobody,
  ]);
  expect(granted).toEqual([]);
  const audited = await product.hubRows(
    "SELECT action, patient_id, client_id FROM audit_events WHERE entity_id = $1",
    [visit.entity_id],
  );
  const { nodeId } = node.identity;
  expect(audited).toEqual([{ action: "create", patient_id: nobody, client_id: nodeId }]);
});
