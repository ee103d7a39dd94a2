// What was done by hand while the branch was cut off is at the hub as it is at the branch.
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import type { ClinicalCaller, WireRecord } from "#e2e/clinical-calls.ts";
import { dayAtBranch, world } from "#e2e/desk/world.ts";
import { until } from "#support/until.ts";
import { cut } from "./line-cut.ts";

const worked = [
  "/v1/admissions",
  "/v1/triage",
  "/v1/lab/orders",
  "/v1/lab/results",
  "/v1/radiology/studies",
  "/v1/purchase-orders",
  "/v1/goods-receipts",
  "/v1/pharmacy/stock-transfers",
  "/v1/pharmacy/stock",
  "/v1/pharmacy/dispense",
  "/v1/invoices",
  "/v1/payments",
  "/v1/cashier-shifts",
  "/v1/preauth",
  "/v1/claims",
] as const;

/** Those of some records that were made since the line was cut. */
function madeSince(records: readonly WireRecord[]): readonly WireRecord[] {
  return records.filter((record) => String(record["created_at"]) >= cut.at);
}

/** What both nodes have to say alike of a record: all but how far it has travelled. */
function alike({ sync_state: _travelled, ...record }: WireRecord): WireRecord {
  return record;
}

function byId(records: readonly WireRecord[]): readonly WireRecord[] {
  return records.toSorted((one, other) => String(one["id"]).localeCompare(String(other["id"])));
}

/** The records of a list that were made since the line was cut, each whole. */
async function workOf(node: ClinicalCaller, path: string): Promise<readonly WireRecord[]> {
  const records = madeSince(await node.list(`${path}?limit=100`));
  return byId(records.map(alike));
}

/** What a node says of the branch's work: each record, what happened to each batch and in each visit, and what came in. */
async function workAt(node: ClinicalCaller) {
  const records: Record<string, readonly WireRecord[]> = {};
  for (const path of worked) records[path] = await workOf(node, path);
  const moves: Record<string, readonly WireRecord[]> = {};
  for (const { id } of records["/v1/pharmacy/stock"] ?? [])
    moves[String(id)] = await workOf(node, `/v1/pharmacy/stock/${String(id)}/moves`);
  const timelines: Record<string, readonly string[]> = {};
  for (const { id } of madeSince(await node.list("/v1/encounters?limit=100"))) {
    const entries = await node.list(`/v1/encounters/${String(id)}/timeline?limit=100`);
    // Each node audits with events of its own; who did what and when is the same.
    timelines[String(id)] = entries
      .map((entry) =>
        JSON.stringify(entry["kind"] === "audit" ? { ...entry, ref_id: null } : entry),
      )
      .toSorted();
  }
  const today = dayAtBranch(Date.now());
  const { body: summary } = await node.get(
    `/v1/revenue/summary?date_from=${today}&date_to=${today}&group_by=method`,
  );
  // Each node says when it has summed up.
  const revenue = { ...summary, data_as_of: null };
  return { records, moves, timelines, revenue };
}

/** What both nodes say once the branch has nothing left to send: read again where it has written something meanwhile. */
async function workAtBoth() {
  for (let tries = 1; ; tries += 1) {
    await until("the branch has sent everything", 60_000, async () => {
      const { body } = await world.branch.get("/v1/sync/status");
      return body["unsent"] === 0 && body["state"] === "online";
    });
    const atBranch = await workAt(world.branch);
    const atHub = await workAt(world.hub);
    const still = await workAt(world.branch);
    if (isDeepStrictEqual(atBranch, still) || tries === 3) return { atBranch, atHub };
  }
}

test("has it all at the hub once the line is back, with the same states, stock, numbers, takings and timelines", async () => {
  expect((await world.product.edgeward("outage", "off")).code).toBe(0);
  const { atBranch, atHub } = await workAtBoth();
  // Something of each kind was done by hand.
  for (const path of worked) expect(atBranch.records[path], path).not.toEqual([]);
  expect(Object.values(atBranch.moves).flat().length).toBeGreaterThan(10);
  expect(Object.keys(atBranch.timelines).length).toBeGreaterThan(1);
  expect(atBranch.revenue).toMatchObject({ complete: true });
  const { records, moves, ...others } = atHub;
  // Each by itself: of all together a difference is not shown.
  for (const path of worked) expect(records[path], path).toEqual(atBranch.records[path]);
  expect(moves).toEqual(atBranch.moves);
  expect(others).toEqual({ timelines: atBranch.timelines, revenue: atBranch.revenue });
});
