import { zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HubClient } from "@edgeward/branch-node/sync/hub-client.ts";
import { batchReplyShape } from "@edgeward/shared/sync/wire/batch.contract.ts";
import { startProduct, type Product } from "#support/product.ts";
import { enrolHandNode, type HandNode } from "./hand-node.ts";

let product: Product;
let node: HandNode;
let client: HubClient;

beforeAll(async () => {
  product = await startProduct({ hubOnly: true });
  const { tenant_id: tenant, branch_id: first } = product.demo;
  const [row] = await product.hubRows("SELECT id FROM branches WHERE tenant_id = $1 AND id <> $2", [
    tenant,
    first,
  ]);
  node = await enrolHandNode(product, String(row?.["id"]));
  client = new HubClient({ identity: node.identity, now: Date.now });
});

afterAll(async () => {
  await client?.close();
  await node?.stop();
  await product?.stop();
});

test("batches that are sent without waiting for each other are taken in the order in which they were sent", async () => {
  // The first is by far the largest, so that whatever runs side by side would overtake it.
  const counts = [300, 1, 1, 40, 1, 1];
  let seq = 1;
  const batches = counts.map((count) => {
    const batch = node.batch(
      seq,
      Array.from({ length: count }, () => node.register()),
    );
    seq += count;
    return batch;
  });
  const signed = await Promise.all(
    batches.map(async (batch) => ({ ...batch, signature: await node.sign(batch) })),
  );
  const answers = await Promise.all(
    signed.map((batch) => client.post("/v1/sync/offline-batch", batch, batch.batch_id)),
  );
  const replies = answers.map((answer) => batchReplyShape.parse(answer));
  expect(replies.map((reply) => reply.accepted_seq)).toEqual([300, 301, 302, 342, 343, 344]);
  expect(
    replies.flatMap((reply) => reply.results).every((result) => result.outcome === "applied"),
  ).toBe(true);
});

test("a body that calls itself zstd and is none, is no JSON or is too large is refused by its own code", async () => {
  const ask = async (body: Buffer) => {
    const answer = await fetch(`${product.hubUrl}/v1/sync/offline-batch`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${await client.token()}`,
        "x-tenant-id": node.identity.tenantId,
        "x-branch-id": node.identity.branchId,
        "content-type": "application/json",
        "content-encoding": "zstd",
        "idempotency-key": crypto.randomUUID(),
      },
      body: new Uint8Array(body),
    });
    return answer.status;
  };
  expect(await ask(Buffer.from("not packed at all"))).toBe(400);
  expect(await ask(zstdCompressSync("{"))).toBe(400);
  expect(await ask(zstdCompressSync(Buffer.alloc(50_000_000, 32)))).toBe(413);
});
