import { exportJWK, generateKeyPair } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  appendToChain,
  chainStart,
  type AuditEvent,
  type UnchainedEvent,
} from "@edgeward/shared/audit/chain.ts";
import {
  checkpointOf,
  openCheckpoint,
  signCheckpoint,
  type Checkpoint,
} from "@edgeward/shared/audit/checkpoint.ts";
import { verifyAudit, type StreamVerdict } from "@edgeward/shared/audit/verify.ts";
import { auditEventsTable, auditHeadsTable } from "@edgeward/shared/db/audit.table.ts";
import { insertRows } from "@edgeward/shared/db/statements.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { engines } from "#support/engines.ts";
import type { TestNode } from "#support/node.ts";

const rounds = process.env["EDGEWARD_SOAK"] === "1" ? 5_000 : 200;

/** What lies in the database of one stream: its events, and its head where it has one. */
interface Stored {
  readonly events: readonly AuditEvent[];
  readonly head: { readonly seq: number; readonly hash: string } | null;
}

type Draw = (below: number) => number;

function drawing(seed: number): Draw {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const headOf = (events: readonly AuditEvent[]) => {
  const last = events.at(-1);
  return last === undefined ? null : { seq: last.seq, hash: last.hash };
};

function rechained(events: readonly (AuditEvent | UnchainedEvent)[]): Stored {
  const unchained = events.map(({ subject_ids: ids, ...event }) => ({
    ...event,
    ...(ids === null || ids === undefined ? {} : { subject_ids: ids }),
  }));
  return appendToChain(chainStart, unchained);
}

const texts = ["actor_id", "module", "action", "outcome", "reason", "hash", "prev_hash"] as const;

/** What an owner of the database may do; each leaves a state other than the one that was vouched for. */
const tamperings: Readonly<Record<string, (events: readonly AuditEvent[], draw: Draw) => Stored>> =
  {
    "a column altered": (events, draw) => {
      const [at, name] = [draw(events.length), texts[draw(texts.length)] ?? "action"];
      const altered = events.map((event, n) => (n === at ? { ...event, [name]: "x" } : event));
      return { events: altered, head: headOf(events) };
    },
    "an event deleted": (events, draw) => ({
      events: events.toSpliced(draw(events.length), 1),
      head: headOf(events),
    }),
    "the tail cut and the head set back": (events, draw) => {
      const left = events.slice(0, 1 + draw(events.length - 1));
      return { events: left, head: headOf(left) };
    },
    "the stream deleted with its head": () => ({ events: [], head: null }),
    "the head deleted": (events) => ({ events, head: null }),
    "an event rewritten and the rest chained anew": (events, draw) => {
      const at = draw(events.length);
      return rechained(events.map((event, n) => (n === at ? { ...event, actor_id: "x" } : event)));
    },
    "two events swapped and all chained anew": (events, draw) => {
      const at = draw(events.length - 1);
      const [one, next] = [events.slice(at, at + 1), events.slice(at + 1, at + 2)];
      return rechained([...events.slice(0, at), ...next, ...one, ...events.slice(at + 2)]);
    },
    "an event taken out, others added and all chained anew": (events, draw) => {
      const left = events.toSpliced(draw(events.length), 1);
      const more = left.slice(0, 1 + draw(2)).map((event, n) => ({ ...event, id: `aud_more${n}` }));
      return rechained([...left, ...more]);
    },
  };

class RolledBack extends Error {}

describe.each(engines)("an owner's hand in the audit of the $engine", (engine) => {
  let node: TestNode;
  let made = 0;
  beforeAll(async () => {
    node = await engine.start();
  });
  afterAll(() => node.stop());

  async function stored<Result>(
    stream: string,
    { events, head }: Stored,
    look: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    const found: Result[] = [];
    const tenantId = node.tenant.id;
    const attempt = node.store.write({ tenantId }, async (session) => {
      const heads = head === null ? [] : [{ tenant_id: tenantId, stream, ...head }];
      const { dialect } = session;
      await session.runAll([
        ...insertRows(dialect, auditEventsTable, events, "refuse"),
        ...insertRows(dialect, auditHeadsTable, heads, "refuse"),
      ]);
      found.push(await look(session));
      throw new RolledBack();
    });
    await expect(attempt).rejects.toThrow(RolledBack);
    const [result] = found;
    if (result === undefined) throw new Error("nothing was looked at");
    return result;
  }

  function chainOf(stream: string, length: number): Stored {
    made += 1;
    const event = (n: number): UnchainedEvent => ({
      id: `aud_${made}_${n}`,
      tenant_id: node.tenant.id,
      stream,
      created_at: "2026-01-01T00:00:00.000Z",
      actor_id: `cli_${n}`,
      actor_type: "client",
      actor_role: null,
      client_id: null,
      session_id: null,
      device_id: null,
      branch_id: null,
      request_id: null,
      ip: null,
      module: "patients",
      action: "read",
      outcome: "success",
      entity_type: "patients",
      entity_id: `pat_${n}`,
      patient_id: `pat_${n}`,
      reason: null,
      changes: [],
      trust: "online",
    });
    return rechained(Array.from({ length }, (_, n) => event(n)));
  }

  async function verdict(
    stream: string,
    state: Stored,
    checkpoint: Checkpoint,
  ): Promise<StreamVerdict | null> {
    return stored(stream, state, async (session) => {
      const verdicts = await verifyAudit(session, node.tenant.id, [checkpoint]);
      return verdicts.find((one) => one.stream === stream) ?? null;
    });
  }

  test(`shows in each of ${rounds} draws against a checkpoint that was kept elsewhere`, async () => {
    const seed = Number(process.env["EDGEWARD_SEED"] ?? Date.now() % 1_000_000);
    const draw = drawing(seed);
    const names = Object.keys(tamperings);
    const tenant_id = node.tenant.id;
    for (let round = 0; round < rounds; round += 1) {
      const name = names[round % names.length] ?? "";
      const stream = `trial/${round}`;
      const { events } = chainOf(stream, 2 + draw(5));
      const head = headOf(events) ?? chainStart;
      const made_at = "2026-01-01T00:01:00.000Z";
      const checkpoint = { tenant_id, node_id: "n", made_at, streams: [{ stream, ...head }] };
      const state = tamperings[name]?.(events, draw) ?? { events, head };
      const found = await verdict(stream, state, checkpoint);
      expect(found?.ok, `EDGEWARD_SEED=${seed} round ${round}: ${name}`).toBe(false);
    }
  }, 600_000);

  test("is not seen where there is none, also after the stream has gone on", async () => {
    const { events, head } = chainOf("trial/fine", 5);
    const early = events[2];
    const streams = [{ stream: "trial/fine", seq: 3, hash: early?.hash ?? "" }];
    const made_at = "2026-01-01T00:01:00.000Z";
    const checkpoint = { tenant_id: node.tenant.id, node_id: "n", made_at, streams };
    const found = await verdict("trial/fine", { events, head }, checkpoint);
    expect(found).toMatchObject({ ok: true, events: 5 });
    const ofOther = { ...checkpoint, tenant_id: node.other.id, streams: [] };
    expect(await verdict("trial/fine", { events, head }, ofOther)).toMatchObject({ ok: true });
  });

  test("cannot alter a checkpoint, nor pass off something else that the key has signed", async () => {
    const { publicKey, privateKey } = await generateKeyPair("EdDSA", { extractable: true });
    const key = { ...(await exportJWK(publicKey)), kid: "k" };
    const tenantId = node.tenant.id;
    const checkpoint = await node.store.read({ tenantId }, (session) =>
      checkpointOf(session, tenantId, "n", "2026-01-01T00:01:00.000Z"),
    );
    const signed = await signCheckpoint(checkpoint, { kid: "k", privateKey });
    expect(await openCheckpoint(signed, [key])).toEqual(checkpoint);
    const [header = "", payload = "", signature = ""] = signed.split(".");
    const other = Buffer.from(JSON.stringify({ ...checkpoint, streams: [] })).toString("base64url");
    const asToken = Buffer.from(JSON.stringify({ alg: "EdDSA", kid: "k" })).toString("base64url");
    for (const forged of [
      `${header}.${other}.${signature}`,
      `${asToken}.${payload}.${signature}`,
      "nonsense",
      "",
    ])
      expect(await openCheckpoint(forged, [key])).toBeNull();
    expect(await openCheckpoint(signed, [{ ...key, kid: "another" }])).toBeNull();
  });
});
