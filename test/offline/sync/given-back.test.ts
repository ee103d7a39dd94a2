import { afterAll, beforeAll, expect, test } from "vitest";
import { codeOf } from "#offline/front-desk.ts";
import { replyOf, type HandNode } from "./hand-node.ts";
import { newId, RestoredHub, stampAt, type Fields, type Given } from "./restored-hub.ts";

// A hub was put back to a backup, and whoever holds a node's key gives back what it had lost, or what nobody had made.

let hub: RestoredHub;

beforeAll(async () => {
  hub = await RestoredHub.start();
});

afterAll(() => hub?.stop());

const dayMs = 86_400_000;

test("nothing is taken back by a hub that has lost nothing", async () => {
  const row = await hub.registered();
  await hub.lose("patients", String(row["id"]));
  const answer = await hub.giveBack([{ table: "patients", row }]);
  expect([answer.status, codeOf(answer)]).toEqual([403, "forbidden"]);
  await expect(hub.keptRow("patients", String(row["id"]))).rejects.toThrow("there is no");
});

test("what the hub had made and lost comes back to the letter, once, and the audit names the node that had it", async () => {
  const row = await hub.registered({ phone: "+919820011111" });
  const id = String(row["id"]);
  await hub.lose("patients", id);
  await hub.notice();
  expect(await hub.codesOf([{ table: "patients", row }])).toEqual(["taken"]);
  expect(await hub.keptRow("patients", id)).toEqual(row);
  expect(await hub.codesOf([{ table: "patients", row }])).toEqual(["taken"]);
  expect(await hub.keptRow("patients", id)).toEqual(row);
  const events = await hub.product.hubRows(
    "SELECT actor_id, actor_type, trust FROM audit_events WHERE entity_id = $1 AND trust = 'replayed'",
    [id],
  );
  expect(events).toEqual([
    { actor_id: hub.node.identity.nodeId, actor_type: "system", trust: "replayed" },
  ]);
  expect(await hub.keptAside()).toEqual([]);
});

test("a value that stands otherwise here is merged as sync merges it, and a person sees both", async () => {
  const row = await hub.registered({ preferred_language: "hi" });
  const id = String(row["id"]);
  const stamps = row["stamps"];
  // The hub had changed it, after what the backup has and what is here by now.
  const lost = { ...row, blood_group: "AB-", version: 2, hlc: stampAt(Date.now() + 60_000) };
  const given = {
    ...lost,
    stamps: { ...(typeof stamps === "object" ? stamps : {}), blood_group: lost.hlc },
  };
  await hub.notice();
  expect(await hub.codesOf([{ table: "patients", row: given }])).toEqual(["taken"]);
  expect(await hub.keptRow("patients", id)).toMatchObject({
    blood_group: "AB-",
    preferred_language: "hi",
    origin: "hub",
  });
  const conflicts = await hub.product.hubRows(
    "SELECT field, kept_value, other_value FROM conflicts WHERE entity_id = $1",
    [id],
  );
  expect(conflicts).toEqual([{ field: "blood_group", kept_value: "AB-", other_value: null }]);
});

test("what no hub had made, or is not the node's to give, is kept for a person with its reason, and what is beside it comes back", async () => {
  const stands = await hub.registered();
  const honest = await hub.registered();
  const far = await hub.registered();
  await hub.lose("patients", String(honest["id"]));
  await hub.lose("patients", String(far["id"]));
  const visit = hub.other.openEncounter(String(stands["id"]));
  replyOf(await hub.other.send(hub.other.batch(1, [visit])));
  const elsewhere = await hub.keptRow("encounters", visit.entity_id);
  const [staff] = await hub.product.hubRows("SELECT id FROM staff WHERE tenant_id = $1 LIMIT 1", [
    hub.product.demo.tenant_id,
  ]);
  const person = await hub.keptRow("staff", String(staff?.["id"]));
  await hub.notice();
  const later = stampAt(Date.now() + 60_000);
  const forged = async (more: Fields, fields: readonly string[] = []): Promise<Given> => {
    const row = await hub.registered();
    const stamps = {
      ...(typeof row["stamps"] === "object" ? row["stamps"] : {}),
      ...Object.fromEntries(fields.map((name) => [name, later])),
    };
    return { table: "patients", row: { ...row, stamps, version: 2, ...more } };
  };
  const before = await hub.keptRow("encounters", String(elsewhere["id"]));
  const branchId = hub.node.identity.branchId;
  const hostile: readonly (readonly [code: string, given: Given])[] = [
    [
      "hub_only",
      { table: "staff", row: { ...person, roles: ["tenant_admin", "doctor"], version: 9 } },
    ],
    ["hub_only", { table: "staff", row: { ...person, id: newId("stf"), roles: ["tenant_admin"] } }],
    ["hub_only", { table: "nodes", row: { ...person, id: newId("nod") } }],
    ["branch_forbidden", await forged({ tenant_id: hub.product.demo.other_tenant_id })],
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
  expect(await hub.codesOf(page)).toEqual(hostile.map(([code]) => code));
  const moved = { table: "encounters", row: { ...elsewhere, branch_id: branchId, version: 2 } };
  expect(await hub.codesOf([moved])).toEqual(["branch_forbidden"]);
  expect(await hub.keptRow("encounters", String(elsewhere["id"]))).toEqual(before);
  expect(await hub.keptRow("staff", String(person["id"]))).toEqual(person);
  expect(await hub.keptRow("patients", String(honest["id"]))).toEqual(honest);
  const aside = await hub.keptAside();
  expect(aside).toHaveLength(hostile.length);
  // Given again, each is kept once.
  await hub.codesOf(page);
  expect(await hub.keptAside()).toEqual(aside);
});

test("the whole tenant's print template and a conflict that was made up are kept for a person", async () => {
  const stands = await hub.registered();
  await hub.notice();
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
  const codes = await hub.codesOf([
    { table: "print_templates", row: template },
    { table: "conflicts", row: conflict },
  ]);
  expect(codes).toEqual(["hub_only", "invalid_field"]);
});

test("a page of too many rows, of too many bytes or with a record twice is refused whole", async () => {
  const row = await hub.registered();
  await hub.notice();
  const many = Array.from({ length: 101 }, () => ({
    table: "patients",
    row: { ...row, id: newId("pat") },
  }));
  const tooMany = await hub.giveBack(many);
  expect([tooMany.status, codeOf(tooMany)]).toEqual([422, "validation_error"]);
  const [first = { table: "patients", row }] = many;
  const large = { ...first, row: { ...first.row, name: "a".repeat(40_000_000) } };
  expect((await hub.giveBack([large])).status).toBe(413);
  const twice = await hub.giveBack([first, first]);
  expect([twice.status, codeOf(twice)]).toEqual([422, "validation_error"]);
});

test("a person tries a row again that was kept, and it comes back once its reason is gone", async () => {
  const row = await hub.registered();
  const id = String(row["id"]);
  const given = { ...row, uhid: "PUN1-000999-9", version: 2 };
  await hub.notice();
  expect(await hub.codesOf([{ table: "patients", row: given }])).toEqual(["not_of_command"]);
  const [kept] = (await hub.keptAside()).toReversed();
  const decide = () =>
    hub.product.call(
      "hub",
      "PUT",
      `/v1/sync/operations/${String(kept?.["op_id"])}`,
      { action: "retry", note: "looked at" },
      { "x-branch-id": hub.node.identity.branchId, "idempotency-key": newId("bat") },
    );
  const again = await decide();
  expect(again.status, JSON.stringify(again.body)).toBe(200);
  expect(again.body["operation"]).toMatchObject({ outcome: "rejected", code: "not_of_command" });
  await hub.lose("patients", id);
  expect((await decide()).body["operation"]).toMatchObject({ outcome: "applied" });
  expect(await hub.keptRow("patients", id)).toMatchObject({ uhid: "PUN1-000999-9" });
});

test("of what only the hub writes, a lost payer is kept once, whoever offers it, and put back by those who may make one", async () => {
  const code = `payer-${newId("bat")}`;
  const made = { code, name: "Star Health", type: "insurer" };
  const answer = await hub.product.call("hub", "POST", "/v1/payers", made, {
    "idempotency-key": newId("bat"),
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const id = String(answer.body["id"]);
  const row = await hub.keptRow("payers", id);
  await hub.notice();
  // It stands here: what the hub has is what holds, also where a branch says otherwise.
  expect(await hub.codesOf([{ table: "payers", row: { ...row, name: "Sun Health" } }])).toEqual([
    "not_lost",
  ]);
  await hub.lose("payers", id);
  const foreign = { ...row, tenant_id: hub.product.demo.other_tenant_id };
  const forged = { ...row, tds_bp: "ten" };
  const offered = [{ table: "payers", row }];
  expect(await hub.codesOf(offered)).toEqual(["hub_only"]);
  expect(await hub.codesOf([{ table: "payers", row: foreign }])).toEqual(["branch_forbidden"]);
  expect(await hub.codesOf([{ table: "payers", row: forged }])).toEqual(["invalid_field"]);
  await hub.hello(hub.other);
  const elsewhere = await hub.giveBack(offered, newId("bat"), hub.other);
  expect(elsewhere.status, JSON.stringify(elsewhere.body)).toBe(200);
  const kept = await hub.product.hubRows(
    `SELECT op_id, node_id FROM received_operations
      WHERE operation->>'entity_id' = $1 AND result->>'code' = 'hub_only'`,
    [id],
  );
  expect(kept).toEqual([{ op_id: expect.any(String), node_id: hub.node.identity.nodeId }]);
  const decide = (more: Readonly<Record<string, string>> = {}) =>
    hub.product.call(
      "hub",
      "PUT",
      `/v1/sync/operations/${String(kept[0]?.["op_id"])}`,
      { action: "retry", note: "We had agreed with them" },
      { "x-branch-id": hub.node.identity.branchId, "idempotency-key": newId("bat"), ...more },
    );
  const byOther = await decide({ "x-actor-role": "branch_admin" });
  expect([byOther.status, codeOf(byOther)]).toEqual([403, "forbidden"]);
  await expect(hub.keptRow("payers", id)).rejects.toThrow("there is no");
  expect((await decide()).body["operation"]).toMatchObject({ outcome: "applied" });
  expect(await hub.keptRow("payers", id)).toEqual(row);
  expect(await hub.codesOf(offered)).toEqual(["not_lost"]);
  const [sent] = await hub.product.hubRows(
    "SELECT scope, origin_node_id FROM feed WHERE entity_id = $1 ORDER BY pos DESC LIMIT 1",
    [id],
  );
  expect(sent).toEqual({ scope: "*", origin_node_id: null });
});

test("a node that has given back everything gives back no more until the hub is put back again, once the other nodes have", async () => {
  const row = await hub.registered();
  const id = String(row["id"]);
  await hub.notice();
  const { incarnation } = (await hub.hello(hub.node)).body;
  await hub.hello(hub.other);
  const page = [{ table: "patients", row }];
  const key = newId("bat");
  await hub.lose("patients", id);
  expect((await hub.giveBack(page, key)).status).toBe(200);
  const report = (from: HandNode) =>
    hub.hello(from, { incarnation, given_back_at: new Date().toISOString() });
  // The other branch may still send again what shows this one that the hub has lost more.
  expect((await report(hub.node)).body["takes_lost_rows"]).toBe(true);
  expect((await report(hub.other)).body["takes_lost_rows"]).toBe(false);
  expect((await report(hub.node)).body["takes_lost_rows"]).toBe(false);
  const closed = await hub.product.hubRows(
    "SELECT entity_id FROM audit_events WHERE module = 'sync' AND action = 'give_back' ORDER BY entity_id",
  );
  const ids = [hub.node, hub.other].map(({ identity }) => ({ entity_id: identity.nodeId }));
  expect(closed).toEqual(ids.toSorted((one, two) => (one.entity_id < two.entity_id ? -1 : 1)));
  await hub.lose("patients", id);
  // The page that was taken before is answered as it was, and puts nothing back.
  expect((await hub.giveBack(page, key)).status).toBe(200);
  for (const from of [hub.node, hub.other]) {
    const replayed = await hub.giveBack(page, newId("bat"), from);
    expect([replayed.status, codeOf(replayed)]).toEqual([403, "forbidden"]);
  }
  await expect(hub.keptRow("patients", id)).rejects.toThrow("there is no");
  await hub.notice();
  expect(await hub.codesOf(page)).toEqual(["taken"]);
  expect(await hub.keptRow("patients", id)).toEqual(row);
});
