import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer } from "#support/product-http.ts";
import { codeOf } from "#offline/front-desk.ts";
import { newId, RestoredHub, stampAt, type Fields } from "./restored-hub.ts";

// A hub that was put back to a backup has lost records whose codes are made anew before they are given back.

let hub: RestoredHub;

beforeAll(async () => {
  hub = await RestoredHub.start();
});

afterAll(() => hub?.stop());

// Payers as somebody at the hub adds them.
function addPayer(code: string, name: string): Promise<Answer> {
  const body = { code, name, type: "insurer" };
  return hub.product.call("hub", "POST", "/v1/payers", body, { "idempotency-key": newId("bat") });
}

async function madePayer(code: string, name: string): Promise<string> {
  const answer = await addPayer(code, name);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return String(answer.body["id"]);
}

/** A payer that the hub has lost and a node has offered. */
async function offeredPayer(code: string, name: string, from = hub.node) {
  const id = await madePayer(code, name);
  const row = await hub.keptRow("payers", id);
  await hub.lose("payers", id);
  const offer = async () => {
    const [opId = ""] = await offeredRow(row, from);
    return opId;
  };
  return { id, row, offer };
}

/** Offers a lost payer, which is kept for a person. @returns the operations by which it is decided about */
async function offeredRow(row: Fields, from = hub.node): Promise<readonly string[]> {
  const answer = await hub.giveBack([{ table: "payers", row }], newId("bat"), from);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const kept = await hub.product.hubRows(
    "SELECT op_id FROM received_operations WHERE operation->>'entity_id' = $1 ORDER BY seq",
    [row["id"]],
  );
  return kept.map((one) => String(one["op_id"]));
}

function decided(opId: string, more: Fields = {}, from = hub.node): Promise<Answer> {
  return hub.product.call(
    "hub",
    "PUT",
    `/v1/sync/operations/${opId}`,
    { action: "retry", note: "We had agreed with them", ...more },
    { "x-branch-id": from.identity.branchId, "idempotency-key": newId("bat") },
  );
}

function payersOf(code: string): Promise<readonly Fields[]> {
  return hub.product.hubRows("SELECT id FROM payers WHERE code = $1 ORDER BY id", [code]);
}

async function noneDisputed(ids: readonly string[]): Promise<void> {
  const disputed = "SELECT id FROM conflicts WHERE entity_id = ANY($1)";
  expect(await hub.product.hubRows(disputed, [ids])).toEqual([]);
}

test("a lost payer whose code was made anew meanwhile is not put back beside it: the refusal names both", async () => {
  const code = `payer-${newId("bat")}`;
  await hub.notice();
  const { id: lost, offer } = await offeredPayer(code, "Star Health");
  const anew = await madePayer(code, "Star Health and Allied");
  const opId = await offer();
  const tried = await decided(opId);
  expect(tried.status, JSON.stringify(tried.body)).toBe(200);
  const field = {
    path: "row.code",
    code: "duplicate_value",
    message: `${anew} has it here`,
    values: {
      value: code,
      id: lost,
      name: "Star Health",
      held_by_id: anew,
      held_by_name: "Star Health and Allied",
    },
  };
  expect(tried.body["operation"]).toMatchObject({
    outcome: "rejected",
    code: "duplicate_value",
    message: `row.code: ${anew} has it here`,
    details: { fields: [field] },
  });
  expect(await payersOf(code)).toEqual([{ id: anew }]);
  await noneDisputed([lost, anew]);
  const discard = await decided(opId, { action: "discard" });
  expect(discard.body["operation"]).toMatchObject({ outcome: "discarded" });
});

test("a lost payer whose code was made anew is put back with another code, under its own id, and goes to every branch", async () => {
  const code = `payer-${newId("bat")}`;
  await hub.notice();
  const { id: lost, row, offer } = await offeredPayer(code, "Star Health");
  const anew = await madePayer(code, "Star Health and Allied");
  const opId = await offer();
  const later = stampAt(Number(String(row["hlc"]).split("-")[0]) + 1);
  const stamps = typeof row["stamps"] === "object" ? row["stamps"] : {};
  const changed = { ...row, notes: "Asks for letters", hlc: later, version: 2 };
  const [, laterOp = ""] = await offeredRow({ ...changed, stamps: { ...stamps, notes: later } });
  expect((await decided(opId)).body["operation"]).toMatchObject({ code: "duplicate_value" });

  const wrong = async (values: unknown, more: Fields = {}) => {
    const { status, body } = await decided(opId, { values, ...more });
    return [status, body["error"]];
  };
  const field = (path: string, own: string): unknown =>
    expect.objectContaining({
      details: { fields: [expect.objectContaining({ path, code: own })] },
    });
  const unread = field("values.code", "validation_error");
  expect(await wrong({ code: "a code with blanks" })).toEqual([422, unread]);
  expect(await wrong({ code: 7 })).toEqual([422, unread]);
  const once = field("values.name", "read_only_field");
  expect(await wrong({ name: "Sun Health" })).toEqual([422, once]);
  const beside = field("values", "conflicting_fields");
  expect(await wrong({ code: "star" }, { action: "discard" })).toEqual([422, beside]);
  const taken = await decided(opId, { values: { code } });
  expect(taken.body["operation"]).toMatchObject({ outcome: "rejected", code: "duplicate_value" });
  await expect(hub.keptRow("payers", lost)).rejects.toThrow("there is no");

  const free = `${code}-2`;
  const tried = await decided(opId, { values: { code: free } });
  expect(tried.status, JSON.stringify(tried.body)).toBe(200);
  expect(tried.body["operation"]).toMatchObject({ outcome: "applied" });
  const { hlc: _hlc, stamps: _stamps, updated_at: _at, updated_by: _by, ...same } = row;
  const back = await hub.keptRow("payers", lost);
  expect(back).toMatchObject({ ...same, code: free, version: 2 });
  expect(String(back["hlc"]) > later).toBe(true);
  expect(await payersOf(code)).toEqual([{ id: anew }]);
  await noneDisputed([lost, anew]);
  const [sent] = await hub.product.hubRows(
    "SELECT scope, origin_node_id FROM feed WHERE entity_id = $1 ORDER BY pos DESC LIMIT 1",
    [lost],
  );
  expect(sent).toEqual({ scope: "*", origin_node_id: null });
  // What another branch had of it later comes as well, and not its code.
  expect((await decided(laterOp)).body["operation"]).toMatchObject({ outcome: "applied" });
  expect(await hub.keptRow("payers", lost)).toMatchObject({
    code: free,
    notes: "Asks for letters",
  });
});

test("values are given for nothing but a record that is given back", async () => {
  const row = await hub.registered();
  await hub.notice();
  expect(
    await hub.codesOf([{ table: "patients", row: { ...row, uhid: "PUN1-000777-7", version: 2 } }]),
  ).toEqual(["not_of_command"]);
  const [kept] = (await hub.keptAside()).toReversed();
  const answer = await decided(String(kept?.["op_id"]), { values: { uhid: "PUN1-000778-8" } });
  expect([answer.status, codeOf(answer)]).toEqual([422, "conflicting_fields"]);
});

test("of two lost payers with one code that are given back at once, one comes back and the other is refused by its name", async () => {
  await hub.notice();
  await hub.hello(hub.other);
  for (let round = 0; round < 4; round += 1) {
    const code = `payer-${newId("bat")}`;
    const first = await offeredPayer(code, "Star Health");
    const second = await offeredPayer(code, "Star Health and Allied", hub.other);
    const [one, two] = [await first.offer(), await second.offer()];
    const answers = await Promise.all([decided(one), decided(two, {}, hub.other)]);
    const came = answers.map(({ body }) => body["operation"]);
    const held = await payersOf(code);
    expect(held, JSON.stringify(answers)).toHaveLength(1);
    const isFirst = held[0]?.["id"] === first.id;
    const refused = expect.objectContaining({
      outcome: "rejected",
      code: "duplicate_value",
      message: `row.code: ${String(held[0]?.["id"])} has it here`,
    });
    const taken = expect.objectContaining({ outcome: "applied" });
    expect(came).toEqual(isFirst ? [taken, refused] : [refused, taken]);
    await noneDisputed([first.id, second.id]);
    // The other one follows with a code of its own.
    const left = isFirst ? ([two, hub.other] as const) : ([one, hub.node] as const);
    const tried = await decided(left[0], { values: { code: `${code}-2` } }, left[1]);
    expect(tried.body["operation"]).toMatchObject({ outcome: "applied" });
  }
});

test("of a payer that is made anew while the lost one of its code is given back, one has the code and the other is refused", async () => {
  await hub.notice();
  for (let round = 0; round < 6; round += 1) {
    const code = `payer-${newId("bat")}`;
    const { id: lost, offer } = await offeredPayer(code, "Star Health");
    const opId = await offer();
    const [given, made] = await Promise.all([decided(opId), addPayer(code, "Star Health Anew")]);
    const held = await payersOf(code);
    expect(held, JSON.stringify([given.body, made.body])).toHaveLength(1);
    const isBack = held[0]?.["id"] === lost;
    const taken = { outcome: "rejected", code: "duplicate_value" };
    expect(given.body["operation"]).toMatchObject(isBack ? { outcome: "applied" } : taken);
    const refused = [422, "duplicate_value"];
    expect([made.status, codeOf(made)]).toEqual(isBack ? refused : [201, codeOf(made)]);
    await noneDisputed([lost, String(held[0]?.["id"])]);
  }
});
