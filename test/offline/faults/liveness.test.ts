import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openMessageLine, type LineFault, type MessageLine } from "#support/message-line.ts";
import { startProduct, type NodeName, type Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import { registerPatient } from "#offline/front-desk.ts";
import { isSoak } from "#offline/load.ts";

// A retry that waits for ever is the fault most often found in engines like this one; longer than this nobody waits.
const backoffCapMs = 8_000;
const requestTimeoutMs = 15_000;
// Who is kept waiting by the other direction waits for as long as that goes on.
const starvedAfterMs = 20_000;
// How many tries in a row have to fail, each at a greater distance than the last.
const failedTries = isSoak ? 6 : 2;

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

beforeEach(async () => {
  line.fault = () => null;
  await product.caughtUp();
});

afterAll(() => product?.stop());

function isBatch(path: string): boolean {
  return path.startsWith("/v1/sync/offline-batch");
}

function isFeed(path: string): boolean {
  return path.startsWith("/v1/sync/feed") && !path.includes("wait=");
}

function answerOf(status: number, body: string, type = "application/json"): LineFault {
  return { kind: "answer", status, type, body };
}

const html = "<html><body>Sign in to the guest network</body></html>";

const failures: readonly (readonly [string, LineFault])[] = [
  ["an error 500", answerOf(500, '{"error":{"code":"internal","message":"broken"}}')],
  ["a proxy's page for 503", answerOf(503, html, "text/html")],
  [
    "a refusal as too large (413)",
    answerOf(413, '{"error":{"code":"payload_too_large","message":"too large"}}'),
  ],
  ["a refused token (401)", answerOf(401, '{"error":{"code":"unauthorized","message":"no"}}')],
  ["a page in place of an answer", answerOf(200, html, "text/html")],
  ["an answer of another shape, which throws in the engine", answerOf(200, '{"accepted":true}')],
  ["a connection cut in the middle of the request", { kind: "cut_request", bytes: 100 }],
];

const lostAnswers: readonly (readonly [string, LineFault])[] = [
  ["an answer cut in the middle", { kind: "cut_answer", bytes: 12 }],
  ["a connection cut before the answer", { kind: "lose_answer" }],
];

/** Lets a fault hit every message of a kind, and notes when. */
function failing(isHit: (path: string) => boolean, fault: LineFault): readonly number[] {
  const attempts: number[] = [];
  line.fault = ({ path }) => {
    if (!isHit(path)) return null;
    attempts.push(performance.now());
    return fault;
  };
  return attempts;
}

async function expectTries(attempts: readonly number[], least: number): Promise<void> {
  await until("it is tried again", least * backoffCapMs, () => attempts.length >= least);
  const gaps = attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0));
  expect(Math.max(...gaps)).toBeLessThan(backoffCapMs);
}

async function countAtHub(id: string): Promise<number> {
  return (await product.hubRows("SELECT 1 FROM patients WHERE id = $1", [id])).length;
}

describe("a push that fails", () => {
  test.each(failures)(
    "by %s is tried again by itself, the status says what waits, and the operation counts once",
    async (_title, fault) => {
      const attempts = failing(isBatch, fault);
      const before = new Date().toISOString();
      const id = await registerPatient(product, "branch");
      await expectTries(attempts, failedTries);
      const status = await product.syncStatus();
      expect(status["unsent"]).toBe(1);
      expect(String(status["oldest_unsent_at"]) >= before).toBe(true);
      expect(["offline", "blocked", "syncing"]).toContain(status["state"]);

      // From here on nothing is written at the branch, and nothing is restarted.
      line.fault = () => null;
      await product.caughtUp(2 * backoffCapMs);
      expect(await countAtHub(id)).toBe(1);
      expect(await product.syncStatus()).toMatchObject({
        unsent: 0,
        oldest_unsent_at: null,
        reason: null,
      });
    },
  );

  test.each(lostAnswers)(
    "by %s has come through all the same: the handshake says so, and nothing is sent again",
    async (_title, fault) => {
      const attempts = failing(isBatch, fault);
      const id = await registerPatient(product, "branch");
      await until("the push is under way", 2 * backoffCapMs, () => attempts.length > 0);
      await product.caughtUp(2 * backoffCapMs);
      expect(attempts).toHaveLength(1);
      expect(await countAtHub(id)).toBe(1);
    },
  );

  test("for want of any answer is given up in time and tried again", async () => {
    let hanging = 0;
    line.fault = ({ path }) => {
      if (!isBatch(path) || hanging > 0) return null;
      hanging += 1;
      return { kind: "hang" };
    };
    const id = await registerPatient(product, "branch");
    await product.caughtUp(requestTimeoutMs + backoffCapMs);
    expect(hanging).toBe(1);
    expect(await countAtHub(id)).toBe(1);
  });

  test("time after time is tried at a growing distance, and not at the hub's every word", async () => {
    const attempts = failing(isBatch, answerOf(503, html, "text/html"));
    const id = await registerPatient(product, "branch");
    await delay(4_000);
    // At the least 0.37, 0.75, 1.5 and 3 s lie between them.
    expect(attempts.length).toBeLessThanOrEqual(4);
    line.fault = () => null;
    await product.caughtUp(2 * backoffCapMs);
    expect(await countAtHub(id)).toBe(1);
  });
});

// Every way is the same to a pull as to a push; the quick run looks at one of each sort.
const pullFailures = isSoak ? failures : failures.filter((_failure, index) => index % 3 === 0);

describe("a pull that fails", () => {
  test.each(pullFailures)(
    "by %s is tried again by itself, and what the hub has comes down",
    async (_title, fault) => {
      const attempts = failing(isFeed, fault);
      const id = await registerPatient(product, "hub");
      await expectTries(attempts, failedTries);
      expect((await product.syncStatus())["state"]).not.toBe("online");
      line.fault = () => null;
      await until("the branch has it", 2 * backoffCapMs, () => countAtBranch(id) === 1);
      await product.caughtUp();
    },
  );
});

/** Registers at a node, a few at a time, until something has come true. */
async function writingUntil(node: NodeName, work: () => Promise<void>): Promise<void> {
  const ending = new AbortController();
  const writer = async () => {
    while (!ending.signal.aborted) await registerPatient(product, node);
  };
  const writers = [writer(), writer(), writer(), writer()];
  try {
    await delay(500);
    await work();
  } finally {
    ending.abort();
    await Promise.all(writers);
  }
}

function countAtBranch(id: string): number {
  return product.branchRows("SELECT 1 FROM patients WHERE id = ?", [id]).length;
}

test("a hub that has something new at every moment does not keep a branch's work from going up", async () => {
  await writingUntil("hub", async () => {
    const id = await registerPatient(product, "branch");
    await until("it is at the hub", starvedAfterMs, async () => (await countAtHub(id)) === 1);
    expect((await product.call("branch", "GET", `/v1/patients/${id}`)).status).toBe(200);
  });
});

test("a branch that writes at every moment still hears what the hub has for it", async () => {
  await writingUntil("branch", async () => {
    const id = await registerPatient(product, "hub");
    await until("it is at the branch", starvedAfterMs, () => countAtBranch(id) === 1);
    expect((await product.call("branch", "GET", `/v1/patients/${id}`)).status).toBe(200);
  });
});

test("a feed that cannot be taken in keeps nothing here from going up", async () => {
  const attempts = failing(isFeed, answerOf(200, '{"data":[{"kind":"row"}]}'));
  await registerPatient(product, "hub");
  const id = await registerPatient(product, "branch");
  await until("it is at the hub", starvedAfterMs, async () => (await countAtHub(id)) === 1);
  await expect.poll(() => attempts.length, { timeout: starvedAfterMs }).toBeGreaterThan(0);
});

test("a hub whose every answer is wrong for a while, tokens and handshake included, is found again", async () => {
  const attempts = failing(() => true, answerOf(502, html, "text/html"));
  line.setCut(true);
  line.setCut(false);
  const id = await registerPatient(product, "branch");
  await expectTries(attempts, failedTries + 2);
  expect(await product.syncStatus()).toMatchObject({ state: "offline", unsent: 1 });
  line.fault = () => null;
  await product.caughtUp(2 * backoffCapMs);
  expect(await countAtHub(id)).toBe(1);
});
