import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readFeed } from "@edgeward/hub/fleet/feed/feed.ts";
import { systemOrigin } from "@edgeward/hub/tenancy/system-origin.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import { branchesTable } from "@edgeward/shared/clinical/tenants/tenants.table.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { notedSession, PostgresPlans } from "./asked-statements.ts";

let hub: TestHub;

beforeAll(async () => {
  hub = await startTestHub();
});

afterAll(async () => {
  await hub.stop();
});

function newBranch(tenantId: string, code: string) {
  return {
    branch_id: null,
    code,
    name: code,
    phone: null,
    address: null,
    country: "IN",
    time_zone: "Asia/Kolkata",
    status: "active",
    has_node: false,
    metadata: { tenantId },
  };
}

/** Writes some branches in one transaction that stays open for a while; gives their ids. */
async function writeTogether(
  tenantId: string,
  codes: readonly string[],
  holdMs: number,
): Promise<readonly string[]> {
  return hub.store.write({ tenantId }, async (session) => {
    const ids: string[] = [];
    for (const code of codes) {
      const write = openWrite(session, hub.runtime, systemOrigin(tenantId, null), "branch.create");
      const id = hub.runtime.newId("brn");
      write.insert(branchesTable, id, newBranch(tenantId, code));
      await write.flush([]);
      ids.push(id);
    }
    await delay(holdMs);
    return ids;
  });
}

/** Walks the feed to its end; gives the ids in the order in which they came. */
async function walk(tenantId: string, cursor: string | undefined, limit: number) {
  const seen: string[] = [];
  let place = cursor;
  for (;;) {
    const now = new Date().toISOString();
    const query = { tenantId, branchId: "brn_none", nodeId: "nod_none", cursor: place, limit, now };
    const page = await hub.store.read({ tenantId }, (session) => readFeed(session, query));
    seen.push(...page.data.filter((row) => row.table === "branches").map((row) => row.id));
    place = page.cursor;
    if (!page.has_more) return { seen, cursor: place };
  }
}

test("gives every record of one large transaction, whatever the size of the pages", async () => {
  const tenantId = hub.tenant.id;
  const codes = Array.from({ length: 130 }, (_, index) => `A${index}`);
  const ids = await writeTogether(tenantId, codes, 0);
  for (const limit of [7, 50, 1000]) {
    const { seen } = await walk(tenantId, undefined, limit);
    expect(new Set(seen)).toEqual(new Set([...seen, ...ids]));
  }
});

test("passes over nothing that commits late, while others write and the reader reads on", async () => {
  const tenantId = hub.tenant.id;
  let { cursor } = await walk(tenantId, undefined, 1000);
  const seen = new Set<string>();
  const writing = { isOver: false };
  const reader = (async () => {
    while (!writing.isOver) {
      const page = await walk(tenantId, cursor, 5);
      for (const id of page.seen) seen.add(id);
      cursor = page.cursor;
    }
  })();
  const writers = Array.from({ length: 6 }, async (_, writer) => {
    const written: string[] = [];
    for (let round = 0; round < 12; round += 1) {
      const hold = ((writer * 7 + round * 5) % 6) * 5;
      written.push(...(await writeTogether(tenantId, [`W${writer}R${round}`], hold)));
    }
    return written;
  });
  const ids = (await Promise.all(writers)).flat();
  writing.isOver = true;
  await reader;
  for (const id of (await walk(tenantId, cursor, 5)).seen) seen.add(id);
  expect(ids.filter((id) => !seen.has(id))).toEqual([]);
});

test("asks the index of transactions for what is behind a cursor and behind the oldest open transaction, however long the feed is", async () => {
  const tenantId = hub.tenant.id;
  const plans = await PostgresPlans.open(hub);
  const now = new Date().toISOString();
  const query = {
    tenantId,
    branchId: "brn_none",
    nodeId: "nod_none",
    cursor: "1.0",
    limit: 25,
    now,
  };
  const asked = await hub.store.read({ tenantId }, async (session) => {
    const noted = notedSession(session);
    await readFeed(noted.session, query);
    return noted.asked.filter(({ text }) => /FROM feed\b/.test(text));
  });
  const found = await Promise.all(asked.map((statement) => plans.of(statement)));
  await plans.close();
  expect(found).toHaveLength(2);
  for (const plan of found) expect(plan).toMatch(/Index Cond: .*xid/);
});
