import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "#support/product-http.ts";
import { startProduct, type Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import { registerPatient } from "#offline/front-desk.ts";

const mountedBytes = 64 * 1_048_576;
let product: Product;

function run(command: string, args: readonly string[]): boolean {
  return spawnSync(command, [...args], { stdio: "ignore" }).status === 0;
}

/** A small disk of memory in the place of a folder; false where this user may not mount. */
function mountSmall(folder: string): boolean {
  mkdirSync(folder, { recursive: true });
  return run("mount", ["-t", "tmpfs", "-o", `size=${mountedBytes},mode=0700`, "tmpfs", folder]);
}

function canMount(): boolean {
  const folder = join("/tmp", `edgeward-mount-${process.pid}`);
  const isMounted = mountSmall(folder);
  if (isMounted) run("umount", [folder]);
  rmSync(folder, { recursive: true, force: true });
  return isMounted;
}

const mayMount = process.platform === "linux" && canMount();

function inNode(name: string): string {
  return join(product.folder, "branch", name);
}

/** Leaves so many bytes of the disk. */
function fillUpTo(free: number, name = "filler"): void {
  const { bavail, bsize } = statfsSync(inNode("."));
  writeFileSync(inNode(name), Buffer.alloc(Math.max(0, bavail * bsize - free), 1));
}

async function diskState(): Promise<unknown> {
  const answer = await fetch(`${product.branchUrl}/readyz`);
  const body: unknown = await answer.json();
  return body;
}

test.runIf(process.env["CI"] === "true")("in CI a small disk can be mounted", () => {
  expect(mayMount).toBe(true);
});

describe.skipIf(!mayMount)("a branch whose disk fills up (needs the right to mount)", () => {
  const acknowledged: string[] = [];

  beforeAll(async () => {
    product = await startProduct();
    await product.killBranch("SIGTERM");
    const kept = join(product.folder, "branch-kept");
    cpSync(inNode("."), kept, { recursive: true });
    for (const name of readdirSync(inNode("."))) rmSync(inNode(name), { recursive: true });
    if (!mountSmall(inNode("."))) throw new Error("the small disk could not be mounted");
    cpSync(kept, inNode("."), { recursive: true });
    await product.restartBranch();
    await product.caughtUp();
  });

  afterAll(async () => {
    const folder = inNode(".");
    await product?.killBranch("SIGTERM");
    run("umount", ["-l", folder]);
    await product?.stop();
  });

  async function registerUntilRefused(): Promise<Answer | null> {
    for (let index = 0; index < 3_000; index += 1) {
      const answer = await product.call("branch", "POST", "/v1/patients", {
        name: `Full Disk ${index}`,
        gender: "female",
        dob: "1980-01-01",
        mobile: "+919800000000",
      });
      if (answer.status !== 201) return answer;
      acknowledged.push(String(answer.body["id"]));
    }
    return null;
  }

  test("refuses in words what it has no room for, and keeps everything it has acknowledged", async () => {
    product.outage(true);
    fillUpTo(1_500_000);
    expect(await registerUntilRefused()).toMatchObject({
      status: 503,
      body: { error: { code: "unavailable", details: { reason: "disk_full" } } },
    });
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(await diskState()).toMatchObject({ checks: { database: { detail: { disk: "full" } } } });
    expect(existsSync(inNode("branch.db.reserve"))).toBe(false);
  });

  test("goes on reading meanwhile, also after it has been killed", async () => {
    const read = async (id: string) =>
      (await product.call("branch", "GET", `/v1/patients/${id}`)).status;
    for (const id of acknowledged.slice(-50)) expect(await read(id)).toBe(200);
    await product.killBranch("SIGKILL");
    await product.restartBranch();
    for (const id of acknowledged) expect(await read(id)).toBe(200);
  });

  test("sends what waits all the same when the line is back, and says what stands in the way", async () => {
    // The node that was killed has found a little room again.
    fillUpTo(200_000, "filler-again");
    expect(await registerUntilRefused()).toMatchObject({ status: 503 });
    product.outage(false);
    await until("the hub has all that was acknowledged", 60_000, async () => {
      const sql = "SELECT count(*)::int AS count FROM patients WHERE id = ANY($1)";
      const [row] = await product.hubRows(sql, [acknowledged]);
      return row?.["count"] === acknowledged.length;
    });
    await until("the status says so", 30_000, async () => {
      const status = await product.syncStatus();
      return status["state"] === "disk_full" && status["unsent"] === 0;
    });
    expect(await product.syncStatus()).toMatchObject({
      reason: expect.stringMatching(/^The disk of this branch is full/u),
    });
    expect(await diskState()).toMatchObject({ checks: { hub: { detail: { link: "disk_full" } } } });
  });

  test("saves again by itself when there is room, and the hub gets each write once", async () => {
    rmSync(inNode("filler"));
    rmSync(inNode("filler-again"));
    await until("the branch saves again", 15_000, async () => {
      return (await registerPatient(product, "branch").catch(() => null)) !== null;
    });
    expect(existsSync(inNode("branch.db.reserve"))).toBe(true);
    expect(await diskState()).toMatchObject({ checks: { database: { detail: { disk: "ok" } } } });
    await product.caughtUp();
    const rows = await product.hubRows("SELECT id FROM patients WHERE id = ANY($1)", [
      acknowledged,
    ]);
    expect(rows).toHaveLength(acknowledged.length);
  });
});
