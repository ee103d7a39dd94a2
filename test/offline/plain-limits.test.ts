import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { startProduct, type Product } from "#support/product.ts";

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(() => product.stop());

interface Seen {
  readonly ok: number;
  readonly refused: number;
  readonly wait: number;
  readonly others: readonly number[];
}

/** How often an address is asked for: so many times, or on until so many were told to wait. */
type HowOften = { readonly count: number } | { readonly untilRefused: number };

/** Asks for one address many times, some at once; what came back. */
async function askMany(url: string, often: HowOften): Promise<Seen> {
  const statuses: number[] = [];
  let wait = 0;
  const one = async () => {
    const answer = await fetch(url);
    await answer.arrayBuffer();
    statuses.push(answer.status);
    if (answer.status === 429) wait = Math.max(wait, Number(answer.headers.get("retry-after")));
  };
  const of = (status: number) => statuses.filter((seen) => seen === status).length;
  const isEnough = () =>
    "count" in often ? statuses.length >= often.count : of(429) >= often.untilRefused;
  while (!isEnough()) await Promise.all(Array.from({ length: 50 }, one));
  const others = statuses.filter((status) => status !== 200 && status !== 429);
  return { ok: of(200), refused: of(429), wait, others };
}

const urlOf = { branch: () => product.branchUrl, hub: () => product.hubUrl };

test("32 boards that ask every few seconds and the pages of a clinic behind one address are all answered", async () => {
  const boards = await askMany(`${urlOf.branch()}/display/all/state`, { count: 32 * 12 });
  expect(boards).toMatchObject({ ok: 384 + 16, refused: 0, others: [] });
  const pages = await askMany(`${urlOf.branch()}/today`, { count: 200 });
  expect(pages.refused).toBe(0);
});

test.each([
  ["branch", "/display/all/state"],
  ["hub", "/readyz"],
] as const)(
  "who asks the %s for %s without an end has to wait, and nobody with work does",
  async (node, path) => {
    // What an address may ask is given back with time: how soon it is used up is the machine's.
    const seen = await askMany(`${urlOf[node]()}${path}`, { untilRefused: 501 });
    expect(seen.others).toEqual([]);
    expect(seen.ok).toBeGreaterThan(500);
    expect(seen.refused).toBeGreaterThan(500);
    expect(seen.wait).toBeGreaterThanOrEqual(1);
    for (const free of ["/healthz", "/metrics"])
      expect((await fetch(`${urlOf[node]()}${free}`)).status).toBe(200);
    expect((await product.call(node, "GET", "/v1/patients")).status).toBe(200);
  },
  120_000,
);

test("a board of a code that no queue can have is none, and asks the database nothing", async () => {
  const answer = await fetch(`${urlOf.branch()}/display/${"x".repeat(41)}/state`);
  expect([404, 429]).toContain(answer.status);
});

test("who opens live connections without an end has to wait", async () => {
  const url = `${urlOf.branch().replace(/^http/u, "ws")}/ws?ticket=none`;
  const statusOf = () =>
    new Promise<number>((resolve) => {
      const socket = new WebSocket(url);
      socket.on("error", () => undefined);
      socket.once("unexpected-response", (_request, response) => {
        resolve(response.statusCode ?? 0);
        socket.terminate();
      });
    });
  const seen: number[] = [];
  for (let done = 0; done < 1_500; done += 50)
    seen.push(...(await Promise.all(Array.from({ length: 50 }, statusOf))));
  expect(new Set(seen)).toEqual(new Set([401, 429]));
}, 60_000);
