import { exportJWK, generateKeyPair, type CryptoKey, type JWK } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyAudits } from "@edgeward/shared/audit/checked-audit.ts";
import { signCheckpoint, type Checkpoint } from "@edgeward/shared/audit/checkpoint.ts";
import { foreignKept, foundOf, keepForeign } from "@edgeward/shared/audit/foreign.ts";
import { engines } from "#support/engines.ts";
import type { TestNode } from "#support/node.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const start = Date.parse("2026-03-01T08:00:00.000Z");

describe.each(engines)("what the $engine keeps of another node's audit", (engine) => {
  let node: TestNode;
  let key: JWK;
  let privateKey: CryptoKey;
  let made = 0;

  beforeAll(async () => {
    node = await engine.start();
    const pair = await generateKeyPair("EdDSA", { extractable: true });
    privateKey = pair.privateKey;
    key = { ...(await exportJWK(pair.publicKey)), kid: "k" };
  });
  afterAll(() => node.stop());

  const hashOf = (seq: number) => seq.toString(16).padStart(64, "a");
  const at = (ms: number) => new Date(ms).toISOString();

  /** Another node, new to this one, and what it may say. */
  function stranger() {
    made += 1;
    const nodeId = `other-${made}`;
    const tenantId = node.tenant.id;
    const from = { tenantId, nodeId, keys: [key] };
    const say = (seq: number, ms: number, other: Partial<Checkpoint> = {}) =>
      signCheckpoint(
        {
          tenant_id: tenantId,
          node_id: nodeId,
          made_at: at(ms),
          streams: [{ stream: `${nodeId}/main`, seq, hash: hashOf(seq) }],
          ...other,
        },
        { kid: "k", privateKey },
      );
    const keep = (signed: unknown, ms: number) =>
      node.store.write({ tenantId }, (session) => keepForeign(session, from, signed, ms));
    const held = async () => {
      const { checkpoints } = await foreignKept(node.store, [tenantId], 5_000);
      return checkpoints.filter((one) => one.node_id === nodeId).map(({ signed }) => signed);
    };
    const findings = async () => {
      const { findings: all } = await foundOf(node.store, [tenantId], 1_000);
      return all.filter((one) => one.node_id === nodeId);
    };
    return { nodeId, say, keep, held, findings };
  }

  test("is not what is forged, of another tenant or node, too large or nothing at all", async () => {
    const { say, keep, held } = stranger();
    const good = await say(5, start);
    const [header = "", , signature = ""] = good.split(".");
    const [, payload = ""] = (await say(6, start)).split(".");
    const pair = await generateKeyPair("EdDSA");
    const streams = Array.from({ length: 400 }, (_, n) => ({
      stream: `s/${n}`,
      seq: 1,
      hash: hashOf(1),
    }));
    const body = { tenant_id: node.tenant.id, node_id: "x", made_at: at(start), streams: [] };
    const refusals: readonly (readonly [unknown, string])[] = [
      [`${header}.${payload}.${signature}`, "not_signed"],
      [await signCheckpoint(body, { kid: "k", privateKey: pair.privateKey }), "not_signed"],
      [await say(5, start, { tenant_id: node.other.id }), "wrong_tenant"],
      [await say(5, start, { node_id: "another" }), "wrong_node"],
      [await say(5, start, { streams }), "oversized"],
      ["x".repeat(1_000_000), "oversized"],
      [
        await say(5, start, { streams: [{ stream: "a\u0000b", seq: 1, hash: hashOf(1) }] }),
        "not_signed",
      ],
      [{ signed: good }, "not_signed"],
      [7, "not_signed"],
    ];
    for (const [signed, refused] of refusals)
      expect(await keep(signed, start)).toEqual({ refused, finding: null });
    expect(await held()).toEqual([]);
    expect(await keep(good, start)).toEqual({ refused: null, finding: null });
    expect(await held()).toEqual([good]);
  });

  test("grows only by what goes on: the same again, an old one and too many at once add nothing", async () => {
    const { say, keep, held, findings } = stranger();
    const first = await say(5, start);
    const second = await say(9, start + minute);
    await keep(first, start);
    expect((await keep(await say(7, start + 1_000), start + 1_000)).refused).toBe("too_soon");
    await keep(second, start + minute);
    expect(await keep(second, start + 2 * minute)).toEqual({ refused: null, finding: null });
    expect((await keep(first, start + 2 * minute)).refused).toBe("replayed");
    expect(await held()).toEqual([second, first]);
    expect(await findings()).toEqual([]);
  });

  test("is not forgotten for a newer one that contradicts it: that is noted once, as evidence", async () => {
    const { nodeId, say, keep, held, findings } = stranger();
    const sound = await say(9, start);
    await keep(sound, start);
    const back = await say(4, start + minute);
    const gone = await say(9, start + minute, { streams: [] });
    const other = { stream: `${nodeId}/main`, seq: 9, hash: hashOf(1) };
    const rewritten = await say(9, start + minute, { streams: [other] });
    for (const [n, [signed, fault]] of (
      [
        [back, /went back from 9 to 4/u],
        [gone, /has gone/u],
        [rewritten, /was rewritten .* up to event 9/u],
      ] as const
    ).entries()) {
      const when = start + (2 + n) * minute;
      expect(await keep(signed, when)).toEqual({
        refused: "contradiction",
        finding: expect.stringMatching(fault),
      });
      expect(await keep(signed, when + 1)).toEqual({ refused: "contradiction", finding: null });
    }
    expect(await held()).toEqual([sound]);
    expect(await findings()).toHaveLength(3);
    await keep(await say(12, start + 9 * minute), start + 9 * minute);
    expect(await held()).toHaveLength(2);
    expect(await findings()).toHaveLength(3);
  });

  test("is all of the last day, and one of each day before", async () => {
    const { say, keep, held } = stranger();
    for (let n = 0; n < 6 * 8; n += 1)
      await keep(await say(n + 1, start + n * (day / 8)), start + n * (day / 8));
    const kept = await held();
    // 8 of the last day and the one a day ago, and of five days before the last of each.
    expect(kept.length).toBeGreaterThanOrEqual(9 + 4);
    expect(kept.length).toBeLessThanOrEqual(9 + 6);
    expect(kept[0]).toBe(await say(48, start + 47 * (day / 8)));
  });

  test("names the tenant of a checkpoint whose audit is here no longer, and passes over others' keys", async () => {
    const { say } = stranger();
    const own = { store: node.store, keys: () => [key] };
    const streams = [{ stream: "was/here", seq: 3, hash: hashOf(3) }];
    const strange = await generateKeyPair("EdDSA");
    const body = { tenant_id: "ten_x", node_id: "x", made_at: at(start), streams };
    const exchanged = [
      await say(1, start, { tenant_id: node.other.id, streams }),
      await signCheckpoint(body, { kid: "k", privateKey: strange.privateKey }),
    ];
    const verdict = await verifyAudits(own, [], { byHand: [], exchanged });
    expect(verdict).toMatchObject({
      ok: false,
      streams: expect.arrayContaining([
        expect.objectContaining({
          tenant_id: node.other.id,
          stream: "was/here",
          reason: expect.stringMatching(/^behind the checkpoint/u),
        }),
      ]),
      checkpoints: { used: 1, refused: 0, unusable: 1 },
    });
    const byHand = exchanged.slice(1);
    expect(await verifyAudits(own, [], { byHand, exchanged: [] })).toMatchObject({
      ok: false,
      streams: [],
      checkpoints: { used: 0, refused: 1 },
    });
  });
});
