import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { Pool } from "undici";
import type { NodeIdentity } from "@edgeward/branch-node/identity.ts";
import { HubClient } from "@edgeward/branch-node/sync/hub-client.ts";
import { signBatch } from "@edgeward/branch-node/sync/push.ts";
import { asha, branchIdOf } from "@edgeward/hub/demo/plans.ts";
import { createHlc } from "@edgeward/shared/kernel/hlc.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import { batchReplyShape, type Batch } from "@edgeward/shared/sync/batch.contract.ts";
import { ratioOf, spreadOf, unknownCpu, type Finding } from "./figures.ts";
import { enrol } from "./nodes.ts";
import { registerOffline, type Registered } from "./people.ts";
import type { World } from "./world.ts";

const batchSize = 1_000;
const roundSize = 10_000;
const branchCode = "NSK1";
const newId = createIdSource(Date.now);
const compress = promisify(gzip);

interface Pusher {
  readonly identity: NodeIdentity;
  readonly client: HubClient;
  readonly tick: () => string;
}

type Operation = Batch["ops"][number];

function operationOf(pusher: Pusher, { id, fields }: Registered): Operation {
  const { branchId } = pusher.identity;
  const operation = {
    op_id: newId("op"),
    type: "patient.create",
    entity: "patients",
    entity_id: id,
    hlc: pusher.tick(),
    at: new Date().toISOString(),
    branch_id: branchId,
    actor: { id: "bench", type: "system" as const, role: null },
    device_id: null,
    reason: null,
    schema: 1,
  };
  const event = { type: "patient.created", entity: "patients", entity_id: id, entity_version: 1 };
  return {
    ...operation,
    changes: [
      { table: "patients", id, kind: "insert", fields: { ...fields }, base: {}, version: 1 },
    ],
    events: [{ ...event, id: newId("evt"), branch_id: branchId, payload: { uhid: fields.uhid } }],
  };
}

function batchOf(pusher: Pusher, firstSeq: number, ops: Operation[]): Batch {
  return {
    batch_id: newId("bat"),
    branch: pusher.identity.branchId,
    epoch: 1,
    first_seq: firstSeq,
    schema: 1,
    sent_at: new Date().toISOString(),
    prev_batch_hash: null,
    ops,
  };
}

function chunks<T>(items: readonly T[], size: number): readonly T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

function peopleOf(pusher: Pusher, round: number): readonly Registered[] {
  const { branchId } = pusher.identity;
  const plan = { count: roundSize, seed: 100 + round, branchId, code: branchCode };
  return registerOffline(plan, 1_000_000 + round * 2 * roundSize, newId);
}

function checkReply(answer: unknown): void {
  const { results } = batchReplyShape.parse(answer);
  const odd = results.find((result) => result.outcome !== "applied");
  if (odd !== undefined) throw new Error(`an operation was not applied: ${JSON.stringify(odd)}`);
}

// As many batches under way as the engine has.
const underWay = 2;

// What is measured: signing, compressing, sending and reading the answer, batch after batch; not making the journal.
async function push(pusher: Pusher, round: number): Promise<number> {
  const operations = peopleOf(pusher, round).map((person) => operationOf(pusher, person));
  const batches = chunks(operations, batchSize).map((ops, index) =>
    batchOf(pusher, round * roundSize + index * batchSize + 1, ops),
  );
  const began = performance.now();
  const waiting: Promise<unknown>[] = [];
  for (const batch of batches) {
    if (waiting.length === underWay) checkReply(await waiting.shift());
    const signature = await signBatch(batch, pusher.identity);
    const path = "/v1/sync/offline-batch";
    waiting.push(pusher.client.post(path, { ...batch, signature }, batch.batch_id));
  }
  for (const answer of waiting) checkReply(await answer);
  return roundSize / ((performance.now() - began) / 1000);
}

const house = {
  created_by: "bench",
  updated_by: "bench",
  version: 1,
  origin: "branch",
  origin_node_id: "bench",
  unknown_fields: {},
};

async function pushBare(pool: Pool, pusher: Pusher, round: number): Promise<number> {
  const people = peopleOf(pusher, round).map(({ id, fields }) => {
    const at = new Date().toISOString();
    const hlc = pusher.tick();
    const own = {
      id,
      tenant_id: pusher.identity.tenantId,
      created_at: at,
      updated_at: at,
      hlc,
      stamps: { "*": hlc },
    };
    return { ...own, ...house, ...fields };
  });
  const began = performance.now();
  for (const rows of chunks(people, batchSize)) {
    const body = await compress(JSON.stringify({ batch_id: newId("bat"), rows }), { level: 1 });
    const answer = await pool.request({ method: "POST", path: "/batch", body });
    if (answer.statusCode !== 200) throw new Error(`the baseline answered ${answer.statusCode}`);
    await answer.body.json();
  }
  return roundSize / ((performance.now() - began) / 1000);
}

/** What has been offline comes up: batches of a thousand new patients, against one transaction that checks nothing. */
export async function pushContest(world: World): Promise<readonly Finding[]> {
  const identity = await enrol(
    world.hub.access,
    branchIdOf(asha, branchCode),
    join(world.folder, "pusher"),
  );
  const hlc = createHlc({ now: Date.now, nodeTag: identity.nodeId });
  const pusher = {
    identity,
    client: new HubClient({ identity, now: Date.now }),
    tick: () => hlc.tick(),
  };
  const pool = new Pool(world.baseline.url, { connections: 1 });
  const rounds = Math.max(2, Math.ceil(world.options.rows / roundSize));
  const [ours, bare]: [number[], number[]] = [[], []];
  try {
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await push(pusher, round));
      bare.push(await pushBare(pool, pusher, round));
    }
  } finally {
    await pusher.client.close();
    await pool.close();
  }
  const baseline = { name: "naive", value: spreadOf(bare) };
  const work = "sync up: 10 batches of 1,000 patient.create";
  const shared = {
    work,
    unit: "operations/s",
    must: "≥ 0.5",
    latency: null,
    cpuMicros: unknownCpu,
    failures: 0,
  };
  return [{ ...shared, ours: spreadOf(ours), baseline, ratio: ratioOf(ours, bare) }];
}
