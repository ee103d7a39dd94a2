import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSqliteStore } from "@edgeward/branch-node/db/sqlite-store.ts";
import { databaseKey } from "@edgeward/branch-node/node/branch-key.ts";
import { registerPatient } from "#offline/front-desk.ts";
import { builtProgram } from "#support/built-program.ts";
import { startProduct, type Product } from "#support/product.ts";
import { until } from "#support/until.ts";

const program = await builtProgram("edgeward");
let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

function edgeward(...args: readonly string[]) {
  const { promise, resolve } = Promise.withResolvers<{ code: number | null; text: string }>();
  const child = spawn(process.execPath, [program, ...args], {
    cwd: product.folder,
    env: {
      ...process.env,
      NODE_NO_WARNINGS: "1",
      npm_lifecycle_event: "",
      EDGEWARD_DATA: product.folder,
      EDGEWARD_HUB_PORT: new URL(product.hubUrl).port,
      EDGEWARD_BRANCH_PORT: new URL(product.branchUrl).port,
    },
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.on("close", (code) => resolve({ code, text }));
  return promise;
}

function atBranch(sql: string): void {
  const folder = join(product.folder, "branch");
  const { handle } = openSqliteStore({ file: join(folder, "branch.db"), key: databaseKey(folder) });
  try {
    handle.exec(sql);
  } finally {
    handle.close();
  }
}

async function atHub(...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    await client.query("SET session_replication_role = replica");
    for (const statement of statements)
      await client.query(statement.replaceAll("$TENANT", `'${product.demo.tenant_id}'`));
  } finally {
    await client.end();
  }
}

const heldBy = {
  hub: async () =>
    (
      await product.hubRows("SELECT signed FROM audit_checkpoints WHERE node_id = $1", [
        product.nodeId,
      ])
    ).length,
  branch: async () =>
    product.branchRows("SELECT signed FROM audit_checkpoints WHERE node_id = 'hub'").length,
};

const isOnline = async () => (await product.syncStatus())["state"] === "online";

/** A break of the line, after which both sides shake hands at once. */
async function shakeHands(): Promise<void> {
  product.outage(true);
  await until("the branch is offline", 20_000, async () => !(await isOnline()));
  product.outage(false);
  await until("the branch is back", 30_000, isOnline);
}

/** Both sides hold a checkpoint of the other that has all that was done so far. */
async function exchange(): Promise<void> {
  await product.caughtUp();
  // One that comes sooner after another is not kept.
  const [hubHad, branchHad] = [await heldBy.hub(), await heldBy.branch()];
  await until("both hold a newer one", 60_000, async () => {
    await shakeHands();
    return (await heldBy.hub()) > hubHad && (await heldBy.branch()) > branchHad;
  });
}

test("what is cut from either node's audit shows by what the other was given, with no file kept by hand", async () => {
  await registerPatient(product, "branch", { name: "Before Exchange" });
  await exchange();
  const whole = await edgeward("audit", "verify");
  expect(whole.text).toMatch(/hub: compared with \d+ checkpoints kept elsewhere/);
  expect(whole.text).toMatch(/branch: compared with \d+ checkpoints kept elsewhere/);
  expect(whole.code).toBe(0);

  atBranch(`DROP TRIGGER audit_events_no_delete; DELETE FROM audit_events WHERE seq > 1;
    UPDATE audit_heads SET seq = 1, hash = (SELECT e.hash FROM audit_events e
      WHERE e.tenant_id = audit_heads.tenant_id AND e.stream = audit_heads.stream AND e.seq = 1)`);
  const cut = await edgeward("audit", "verify");
  expect(cut.code).toBe(1);
  expect(cut.text).toMatch(
    /branch: stream .* is broken at sequence \d+: (behind|rewritten since) /,
  );
  expect(cut.text).toMatch(/hub: .* unbroken/);

  // Nobody need ask: the next handshake shows it at both sides, and the sync goes on.
  await registerPatient(product, "branch", { name: "After Cut" });
  await shakeHands();
  await product.caughtUp();
  await until("it is found", 30_000, async () => {
    const { text } = await edgeward("status");
    return /audit of nod_/u.test(text);
  });
  const told = await product.operator("GET", "/operator/audit/findings");
  expect(JSON.stringify(told.body)).toContain(product.nodeId);

  await atHub(
    "DELETE FROM audit_events WHERE tenant_id = $TENANT",
    "DELETE FROM audit_heads WHERE tenant_id = $TENANT",
    "DELETE FROM directory WHERE tenant_id = $TENANT",
  );
  const removed = await edgeward("audit", "verify");
  expect(removed.code).toBe(1);
  expect(removed.text).toMatch(
    new RegExp(
      `hub: stream .* of ${product.demo.tenant_id} is broken at .*: behind the checkpoint`,
    ),
  );
}, 240_000);

test("what another kept can be carried to the node in a file, and a file that is altered is named as such", async () => {
  const file = join(product.folder, "foreign.json");
  expect(await edgeward("audit", "foreign", file)).toMatchObject({ code: 0 });
  const found = await edgeward("audit", "verify", "--checkpoint", file);
  expect([found.code, /behind the checkpoint/u.test(found.text)]).toEqual([1, true]);
  const altered = join(product.folder, "altered.json");
  writeFileSync(
    altered,
    readFileSync(file, "utf8").replace(/\.[A-Za-z0-9_-]{40}/u, `.${"A".repeat(40)}`),
  );
  const { text } = await edgeward("audit", "verify", "--checkpoint", altered);
  expect(text).toMatch(
    /1 of the file's checkpoints cannot be used: altered, or not signed by this node/,
  );
  expect(text).not.toMatch(/ of  is broken/);
});
