// What was done by hand while the branch was cut off is at the hub as it is at the branch.
import { expect, test } from "vitest";
import type { ClinicalCaller, WireRecord } from "#e2e/clinical-calls.ts";
import { world } from "#e2e/desk/world.ts";
import { until } from "#support/until.ts";
import { cut } from "./line-cut.ts";

const worked = [
  "/v1/admissions",
  "/v1/triage",
  "/v1/lab/orders",
  "/v1/lab/results",
  "/v1/radiology/studies",
] as const;

/** The ids of what was made since the line was cut. */
function madeSince(records: readonly WireRecord[]): readonly string[] {
  return records
    .filter((record) => String(record["created_at"]) >= cut.at)
    .map(({ id }) => String(id))
    .toSorted();
}

/** What a node says of the branch's work: each record with its state, and what happened in each visit. */
async function workAt(node: ClinicalCaller) {
  const states: string[] = [];
  for (const path of worked)
    for (const { id, status, version } of await node.list(`${path}?limit=100`))
      states.push(`${path}/${String(id)} ${String(status)} ${String(version)}`);
  const timelines: Record<string, readonly string[]> = {};
  for (const id of madeSince(await node.list("/v1/encounters?limit=100"))) {
    const entries = await node.list(`/v1/encounters/${id}/timeline?limit=100`);
    // Each node audits with events of its own; who did what and when is the same.
    timelines[id] = entries
      .map((entry) =>
        JSON.stringify(entry["kind"] === "audit" ? { ...entry, ref_id: null } : entry),
      )
      .toSorted();
  }
  return { states: states.toSorted(), timelines };
}

test("has it all at the hub once the line is back, with the same states and timelines", async () => {
  expect((await world.product.edgeward("outage", "off")).code).toBe(0);
  await until("the branch has sent everything", 60_000, async () => {
    const { body } = await world.branch.get("/v1/sync/status");
    return body["unsent"] === 0 && body["state"] === "online";
  });
  const atBranch = await workAt(world.branch);
  expect(atBranch.states.length).toBeGreaterThan(10);
  expect(Object.keys(atBranch.timelines).length).toBeGreaterThan(1);
  expect(await workAt(world.hub)).toEqual(atBranch);
});
