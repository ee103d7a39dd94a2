import { spawn } from "node:child_process";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSqliteStore } from "@edgeward/branch-node/db/sqlite-store.ts";
import { databaseKey } from "@edgeward/branch-node/node/branch-key.ts";
import { registerPatient } from "#offline/front-desk.ts";
import { builtProgram } from "#support/built-program.ts";
import { startProduct, type Product } from "#support/product.ts";

const program = await builtProgram("edgeward");
let product: Product;

beforeAll(async () => {
  product = await startProduct();
  await registerPatient(product, "branch", { name: "Before Checkpoint" });
});
afterAll(() => product?.stop());

interface Said {
  readonly code: number | null;
  readonly text: string;
}

function audit(...args: readonly string[]): Promise<Said> {
  const { promise, resolve } = Promise.withResolvers<Said>();
  const child = spawn(process.execPath, [program, "audit", ...args], {
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

function cutBranch(): void {
  const folder = join(product.folder, "branch");
  const { handle } = openSqliteStore({ file: join(folder, "branch.db"), key: databaseKey(folder) });
  try {
    handle.exec(`DROP TRIGGER audit_events_no_delete; DELETE FROM audit_events WHERE seq > 1;
      UPDATE audit_heads SET seq = 1, hash = (SELECT e.hash FROM audit_events e
        WHERE e.tenant_id = audit_heads.tenant_id AND e.stream = audit_heads.stream AND e.seq = 1)`);
  } finally {
    handle.close();
  }
}

/** Leaves nothing of the demo's tenant in the hub's audit, nor in its directory. */
async function removeTenantAtHub(): Promise<void> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    await client.query("SET session_replication_role = replica");
    for (const table of ["audit_events", "audit_heads", "directory"])
      await client.query(`DELETE FROM ${table} WHERE tenant_id = $1`, [product.demo.tenant_id]);
  } finally {
    await client.end();
  }
}

test("a checkpoint that was kept elsewhere shows what was cut from either node's audit by hand", async () => {
  const file = join(product.folder, "kept.json");
  expect(await audit("checkpoint", file)).toMatchObject({ code: 0 });
  expect(await audit("verify", "--checkpoint", file)).toMatchObject({ code: 0 });
  cutBranch();
  const cut = await audit("verify", "--checkpoint", file);
  expect(cut.code).toBe(1);
  expect(cut.text).toMatch(
    /branch: stream .* is broken at sequence \d+: (behind|rewritten since) /,
  );
  expect(cut.text).toMatch(/hub: .* unbroken/);
  await removeTenantAtHub();
  const removed = await audit("verify", "--checkpoint", file);
  expect(removed.code).toBe(1);
  expect(removed.text).toMatch(
    new RegExp(
      `hub: stream .* of ${product.demo.tenant_id} is broken at .*: behind the checkpoint`,
    ),
  );
});
