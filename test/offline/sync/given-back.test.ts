import { afterAll, beforeAll, expect, test } from "vitest";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import type { Answer } from "#support/product-http.ts";
import { startProduct, type Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import { codeOf, registerPatient } from "#offline/front-desk.ts";
import { enrolHandNode, replyOf, type HandNode } from "./hand-node.ts";

// A hub was put back to a backup, and whoever holds a node's key gives back what it had lost, or what nobody had made.
let product: Product;
let node: HandNode;
let other: HandNode;
const newId = createIdSource(Date.now);

beforeAll(async () => {
  product = await startProduct({ hubOnly: true });
  const { tenant_id: tenant, branch_id: first } = product.demo;
  const [row] = await product.hubRows("SELECT id FROM branches WHERE tenant_id = $1 AND id <> $2", [
    tenant,
    first,
  ]);
  node = await enrolHandNode(product, String(row?.["id"]));
  other = await enrolHandNode(product, first);
});

afterAll(async () => {
  await other?.stop();
  await node?.stop();
  await product?.stop();
});

type Fields = Readonly<Record<string, unknown>>;

const nonces = new Map<HandNode, unknown>();

/** Gets in touch as a node does. */
async function hello(from: HandNode, more: Fields = {}): Promise<Answer> {
  const answer = await from.post("/v1/sync/hello", {
    epoch: from.identity.epoch,
    next_seq: 1,
    install_id: `install-of-${from.identity.nodeId}`,
    is_forked: false,
    schema: 2,
    answered_seq: 0,
    incarnation: null,
    nonce: nonces.get(from) ?? null,
    ...more,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  nonces.set(from, answer.body["nonce"]);
  return answer;
}

async function stateOf(name: string): Promise<unknown> {
  const sql = "SELECT state_value FROM hub_state WHERE state_name = $1";
  return (await product.hubRows(sql, [name]))[0]?.["state_value"];
}

/** The hub notices that it was put back to a backup: a node has an answer that it does not know of. */
async function notice(): Promise<void> {
  await hello(node);
  const before = await stateOf("incarnation");
  await hello(node, { next_seq: 9, answered_seq: 8 });
  await until("the hub begins another incarnation", 20_000, async () => {
    return (await stateOf("incarnation")) !== before;
  });
}

/** A record as the hub has it, and so as a branch that it was sent to. */
async function keptRow(table: string, id: string): Promise<Fields> {
  const sql = `SELECT to_jsonb(t) AS kept FROM ${table} t WHERE id = $1`;
  const kept = (await product.hubRows(sql, [id]))[0]?.["kept"];
  if (typeof kept !== "object" || kept === null) throw new Error(`there is no ${table}/${id}`);
  return { ...kept };
}

/** Takes a record away that the backup does not have. */
async function lose(table: string, id: string): Promise<void> {
  await product.hubRows("DELETE FROM claims WHERE entity_id = $1", [id]);
  await product.hubRows("DELETE FROM search_keys WHERE entity_id = $1", [id]);
  await product.hubRows(`DELETE FROM ${table} WHERE id = $1`, [id]);
}

async function registered(more: Fields = {}): Promise<Fields> {
  return keptRow("patients", await registerPatient(product, "hub", more));
}

interface Given {
  readonly table: string;
  readonly row: Fields;
}

function giveBack(rows: readonly Given[], key = newId("bat"), from = node): Promise<Answer> {
  return from.post("/v1/sync/lost-rows", { rows }, key);
}

async function codesOf(rows: readonly Given[]): Promise<readonly string[]> {
  const { status, body } = await giveBack(rows);
  expect(status, JSON.stringify(body)).toBe(200);
  const refused: readonly unknown[] = Array.isArray(body["refused"]) ? body["refused"] : [];
  return rows.map(({ table, row }) => {
    const found = refused.find((one) => isOf(one, table, row["id"]));
    return typeof found === "object" && found !== null && "code" in found
      ? String(found.code)
      : "taken";
  });
}

function isOf(one: unknown, table: string, id: unknown): boolean {
  if (typeof one !== "object" || one === null || !("table" in one) || !("id" in one)) return false;
  return one.table === table && one.id === id;
}

function keptAside(): Promise<readonly Fields[]> {
  return product.hubRows(
    `SELECT op_id, outcome, result->>'code' AS code, result->>'message' AS message FROM received_operations
      WHERE node_id = $1 AND operation_type = 'sync.lost_row' ORDER BY seq`,
    [node.identity.nodeId],
  );
}

// As the hub's own clock writes it.
function stampAt(ms: number): string {
  return `${ms}-0000-hub`;
}

const dayMs = 86_400_000;

test("nothing is taken back by a hub that has lost nothing", async () => {
  const row = await registered();
  await lose("patients", String(row["id"]));
  const answer = await giveBack([{ table: "patients", row }]);
  expect([answer.status, codeOf(answer)]).toEqual([403, "forbidden"]);
  await expect(keptRow("patients", String(row["id"]))).rejects.toThrow("there is no");
});

test("what the hub had made and lost comes back to the letter, once, and the audit names the node that had it", async () => {
  const row = await registered({ phone: "+919820011111" });
  const id = String(row["id"]);
  await lose("patients", id);
  await notice();
  expect(await codesOf([{ table: "patients", row }])).toEqual(["taken"]);
  expect(await keptRow("patients", id)).toEqual(row);
  expect(await codesOf([{ table: "patients", row }])).toEqual(["taken"]);
  expect(await keptRow("patients", id)).toEqual(row);
  const events = await product.hubRows(
    "SELECT actor_id, actor_type, trust FROM audit_events WHERE entity_id = $1 AND trust = 'replayed'",
    [id],
  );
  expect(events).toEqual([
    { actor_id: node.identity.nodeId, actor_type: "system", trust: "replayed" },
  ]);
  expect(await keptAside()).toEqual([]);
});

test("a value that stands otherwise here is merged as sync merges it, and a person sees both", async () => {
  const row = await registered({ preferred_language: "hi" });
  const id = String(row["id"]);
  const stamps = row["stamps"];
  // The hub had changed it, after what the backup has and what is here by now.
  const lost = { ...row, blood_group: "AB-", version: 2, hlc: stampAt(Date.now() + 60_000) };
  const given = {
    ...lost,
    stamps: { ...(typeof stamps === "object" ? stamps : {}), blood_group: lost.hlc },
  };
  await notice();
  expect(await codesOf([{ table: "patients", row: given }])).toEqual(["taken"]);
  expect(await keptRow("patients", id)).toMatchObject({
    blood_group: "AB-",
    preferred_language: "hi",
    origin: "hub",
  });
  const conflicts = await product.hubRows(
    "SELECT field, kept_value, other_value FROM conflicts WHERE entity_id = $1",
    [id],
  );
  expect(conflicts).toEqual([{ field: "blood_group", kept_value: "AB-", other_value: null }]);
});

test("what no hub had made, or is not the node's to give, is kept for a person with its reason, and what is beside it comes back", async () => {
  const stands = await registered();
  const honest = await registered();
  const far = await registered();
  await lose("patients", String(honest["id"]));
  await lose("patients", String(far["id"]));
  const visit = other.openEncounter(String(stands["id"]));
  replyOf(await other.send(other.batch(1, [visit])));
  const elsewhere = await keptRow("encounters", visit.entity_id);
  const [staff] = await product.hubRows("SELECT id FROM staff WHERE tenant_id = $1 LIMIT 1", [
    product.demo.tenant_id,
  ]);
  const person = await keptRow("staff", String(staff?.["id"]));
  await notice();
  const later = stampAt(Date.now() + 60_000);
  const forged = async (more: Fields, fields: readonly string[] = []): Promise<Given> => {
    const row = await registered();
    const stamps = {
      ...(typeof row["stamps"] === "object" ? row["stamps"] : {}),
      ...Object.fromEntries(fields.map((name) => [name, later])),
    };
    return { table: "patients", row: { ...row, stamps, version: 2, ...more } };
  };
  const before = await keptRow("encounters", String(elsewhere["id"]));
  const branchId = node.identity.branchId;
  const hostile: readonly (readonly [code: string, given: Given])[] = [
    [
      "hub_only",
      { table: "staff", row: { ...person, roles: ["tenant_admin", "doctor"], version: 9 } },
    ],
    ["hub_only", { table: "staff", row: { ...person, id: newId("stf"), roles: ["tenant_admin"] } }],
    ["hub_only", { table: "nodes", row: { ...person, id: newId("nod") } }],
    ["branch_forbidden", await forged({ tenant_id: product.demo.other_tenant_id })],
    ["branch_forbidden", { table: "encounters", row: { ...elsewhere, version: 2 } }],
    ["invalid_field", await forged({ name: "\u001b@\u001bp0 Radha" }, ["name"])],
    ["invalid_field", await forged({ email: "4111 1111 1111 1111" }, ["email"])],
    ["not_of_command", await forged({ uhid: "PUN1-000500-X" }, ["uhid"])],
    ["not_of_command", await forged({ colour: "red" }, ["colour"])],
    ["invalid_field", await forged({ version: Number.MAX_SAFE_INTEGER, name: "A" }, ["name"])],
    ["invalid_field", await forged({ stamps: { "*": stampAt(Date.now() + dayMs), name: later } })],
    ["invalid_field", await forged({ created_by: "\u0007" })],
    [
      "invalid_field",
      { table: "patients", row: { ...far, created_at: "2199-01-01T00:00:00.000Z" } },
    ],
    ["taken", { table: "patients", row: honest }],
  ];
  const page = hostile.map(([, given]) => given);
  expect(await codesOf(page)).toEqual(hostile.map(([code]) => code));
  const moved = { table: "encounters", row: { ...elsewhere, branch_id: branchId, version: 2 } };
  expect(await codesOf([moved])).toEqual(["branch_forbidden"]);
  expect(await keptRow("encounters", String(elsewhere["id"]))).toEqual(before);
  expect(await keptRow("staff", String(person["id"]))).toEqual(person);
  expect(await keptRow("patients", String(honest["id"]))).toEqual(honest);
  const aside = await keptAside();
  expect(aside).toHaveLength(hostile.length);
  // Given again, each is kept once.
  await codesOf(page);
  expect(await keptAside()).toEqual(aside);
});

test("the whole tenant's print template and a conflict that was made up are kept for a person", async () => {
  const stands = await registered();
  await notice();
  const house = Object.fromEntries(
    ["tenant_id", "created_at", "updated_at", "origin", "origin_node_id", "metadata"].map(
      (name) => [name, stands[name]],
    ),
  );
  const hlc = stampAt(Date.now());
  const made = {
    ...house,
    branch_id: null,
    created_by: "system",
    updated_by: "system",
    version: 1,
    hlc,
    stamps: { "*": hlc },
    unknown_fields: {},
  };
  const template = {
    ...made,
    id: newId("ptm"),
    document_type: "all",
    display_name: "Edgeward",
    header_lines: ["Forged"],
    footer_lines: [],
    extra_lines: [],
    logo_png: null,
    languages: ["en"],
    numerals: "latn",
    page_size: "a5",
    label_size: null,
  };
  const conflict = {
    ...made,
    id: newId("cnf"),
    entity: "patients",
    entity_id: stands["id"],
    patient_id: stands["id"],
    op_id: newId("op"),
    conflict_kind: "field",
    field: "uhid",
    kept_value: stands["uhid"],
    other_value: "PUN1-000500-X",
    base_stamp: null,
    kept_stamp: hlc,
    other_stamp: hlc,
    kept_actor_id: null,
    other_actor_id: null,
    conflict_status: "open",
    resolution: null,
    resolved_value: null,
    resolution_note: null,
  };
  const codes = await codesOf([
    { table: "print_templates", row: template },
    { table: "conflicts", row: conflict },
  ]);
  expect(codes).toEqual(["hub_only", "invalid_field"]);
});

test("a page of too many rows, of too many bytes or with a record twice is refused whole", async () => {
  const row = await registered();
  await notice();
  const many = Array.from({ length: 101 }, () => ({
    table: "patients",
    row: { ...row, id: newId("pat") },
  }));
  const tooMany = await giveBack(many);
  expect([tooMany.status, codeOf(tooMany)]).toEqual([422, "validation_error"]);
  const [first = { table: "patients", row }] = many;
  const large = { ...first, row: { ...first.row, name: "a".repeat(40_000_000) } };
  expect((await giveBack([large])).status).toBe(413);
  const twice = await giveBack([first, first]);
  expect([twice.status, codeOf(twice)]).toEqual([422, "validation_error"]);
});

test("a person tries a row again that was kept, and it comes back once its reason is gone", async () => {
  const row = await registered();
  const id = String(row["id"]);
  const given = { ...row, uhid: "PUN1-000999-9", version: 2 };
  await notice();
  expect(await codesOf([{ table: "patients", row: given }])).toEqual(["not_of_command"]);
  const [kept] = (await keptAside()).toReversed();
  const decide = () =>
    product.call(
      "hub",
      "PUT",
      `/v1/sync/operations/${String(kept?.["op_id"])}`,
      { action: "retry", note: "looked at" },
      { "x-branch-id": node.identity.branchId, "idempotency-key": newId("bat") },
    );
  const again = await decide();
  expect(again.status, JSON.stringify(again.body)).toBe(200);
  expect(again.body["operation"]).toMatchObject({ outcome: "rejected", code: "not_of_command" });
  await lose("patients", id);
  expect((await decide()).body["operation"]).toMatchObject({ outcome: "applied" });
  expect(await keptRow("patients", id)).toMatchObject({ uhid: "PUN1-000999-9" });
});

test("of what only the hub writes, a lost payer is kept once, whoever offers it, and put back by those who may make one", async () => {
  const code = `payer-${newId("bat")}`;
  const made = { code, name: "Star Health", type: "insurer" };
  const answer = await product.call("hub", "POST", "/v1/payers", made, {
    "idempotency-key": newId("bat"),
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const id = String(answer.body["id"]);
  const row = await keptRow("payers", id);
  await notice();
  // It stands here: what the hub has is what holds, also where a branch says otherwise.
  expect(await codesOf([{ table: "payers", row: { ...row, name: "Sun Health" } }])).toEqual([
    "not_lost",
  ]);
  await lose("payers", id);
  const foreign = { ...row, tenant_id: product.demo.other_tenant_id };
  const forged = { ...row, tds_bp: "ten" };
  const offered = [{ table: "payers", row }];
  expect(await codesOf(offered)).toEqual(["hub_only"]);
  expect(await codesOf([{ table: "payers", row: foreign }])).toEqual(["branch_forbidden"]);
  expect(await codesOf([{ table: "payers", row: forged }])).toEqual(["invalid_field"]);
  await hello(other);
  const elsewhere = await giveBack(offered, newId("bat"), other);
  expect(elsewhere.status, JSON.stringify(elsewhere.body)).toBe(200);
  const kept = await product.hubRows(
    `SELECT op_id, node_id FROM received_operations
      WHERE operation->>'entity_id' = $1 AND result->>'code' = 'hub_only'`,
    [id],
  );
  expect(kept).toEqual([{ op_id: expect.any(String), node_id: node.identity.nodeId }]);
  const decide = (more: Readonly<Record<string, string>> = {}) =>
    product.call(
      "hub",
      "PUT",
      `/v1/sync/operations/${String(kept[0]?.["op_id"])}`,
      { action: "retry", note: "We had agreed with them" },
      { "x-branch-id": node.identity.branchId, "idempotency-key": newId("bat"), ...more },
    );
  const byOther = await decide({ "x-actor-role": "branch_admin" });
  expect([byOther.status, codeOf(byOther)]).toEqual([403, "forbidden"]);
  await expect(keptRow("payers", id)).rejects.toThrow("there is no");
  expect((await decide()).body["operation"]).toMatchObject({ outcome: "applied" });
  expect(await keptRow("payers", id)).toEqual(row);
  expect(await codesOf(offered)).toEqual(["not_lost"]);
  const [sent] = await product.hubRows(
    "SELECT scope, origin_node_id FROM feed WHERE entity_id = $1 ORDER BY pos DESC LIMIT 1",
    [id],
  );
  expect(sent).toEqual({ scope: "*", origin_node_id: null });
});

test("a node that has given back everything gives back no more until the hub is put back again, once the other nodes have", async () => {
  const row = await registered();
  const id = String(row["id"]);
  await notice();
  const { incarnation } = (await hello(node)).body;
  await hello(other);
  const page = [{ table: "patients", row }];
  const key = newId("bat");
  await lose("patients", id);
  expect((await giveBack(page, key)).status).toBe(200);
  const report = (from: HandNode) =>
    hello(from, { incarnation, given_back_at: new Date().toISOString() });
  // The other branch may still send again what shows this one that the hub has lost more.
  expect((await report(node)).body["takes_lost_rows"]).toBe(true);
  expect((await report(other)).body["takes_lost_rows"]).toBe(false);
  expect((await report(node)).body["takes_lost_rows"]).toBe(false);
  const closed = await product.hubRows(
    "SELECT entity_id FROM audit_events WHERE module = 'sync' AND action = 'give_back' ORDER BY entity_id",
  );
  const ids = [node, other].map(({ identity }) => ({ entity_id: identity.nodeId }));
  expect(closed).toEqual(ids.toSorted((one, two) => (one.entity_id < two.entity_id ? -1 : 1)));
  await lose("patients", id);
  // The page that was taken before is answered as it was, and puts nothing back.
  expect((await giveBack(page, key)).status).toBe(200);
  for (const from of [node, other]) {
    const replayed = await giveBack(page, newId("bat"), from);
    expect([replayed.status, codeOf(replayed)]).toEqual([403, "forbidden"]);
  }
  await expect(keptRow("patients", id)).rejects.toThrow("there is no");
  await notice();
  expect(await codesOf(page)).toEqual(["taken"]);
  expect(await keptRow("patients", id)).toEqual(row);
});
