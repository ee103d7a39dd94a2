// Numbers of passports, schemes and older registers: no database holds them in clear, and everybody finds them all the same.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import pg from "pg";
import { sealOlder as sealBranch } from "@edgeward/branch-node/db/after-upgrade.ts";
import { openPostgresStore } from "@edgeward/hub/db/postgres-store.ts";
import { sealOlder as sealHub } from "@edgeward/hub/fleet/ingest/seal-older.ts";
import { conflictsContract } from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import { draftsContract } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import {
  patientsContract,
  type Patient,
} from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import type { Operation } from "@edgeward/shared/db/model.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { clientFor } from "#support/node.ts";
import { startSyncedBranch, type SyncedBranch } from "#support/synced-branch.ts";

let hub: TestHub;
let first: SyncedBranch;
let second: SyncedBranch;
let admin: pg.Client;
let count = 0;

beforeAll(async () => {
  hub = await startTestHub();
  first = await startSyncedBranch(hub, hub.tenant.branchId);
  second = await startSyncedBranch(hub, hub.tenant.secondBranchId);
  admin = new pg.Client({ connectionString: hub.adminUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await first.stop();
  await second.stop();
  await hub.stop();
});

type Body = Partial<NonNullable<RequestOf<typeof patientsContract.create>["body"]>>;

/** A passport's number that nobody else has. */
function number(): string {
  count += 1;
  return `QX${String(4_400_000 + count)}`;
}

const passport = (value: string) => ({ type: "passport", value }) as const;

async function register(at: SyncedBranch, body: Body = {}): Promise<Patient> {
  const client = await at.client(["front_desk"]);
  const person = { name: "Asha Patil", gender: "female", dob: "1990-04-01", ...body } as const;
  hub.clock.advance(1_000);
  return (await client.call(patientsContract.create, { body: person })).body;
}

async function everybodyCatchesUp(): Promise<void> {
  for (const branch of [first, second]) await branch.push();
  for (const branch of [first, second]) await branch.pull();
}

async function foundBy(client: Client, q: string): Promise<readonly string[]> {
  const { body } = await client.call(patientsContract.search, { query: { q } });
  return body.data.map(({ id }) => id);
}

const desks = async () => [
  await first.client(["front_desk"]),
  await second.client(["front_desk"]),
  await clientFor(hub, hub.tenant, { claims: { roles: ["front_desk"] } }),
];

/** The tables of the hub, and of both branches, in whose rows a text stands anywhere. */
async function tablesWith(text: string): Promise<readonly string[]> {
  const named = await admin.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  );
  const found: string[] = [];
  for (const { name } of named.rows) {
    const { rows } = await admin.query(
      `SELECT 1 FROM "${name}" AS t WHERE strpos(t::text, $1) > 0 LIMIT 1`,
      [text],
    );
    if (rows.length > 0) found.push(`hub ${name}`);
  }
  for (const [place, branch] of Object.entries({ first, second })) {
    const tables = await branch.rows("SELECT name FROM sqlite_master WHERE type = 'table'");
    for (const { name } of tables) {
      const rows = await branch.rows(`SELECT * FROM "${String(name)}"`);
      if (JSON.stringify(rows).includes(text)) found.push(`${place} ${String(name)}`);
    }
  }
  return found;
}

describe("a number of a patient", () => {
  test("is found at every node by the whole of it, and stands in no table of any", async () => {
    const value = number();
    const { id } = await register(first, { identifiers: [passport(value)] });
    // A word that is kept in clear shows that one is found where it stands.
    const known = await register(first, { name: "Zebulon Aranyakam" });
    await everybodyCatchesUp();
    for (const client of await desks()) {
      expect(await foundBy(client, `qx ${value.slice(2)}`)).toContain(id);
      expect(await foundBy(client, value.slice(0, -1))).toEqual([]);
      const { body } = await client.call(patientsContract.get, { params: { id } });
      expect(body.identifiers).toEqual([passport(value)]);
      await expect(
        client.call(patientsContract.create, {
          body: {
            name: "Usha Patil",
            gender: "female",
            dob: "1992-01-01",
            identifiers: [passport(value.toLowerCase())],
          },
        }),
      ).rejects.toMatchObject({ status: 422, code: "duplicate_identifier" });
    }
    expect(await tablesWith(value)).toEqual([]);
    expect(await tablesWith(value.toLowerCase())).toEqual([]);
    expect(await tablesWith("Aranyakam")).toEqual(
      expect.arrayContaining(["hub patients", "hub received_operations", "second patients"]),
    );
    expect(known.identifiers).toEqual([]);
  });

  test("stands neither in an answer that is kept under its key nor in a form that is not finished", async () => {
    const [value, typed] = [number(), number()];
    const [, , client] = await desks();
    if (client === undefined) throw new Error("there is a desk at the hub");
    const body = {
      name: "Hema Rao",
      gender: "female",
      dob: "1970-04-01",
      identifiers: [{ type: "passport", value }],
    } satisfies RequestOf<typeof patientsContract.create>["body"];
    const intent = { idempotencyKey: "the-same-intent" };
    const made = await client.call(patientsContract.create, { body }, intent);
    const again = await client.call(patientsContract.create, { body }, intent);
    expect(again.body).toEqual(made.body);
    expect(made.body.identifiers).toEqual([passport(value)]);

    const desk = await first.client(["front_desk"]);
    const form = { name: "Hema", payer: "cghs", payerNumber: typed };
    const draft = await desk.call(draftsContract.create, {
      body: { kind: "patient.register", form_state: form },
    });
    await everybodyCatchesUp();
    expect(draft.body.form_state).toEqual(form);
    expect(await tablesWith(value)).toEqual([]);
    expect(await tablesWith(typed)).toEqual([]);
  });

  test("that two branches have added apart both stay, and one that both have given is shown and given up", async () => {
    const [one, other, both] = [number(), number(), number()];
    const shared = await register(first);
    await everybodyCatchesUp();
    for (const [branch, value] of [
      [first, one],
      [second, other],
    ] as const) {
      const client = await branch.client(["front_desk"]);
      await client.call(patientsContract.update, {
        params: { id: shared.id },
        body: { identifiers: [passport(value)] },
      });
    }
    await register(first, { identifiers: [passport(both)] });
    const twin = await register(second, { name: "Veena Iyer", identifiers: [passport(both)] });
    await everybodyCatchesUp();
    await everybodyCatchesUp();
    for (const client of await desks()) {
      const { body } = await client.call(patientsContract.get, { params: { id: shared.id } });
      expect(body.identifiers.map(({ value }) => value).toSorted()).toEqual(
        [one, other].toSorted(),
      );
    }
    const client = await second.client(["doctor"]);
    const { body: open } = await client.call(conflictsContract.list, {});
    const conflict = open.data.find(({ entity_id: about }) => about === twin.id);
    expect(conflict).toMatchObject({ kept: { value: both }, other: { value: both } });
    expect(await tablesWith(both)).toEqual([]);
    await client.call(conflictsContract.resolve, {
      params: { id: conflict?.id ?? "" },
      body: { resolution: "merge", value: null, note: "It is the sister's passport" },
    });
    await everybodyCatchesUp();
    for (const desk of await desks()) {
      const { body } = await desk.call(patientsContract.get, { params: { id: twin.id } });
      expect(body.identifiers).toEqual([]);
      expect(await foundBy(desk, both)).not.toContain(twin.id);
    }
  });
});

/** Sends what a branch has to send after something has been done to its operations. */
async function pushAs(change: (operation: Operation) => Operation) {
  const { tenantId } = first.identity;
  const rows = await first.rows(
    "SELECT seq, operation FROM journal WHERE journal_state = 'pending'",
  );
  await first.store.write({ tenantId }, async (session) => {
    for (const { seq, operation } of rows) {
      // oxlint-disable-next-line typescript/consistent-type-assertions -- a column of the journal
      const changed = change(operation as Operation);
      await session.query("UPDATE journal SET operation = ? WHERE seq = ?", [
        JSON.stringify(changed),
        seq,
      ]);
    }
  });
  return first.push();
}

function withNumber(operation: Operation, value: string): Operation {
  return {
    ...operation,
    changes: operation.changes.map((change) =>
      "identifiers" in change.fields
        ? { ...change, fields: { ...change.fields, identifiers: [passport(value)] } }
        : change,
    ),
  };
}

describe("what comes up", () => {
  test("in clear from an older program is sealed before it is kept, and comes down as it was", async () => {
    const value = number();
    const { id } = await register(first);
    const results = await pushAs((operation) => withNumber(operation, value));
    expect(results.map(({ outcome }) => outcome)).toEqual(["applied"]);
    await second.pull();
    const client = await second.client(["front_desk"]);
    expect(await foundBy(client, value)).toEqual([id]);
    expect(await tablesWith(value)).toEqual(["first journal"]);
  });

  test.each([
    ["a number that nobody may keep", "999941057058"],
    ["more than a number has", "9".repeat(65)],
  ])("with %s sealed is set aside by the field, whoever signed it", async (_title, value) => {
    const { id } = await register(first);
    const sealed = hub.runtime.valueSeal(hub.tenant.id).seal(value);
    const [result] = await pushAs((operation) => withNumber(operation, sealed));
    expect(result).toMatchObject({ outcome: "rejected", code: "invalid_field" });
    expect(JSON.stringify(result)).toContain("changes.0.fields.identifiers.0.value");
    const { rows } = await admin.query("SELECT 1 FROM patients WHERE id = $1", [id]);
    expect(rows).toEqual([]);
  });

  test("sealed by nobody here, or to be found by another's number, is set aside by the field", async () => {
    const seal = hub.runtime.valueSeal(hub.tenant.id);
    const foreign = hub.runtime.valueSeal(hub.other.id).seal(number());
    const [own, others] = [seal.seal(number()), seal.seal(number())].map((one) => one.split("."));
    const exchanged = [own?.[0], others?.[1], own?.[2]].join(".");
    for (const made of [foreign, exchanged]) {
      await register(first);
      const [result] = await pushAs((operation) => withNumber(operation, made));
      expect(result).toMatchObject({ outcome: "rejected", code: "invalid_field" });
    }
  });
});

test("what an older program has kept in clear is sealed at the next start, at the hub and at a branch, and found as before", async () => {
  const value = number();
  const twin = number();
  const { id } = await register(first, { identifiers: [passport(value)] });
  await everybodyCatchesUp();
  const key = value.toUpperCase();
  const sealed = hub.runtime.valueSeal(hub.tenant.id).seal(value);
  const [, index = ""] = sealed.split(".");
  const clear = JSON.stringify([passport(value)]);
  // As a program from before has written it: record, claim, words of the search, operation, answer, conflict.
  await admin.query("UPDATE patients SET identifiers = $2 WHERE id = $1", [id, clear]);
  await admin.query("UPDATE claims SET claim_value = $2 WHERE claim_value = $1", [index, key]);
  await admin.query("UPDATE search_keys SET search_key = $2 WHERE search_key = $1", [
    `i:${index}`,
    `u:${key}`,
  ]);
  await admin.query(
    "UPDATE received_operations SET operation = replace(operation::text, $1, $2)::jsonb",
    [sealed, value],
  );
  await admin.query(
    `INSERT INTO idempotency_keys SELECT tenant_id, 'cli_x', 'older', fingerprint, 201, $1, request_id, created_at
       FROM idempotency_keys LIMIT 1`,
    [JSON.stringify({ id, identifiers: [passport(value)] })],
  );
  await admin.query(
    `UPDATE conflicts SET kept_value = to_jsonb($1::text), other_value = to_jsonb($1::text), field = 'identifier:passport'
      WHERE conflict_kind = 'duplicate'`,
    [twin],
  );
  for (const branch of [first, second]) {
    await branch.store.write({ tenantId: hub.tenant.id }, async (session) => {
      await session.query("UPDATE patients SET identifiers = ? WHERE id = ?", [clear, id]);
      await session.query("UPDATE claims SET claim_value = ? WHERE claim_value = ?", [key, index]);
      await session.query("UPDATE search_keys SET search_key = ? WHERE search_key = ?", [
        `u:${key}`,
        `i:${index}`,
      ]);
    });
  }
  expect(await tablesWith(value)).toEqual(
    expect.arrayContaining([
      "hub patients",
      "hub claims",
      "hub search_keys",
      "hub received_operations",
      "hub idempotency_keys",
      "first patients",
      "second claims",
    ]),
  );
  expect(await tablesWith(twin)).toEqual(["hub conflicts"]);

  const store = openPostgresStore({ url: hub.urls.app, size: 2, instance: "upgrade" });
  await sealHub(store, hub.runtime);
  await store.close();
  for (const branch of [first, second])
    await sealBranch(branch.store, hub.tenant.id, branch.identity.clientKey);

  expect(await tablesWith(value)).toEqual([]);
  expect(await tablesWith(twin)).toEqual([]);
  for (const client of await desks()) {
    expect(await foundBy(client, value)).toEqual([id]);
    const { body } = await client.call(patientsContract.get, { params: { id } });
    expect(body.identifiers).toEqual([passport(value)]);
    await expect(
      client.call(patientsContract.create, {
        body: {
          name: "Usha",
          gender: "female",
          dob: "1992-01-01",
          identifiers: [passport(value)],
        },
      }),
    ).rejects.toMatchObject({ code: "duplicate_identifier" });
  }
});
