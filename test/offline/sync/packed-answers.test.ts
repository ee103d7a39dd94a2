import { zstdDecompressSync } from "node:zlib";
import { request } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { HubClient } from "@edgeward/branch-node/sync/hub-client.ts";
import { startProduct, type Product } from "#support/product.ts";
import { enrolHandNode, type HandNode } from "./hand-node.ts";

const pageShape = z.object({ data: z.array(z.unknown()).min(1) });

let product: Product;
let node: HandNode;
let client: HubClient;

beforeAll(async () => {
  product = await startProduct({ hubOnly: true });
  node = await enrolHandNode(product, product.demo.branch_id);
  client = new HubClient({ identity: node.identity, now: Date.now });
});

afterAll(async () => {
  await client?.close();
  await node?.stop();
  await product?.stop();
});

async function feed(acceptEncoding: string) {
  const { tenantId, branchId } = node.identity;
  const answer = await request(`${product.hubUrl}/v1/sync/feed?limit=1000`, {
    headers: {
      authorization: `Bearer ${await client.token()}`,
      "x-tenant-id": tenantId,
      "x-branch-id": branchId,
      "accept-encoding": acceptEncoding,
    },
  });
  return { encoding: answer.headers["content-encoding"], bytes: await answer.body.bytes() };
}

test("a page of the feed comes packed to whoever understands zstd, plain to all others, and says the same", async () => {
  const plain = await feed("gzip");
  const small = await feed("gzip, zstd");
  expect([plain.encoding, small.encoding]).toEqual([undefined, "zstd"]);
  expect(small.bytes.length * 4).toBeLessThan(plain.bytes.length);
  const dataOf = (text: string) => pageShape.parse(JSON.parse(text)).data;
  expect(dataOf(zstdDecompressSync(small.bytes).toString())).toEqual(
    dataOf(Buffer.from(plain.bytes).toString()),
  );
});

test("a node reads packed answers like plain ones", async () => {
  const page = await client.get("/v1/sync/feed?limit=1000");
  expect(page).toMatchObject({ has_more: expect.any(Boolean), data: expect.any(Array) });
});
