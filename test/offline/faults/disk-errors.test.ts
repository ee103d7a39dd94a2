import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DurablePostgres } from "#support/durable-postgres.ts";
import { startDurableProduct } from "#support/durable-product.ts";
import { startProduct, type Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import { newPatient, registerPatient, textOf } from "#offline/front-desk.ts";
import { isSoak, Load } from "#offline/load.ts";

// Debian's package `fiu-utils`: calls of the C library fail by chance.
const libraries = ["fiu_run_preload.so", "fiu_posix_preload.so"].map(
  (name) => `/usr/lib/fiu/${name}`,
);
const hasLibfiu = libraries.every((file) => existsSync(file));
const work = mkdtempSync(join(tmpdir(), "edgeward-disk-errors-"));
const disk = join(work, "disk");
const diskBytes = 260 * 1_048_576;

function run(command: string, args: readonly string[]): boolean {
  return spawnSync(command, [...args], { stdio: "ignore" }).status === 0;
}

// The database's own user has to be able to enter it.
function mountDisk(): boolean {
  chmodSync(work, 0o755);
  mkdirSync(disk);
  return run("mount", ["-t", "tmpfs", "-o", `size=${diskBytes},mode=0755`, "tmpfs", disk]);
}

const mayMount = process.platform === "linux" && process.getuid?.() === 0 && mountDisk();

afterAll(() => {
  if (mayMount) run("umount", ["-l", disk]);
  rmSync(work, { recursive: true, force: true });
});

test.runIf(process.env["CI"] === "true")("in CI no disk fails to fail for want of a tool", () => {
  expect({ hasLibfiu, mayMount }).toEqual({ hasLibfiu: true, mayMount: true });
});

async function countAtHub(product: Product, ids: readonly string[]) {
  const [row] = await product.hubRows(
    `SELECT count(*)::int AS patients, count(DISTINCT uhid)::int AS numbers,
            (SELECT count(*)::int FROM domain_events WHERE entity_id = ANY($1)) AS events
       FROM patients WHERE id = ANY($1)`,
    [ids],
  );
  return row;
}

function onceEach(ids: readonly string[]) {
  return { patients: ids.length, numbers: ids.length, events: ids.length };
}

describe.skipIf(!hasLibfiu)("a branch whose disk answers with errors (needs fiu-utils)", () => {
  const failing = ["sync/fsync", "sync/fdatasync", "rw/pwrite", "rw/ftruncate"];
  let product: Product;

  beforeAll(async () => {
    product = await startProduct();
  });

  afterAll(() => product?.stop());

  function command(text: string): void {
    const [fifo = ""] = globSync(join(work, "fiu-*.in"));
    const pid = /fiu-(?<pid>\d+)\.in$/.exec(fifo)?.groups?.["pid"] ?? "";
    execFileSync("fiu-ctrl", ["-f", join(work, "fiu"), "-c", text, pid]);
  }

  function refusals(): number {
    const log = readFileSync(join(product.folder, "log", "branch.log"), "utf8");
    return log.split('"status":500').length - 1;
  }

  test(
    "acknowledges nothing that it could not keep, and works on when the disk does",
    async () => {
      await product.killBranch("SIGTERM");
      await product.restartBranch({
        LD_PRELOAD: libraries.join(" "),
        FIU_CTRL_FIFO: join(work, "fiu"),
      });
      const load = new Load(product, 4);
      for (const name of failing)
        command(`enable_random name=posix/io/${name},probability=0.03,failinfo=5`);
      await delay(isSoak ? 300_000 : 6_000);
      expect(refusals()).toBeGreaterThan(0);
      expect(load.acknowledged.length).toBeGreaterThan(0);
      for (const name of failing) command(`disable name=posix/io/${name}`);
      const before = load.acknowledged.length;
      await until("it takes writes again", 15_000, () => load.acknowledged.length > before + 10);
      // What was refused may stand in files all the same; what was acknowledged must.
      await product.killBranch("SIGKILL");
      await product.restartBranch();
      await delay(500);
      await load.end();
      await load.clearUp();
      const known = product.branchRows("SELECT id FROM patients").map((row) => row["id"]);
      expect(load.acknowledged.filter((id) => !known.includes(id))).toEqual([]);
      const [journal] = product.branchRows(
        "SELECT count(*) AS count, max(seq) AS last FROM journal",
      );
      expect(journal?.["count"]).toBe(journal?.["last"]);
      await product.caughtUp(60_000);
      expect(await countAtHub(product, load.acknowledged)).toEqual(onceEach(load.acknowledged));
      console.info(`${load.acknowledged.length} acknowledged, ${refusals()} refused`);
    },
    isSoak ? 900_000 : 120_000,
  );
});

describe.skipIf(!mayMount)(
  "a hub whose database's disk fills up (needs the right to mount)",
  () => {
    const filler = join(disk, "filler");
    let postgres: DurablePostgres;
    let product: Product;

    beforeAll(async () => {
      ({ product, postgres } = await startDurableProduct({}, disk));
    });

    afterAll(async () => {
      await product?.stop();
    });

    /** Leaves so many bytes of room. */
    function fillUpTo(room: number): void {
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - room), 1));
    }

    /** Registers at the hub until it says that it cannot; the ids of what it took. */
    async function registerUntilFull(): Promise<readonly string[]> {
      const ids: string[] = [];
      for (;;) {
        const answer = await product.call("hub", "POST", "/v1/patients", newPatient());
        if (answer.status >= 500) return ids;
        ids.push(textOf(answer, "id"));
      }
    }

    async function isServed(): Promise<boolean> {
      const answer = await product.call("hub", "POST", "/v1/patients", newPatient());
      return answer.status === 201;
    }

    test("refuses with an error, keeps what it has acknowledged, and takes what the branch had to keep meanwhile", async () => {
      fillUpTo(1_000_000);
      const atHub = await registerUntilFull();
      // The desk never notices.
      const atDesk: string[] = [];
      for (let count = 0; count < 20; count += 1)
        atDesk.push(await registerPatient(product, "branch"));
      expect((await product.syncStatus())["unsent"]).not.toBe(0);

      rmSync(filler);
      const isBack = await until("the hub takes writes again", 10_000, isServed).then(
        () => true,
        () => false,
      );
      // Where there was no room for its log PostgreSQL itself has ended; a service manager starts it again.
      if (!isBack) {
        await postgres.pause();
        await postgres.start();
        await until("the hub takes writes again", 30_000, isServed);
      }
      await product.caughtUp(60_000);
      const all = [...atHub, ...atDesk];
      expect(await countAtHub(product, all)).toEqual(onceEach(all));
      expect((await product.operator("GET", "/operator/audit/verify")).body["ok"]).toBe(true);
      console.info(
        `${atHub.length} at the hub before it was full, ${atDesk.length} at the desk after`,
      );
    }, 120_000);
  },
);
