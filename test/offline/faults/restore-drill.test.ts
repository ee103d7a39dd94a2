import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readIdentity } from "@edgeward/branch-node/node/identity.ts";
import { HubClient, HubRefusal } from "@edgeward/branch-node/sync/hub-client.ts";
import { signBatch } from "@edgeward/branch-node/sync/push.ts";
import { startProduct, type Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import { registerPatient } from "#offline/front-desk.ts";
import { isSoak, Load } from "#offline/load.ts";

const patience = isSoak ? 3_600_000 : 240_000;
// What has been written since the backup that is put back.
const written = isSoak ? 100_000 : 1_500;

let product: Product;
const backup = mkdtempSync(join(tmpdir(), "edgeward-drill-"));

beforeAll(async () => {
  product = await startProduct();
});

afterAll(async () => {
  await product?.stop();
  rmSync(backup, { recursive: true, force: true });
});

function nodeFolder(): string {
  return join(product.folder, "branch");
}

async function walkIn(patientId: string): Promise<number> {
  const answer = await product.call("branch", "POST", "/v1/appointments", {
    patient_id: patientId,
    provider_id: product.demo.provider_id,
    source: "walk_in",
  });
  return Number(answer.body["queue_no"]);
}

function uhids(): readonly string[] {
  return product.branchRows("SELECT uhid FROM patients").map((row) => String(row["uhid"]));
}

/** What a machine with the stream of an earlier epoch is answered that goes on where it was. */
async function sendFromEpoch(epoch: number, firstSeq: number): Promise<unknown> {
  const identity = await readIdentity(backup, product.hubUrl);
  if (identity === null) throw new Error("the backup holds no identity");
  const [row] = product.branchRows("SELECT operation FROM journal ORDER BY seq LIMIT 1");
  const operation: unknown = JSON.parse(String(row?.["operation"]));
  const batch = {
    batch_id: "bat_01j00000000000000000000000",
    branch: identity.branchId,
    epoch,
    first_seq: firstSeq,
    schema: 1,
    sent_at: new Date().toISOString(),
    ops: [operation],
  };
  const hub = new HubClient({ identity, now: Date.now });
  try {
    const signature = await signBatch(batch, identity);
    return await hub
      .post("/v1/sync/offline-batch", { ...batch, signature }, batch.batch_id)
      .catch((error: unknown) => error);
  } finally {
    await hub.close();
  }
}

test(
  "a branch that is put back to an old backup has all that it had sent since, fences its old stream and gives no number twice",
  async () => {
    const first = await registerPatient(product, "branch");
    await product.caughtUp();
    await product.killBranch("SIGTERM");
    cpSync(nodeFolder(), backup, { recursive: true });
    await product.restartBranch();

    const load = new Load(product, 16);
    await until("enough is written", patience, () => load.acknowledged.length >= written);
    await load.end();
    await load.clearUp();
    const queueNo = await walkIn(first);
    await product.caughtUp(patience);
    const compared = "SELECT id, name, uhid, version, hlc FROM patients ORDER BY id";
    const had = product.branchRows(compared);
    const numbers = new Set(uhids());
    const [{ epoch: oldEpoch = 0, seq: oldSeq = 0 } = {}] = await product.hubRows(
      "SELECT epoch::int AS epoch, accepted_seq::int AS seq FROM nodes WHERE id = $1",
      [product.nodeId],
    );

    await product.killBranch("SIGKILL");
    const lostAt = performance.now();
    rmSync(nodeFolder(), { recursive: true, force: true });
    cpSync(backup, nodeFolder(), { recursive: true });
    await product.restartBranch();
    const servingMs = performance.now() - lostAt;
    await product.caughtUp(patience);
    await until("all of it is back", patience, () => uhids().length === had.length);
    const wholeMs = performance.now() - lostAt;
    console.info(
      `${load.acknowledged.length} since the backup: serving after ${Math.round(servingMs)} ms, ` +
        `whole after ${Math.round(wholeMs)} ms`,
    );
    expect(product.branchRows(compared)).toEqual(had);

    const refusal = await sendFromEpoch(Number(oldEpoch), Number(oldSeq) + 1);
    expect(refusal).toBeInstanceOf(HubRefusal);
    expect(refusal).toMatchObject({ status: 409, details: { epoch: Number(oldEpoch) + 1 } });

    for (let count = 0; count < 5; count += 1) await registerPatient(product, "branch");
    expect(uhids().filter((uhid) => !numbers.has(uhid))).toHaveLength(5);
    expect(await walkIn(first)).toBeGreaterThan(queueNo);
    await product.caughtUp();
    const twice = await product.hubRows(
      "SELECT op_id FROM received_operations GROUP BY op_id HAVING count(*) > 1",
    );
    expect(twice).toEqual([]);
    const missing = await product.hubRows(
      "SELECT count(*)::int AS count FROM patients WHERE id = ANY($1)",
      [load.acknowledged],
    );
    expect(missing).toEqual([{ count: load.acknowledged.length }]);
  },
  patience,
);
