import { setTimeout as delay } from "node:timers/promises";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import type { Chance } from "@edgeward/hub/demo/chance.ts";
import { throwDice } from "#support/dice.ts";
import {
  openMessageLine,
  type LineFault,
  type LineMessage,
  type MessageLine,
} from "#support/message-line.ts";
import { startProduct, type Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import { registerPatient } from "#offline/front-desk.ts";
import { isSoak, Load } from "#offline/load.ts";

const patience = isSoak ? 1_800_000 : 180_000;

let product: Product;
let line: MessageLine;

beforeAll(async () => {
  product = await startProduct({
    openLine: async (port) => {
      line = await openMessageLine(port);
      return line;
    },
  });
});

afterEach(() => {
  line.fault = () => null;
  line.delayMs = 0;
});

afterAll(() => product?.stop());

const batchShape = z.object({ ops: z.array(z.object({ op_id: z.string() })) });

function isBatch({ path }: LineMessage): boolean {
  return path.startsWith("/v1/sync/offline-batch");
}

/** The operations that a batch carries. */
function operationsOf({ headers, body }: LineMessage): readonly string[] {
  const encoding = headers["content-encoding"];
  const open = encoding === "zstd" ? zstdDecompressSync : gunzipSync;
  const text = (encoding === undefined ? body : open(body)).toString("utf8");
  return batchShape.parse(JSON.parse(text)).ops.map((op) => op.op_id);
}

/** Registers with the line cut, until so many wait. */
async function pileUp(least: number): Promise<readonly string[]> {
  product.outage(true);
  const load = new Load(product, 16);
  await until(`${least} registrations wait`, patience, () => load.acknowledged.length >= least);
  await load.end();
  await load.clearUp();
  return load.acknowledged;
}

/** Each of these is at the hub once with its event, and the hub has received what the journal holds. */
async function expectOnce(ids: readonly string[]): Promise<void> {
  const [row] = await product.hubRows(
    `SELECT count(*)::int AS patients, count(DISTINCT uhid)::int AS numbers,
            (SELECT count(*)::int FROM domain_events WHERE entity_id = ANY($1)) AS events
       FROM patients WHERE id = ANY($1)`,
    [ids],
  );
  expect(row).toEqual({ patients: ids.length, numbers: ids.length, events: ids.length });
  const received = await product.hubRows(
    `SELECT count(*)::int AS count, count(DISTINCT op_id)::int AS operations
       FROM received_operations WHERE node_id = $1`,
    [product.nodeId],
  );
  const journal = product.branchRows(
    "SELECT count(*) AS count, count(DISTINCT op_id) AS operations FROM journal",
  );
  expect(received).toEqual(journal);
}

function faultByChance(chance: Chance, message: LineMessage): LineFault | null {
  if (!chance.happens(0.35)) return null;
  return chance.pick<LineFault>([
    { kind: "lose" },
    { kind: "lose_answer" },
    { kind: "repeat" },
    { kind: "late", ms: chance.int(100, 3_000) },
    { kind: "cut_request", bytes: chance.int(0, message.body.length) },
    { kind: "cut_answer", bytes: chance.int(0, 200) },
  ]);
}

test(
  "a line that loses, repeats, reorders and cuts messages in every direction costs time and nothing else",
  async () => {
    const chance = throwDice("faults of single messages");
    const struck = new Map<string, number>();
    line.delayMs = 20;
    line.fault = (message) => {
      const fault = faultByChance(chance, message);
      if (fault !== null) struck.set(fault.kind, (struck.get(fault.kind) ?? 0) + 1);
      return fault;
    };
    const load = new Load(product, 4);
    const fromHub: string[] = [];
    const end = performance.now() + (isSoak ? 600_000 : 8_000);
    const faults = () => [...struck.values()].reduce((sum, count) => sum + count, 0);
    // By the count of faults, too: a busy machine sends fewer messages in the same time.
    while (performance.now() < end || faults() < 8) {
      fromHub.push(await registerPatient(product, "hub"));
      await delay(100);
    }
    await load.end();
    await load.clearUp();
    line.fault = () => null;
    await product.caughtUp(60_000);
    await expectOnce(load.acknowledged);
    await until("the branch has what came from the hub", 30_000, () => {
      const sql = "SELECT 1 FROM patients WHERE id IN (SELECT value FROM json_each(?))";
      return product.branchRows(sql, [JSON.stringify(fromHub)]).length === fromHub.length;
    });
    console.info(
      `${load.acknowledged.length} up, ${fromHub.length} down; ${JSON.stringify([...struck])}`,
    );
    expect(struck.size).toBeGreaterThan(1);
  },
  patience,
);

// So that a few hundred registrations are several batches: the branch learns at once how much gets through.
const largest = isSoak ? 1_000 : 250;
const tooLarge = {
  kind: "answer",
  status: 413,
  type: "text/html",
  body: "<h1>Too large</h1>",
} as const;

interface Plug {
  readonly moment: string;
  readonly fault: (message: LineMessage) => LineFault;
  /** How many of the operations that were under way may go again. */
  readonly most: (underWay: number) => number;
}

const plugs: readonly Plug[] = [
  {
    moment: "in the middle of a request has no more than that request sent again",
    fault: ({ body }) => ({ kind: "cut_request", bytes: Math.floor(body.length / 2) }),
    most: (underWay) => underWay,
  },
  {
    moment: "between the hub's commit and its answer has nothing sent again",
    fault: () => ({ kind: "lose_answer" }),
    most: () => 0,
  },
];

test.each(plugs)(
  "a plug that is pulled $moment",
  async ({ fault, most }) => {
    const ids = await pileUp(isSoak ? 20_000 : 4 * largest);
    const sent: string[] = [];
    let batches = 0;
    let underWay = 0;
    line.fault = (message) => {
      if (!isBatch(message)) return null;
      const operations = operationsOf(message);
      if (operations.length > largest) return tooLarge;
      sent.push(...operations);
      batches += 1;
      // The second and the third go out together.
      if (batches !== 2) return null;
      underWay = operations.length;
      return fault(message);
    };
    product.outage(false);
    await product.caughtUp(patience);
    const again = sent.length - new Set(sent).size;
    console.info(`${sent.length} operations in ${batches} batches, ${again} of them sent again`);
    expect(underWay).toBeGreaterThan(100);
    expect(again).toBeLessThanOrEqual(most(underWay));
    await expectOnce(ids);
  },
  patience,
);

test(
  "a gateway that lets only small messages through gets the work in small messages",
  async () => {
    const ids = await pileUp(40);
    let refused = 0;
    line.fault = (message) => {
      if (!isBatch(message) || operationsOf(message).length <= 6) return null;
      refused += 1;
      return tooLarge;
    };
    product.outage(false);
    await product.caughtUp(60_000);
    expect(refused).toBeGreaterThan(0);
    await expectOnce(ids);
  },
  patience,
);
