import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDurableProduct } from "#support/durable-product.ts";
import type { Product } from "#support/product.ts";
import { registerPatient } from "#offline/front-desk.ts";
import { isSoak, Load } from "#offline/load.ts";

let product: Product;
const rounds = isSoak ? 60 : 3;
const patience = isSoak ? 1_800_000 : 110_000;
const writers = 24;

beforeAll(async () => {
  ({ product } = await startDurableProduct({ hubOnly: true }));
});

afterAll(async () => {
  await product?.stop();
});

/** Readers of one record that go on, whatever happens to the hub; each request has an id of its own. */
class Readers {
  /** When each request was answered, by its id. */
  readonly answered = new Map<string, number>();
  readonly #work: Promise<void>[];
  #isEnding = false;

  constructor(patientId: string, count: number) {
    this.#work = Array.from({ length: count }, () => this.#read(patientId));
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await Promise.all(this.#work);
  }

  async #read(patientId: string): Promise<void> {
    while (!this.#isEnding) {
      const id = `read-${randomUUID()}`;
      const headers = { "x-request-id": id };
      const answer = await product
        .call("hub", "GET", `/v1/patients/${patientId}`, undefined, headers)
        .catch(() => null);
      if (answer?.status === 200) this.answered.set(id, Date.now());
      else await delay(20);
    }
  }
}

async function unaudited(readers: Readers): Promise<readonly string[]> {
  const rows = await product.hubRows(
    "SELECT request_id FROM audit_events WHERE request_id LIKE 'read-%' AND action = 'read'",
  );
  const audited = new Set(rows.map((row) => String(row["request_id"])));
  return [...readers.answered.keys()].filter((id) => !audited.has(id));
}

/** Everything that was acknowledged is there once, with each of its effects once. */
async function expectWhole(load: Load): Promise<void> {
  const ids = load.acknowledged;
  const [row] = await product.hubRows(
    `SELECT (SELECT count(*)::int FROM patients WHERE id = ANY($1)) AS patients,
            (SELECT count(DISTINCT uhid)::int FROM patients WHERE id = ANY($1)) AS numbers,
            (SELECT count(*)::int FROM audit_events WHERE entity_id = ANY($1) AND action = 'create') AS audited,
            (SELECT count(*)::int FROM domain_events WHERE entity_id = ANY($1)) AS events,
            (SELECT count(*)::int FROM feed WHERE entity_id = ANY($1)) AS fed,
            (SELECT count(*)::int FROM idempotency_keys WHERE idempotency_key = ANY($2)) AS answers`,
    [ids, load.keys],
  );
  const n = new Set(ids).size;
  expect(n).toBe(ids.length);
  expect(row).toEqual({ patients: n, numbers: n, audited: n, events: n, fed: n, answers: n });
  const halves = await product.hubRows(
    `SELECT p.id FROM patients p WHERE p.origin = 'hub'
        AND (NOT EXISTS (SELECT 1 FROM audit_events a WHERE a.tenant_id = p.tenant_id AND a.entity_id = p.id)
          OR NOT EXISTS (SELECT 1 FROM feed f WHERE f.tenant_id = p.tenant_id AND f.entity_id = p.id))`,
  );
  expect(halves).toEqual([]);
  expect((await product.operator("GET", "/operator/audit/verify")).body["ok"]).toBe(true);
}

test(
  "a hub that is killed at random moments under load keeps every write it has answered, whole",
  async () => {
    const load = new Load(product, writers, "hub");
    for (let round = 0; round < rounds; round += 1) {
      await load.answered(11, patience);
      await delay(Math.random() * 700);
      expect(await product.killHub("SIGKILL")).toBeNull();
      await product.restartHub();
    }
    await load.answered(1, patience);
    await load.end();
    await load.clearUp();
    expect(load.acknowledged.length).toBeGreaterThan(rounds * 10);
    await expectWhole(load);
  },
  patience,
);

test(
  "a hub that is asked to end under load ends in order: no write it has answered lacks anything, no read its audit",
  async () => {
    const seen = await registerPatient(product, "hub");
    const load = new Load(product, writers, "hub");
    const readers = new Readers(seen, 8);
    await delay(1_000);
    expect(await product.killHub("SIGTERM")).toBe(0);
    await Promise.all([load.end(), readers.end()]);
    await product.restartHub();
    await load.clearUp();
    expect(load.acknowledged.length).toBeGreaterThan(10);
    expect(readers.answered.size).toBeGreaterThan(10);
    await expectWhole(load);
    expect(await unaudited(readers)).toEqual([]);
  },
  patience,
);

test(
  "a hub that is killed loses the audit of no more reads than those of its last moment",
  async () => {
    const seen = await registerPatient(product, "hub");
    const readers = new Readers(seen, 8);
    await delay(2_000);
    const killedAt = Date.now();
    await product.killHub("SIGKILL");
    await readers.end();
    await product.restartHub();
    const lost = await unaudited(readers);
    expect(readers.answered.size).toBeGreaterThan(50);
    // 50 ms as they gather, and the time it takes a busy machine to put down what has gathered.
    const tooOld = lost.filter((id) => (readers.answered.get(id) ?? 0) < killedAt - 1_000);
    expect(tooOld).toEqual([]);
  },
  patience,
);
