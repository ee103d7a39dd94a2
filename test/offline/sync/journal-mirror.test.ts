import { execFile } from "node:child_process";
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { JournalMirror } from "@edgeward/branch-node/db/journal-mirror.ts";
import { scanMirror } from "@edgeward/branch-node/db/mirror-file.ts";
import { openSqliteStore } from "@edgeward/branch-node/db/sqlite-store.ts";
import { databaseKey, purposeKey } from "@edgeward/branch-node/node/branch-key.ts";
import { builtProgram } from "#support/built-program.ts";
import { startProduct, type Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import { registerPatient } from "#offline/front-desk.ts";

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(() => product.stop());

function inNode(name: string): string {
  return join(product.folder, "branch", name);
}

async function cutTheLine(): Promise<void> {
  product.outage(true);
  await until("the branch is alone", 15_000, async () => {
    return (await product.syncStatus())["state"] === "offline";
  });
}

async function register(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await registerPatient(product, "branch"));
  return ids;
}

function atBranch(ids: readonly string[]) {
  const sql = `SELECT id, name, uhid, version, hlc FROM patients
    WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`;
  return product.branchRows(sql, [JSON.stringify(ids)]);
}

function atHub(ids: readonly string[]) {
  const sql = `SELECT id, name, uhid, version::int AS version, hlc FROM patients
    WHERE id = ANY($1) ORDER BY id`;
  return product.hubRows(sql, [ids]);
}

const command = await builtProgram("edgeward");

function verifyJournal(): Promise<{ readonly code: number; readonly said: string }> {
  const env = { ...process.env, EDGEWARD_DATA: product.folder };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [command, "branch", "verify-journal"],
      { env },
      (error, out, err) => {
        resolve({ code: typeof error?.code === "number" ? error.code : 0, said: `${out}${err}` });
      },
    );
  });
}

test("a database that is lost in an outage comes back with all that was acknowledged, sent and unsent, and no number twice", async () => {
  const sent = await register(3);
  await product.caughtUp();
  await cutTheLine();
  const unsent = await register(5);
  const before = atBranch([...sent, ...unsent]);
  expect(readFileSync(inNode("journal.log")).includes("Kavita Joshi")).toBe(false);
  await product.killBranch("SIGKILL");
  for (const part of ["", "-wal", "-shm"]) rmSync(inNode(`branch.db${part}`), { force: true });
  await product.restartBranch();
  expect(atBranch([...sent, ...unsent])).toEqual(before);

  product.outage(false);
  await product.caughtUp();
  const ids = [...sent, ...unsent];
  expect(await atHub(ids)).toEqual(before);
  const received = await product.hubRows(
    "SELECT op_id FROM received_operations WHERE operation->>'entity_id' = ANY($1)",
    [ids],
  );
  expect(received).toHaveLength(ids.length);
  // What came from the hub has come again, and with it those who may sign in.
  expect(
    product.branchRows("SELECT 1 FROM patients WHERE id = ?", [product.demo.patient_id]),
  ).toHaveLength(1);
  const uhids = new Set(before.map((row) => row["uhid"]));
  for (const row of atBranch(await register(3))) expect(uhids.has(row["uhid"])).toBe(false);
});

function lastNumber(): unknown {
  const sql = "SELECT counter_value FROM counters WHERE counter_name LIKE 'uhid:%:branch'";
  return product.branchRows(sql, [])[0]?.["counter_value"];
}

/** Writes the mirror anew as the node does once it has grown long. */
async function rotateMirror(): Promise<void> {
  const folder = join(product.folder, "branch");
  const store = openSqliteStore({
    file: inNode("branch.db"),
    key: databaseKey(folder),
  });
  const key = purposeKey(folder, "journal mirror");
  const mirror = new JournalMirror(
    inNode("journal.log"),
    key,
    scanMirror(inNode("journal.log"), key),
    1,
  );
  mirror.attach(store.handle, []);
  expect(mirror.rotate()).toBe(true);
  mirror.close();
  await store.close();
}

test("a database that is lost after the mirror left out what the hub had comes back whole, and no number twice", async () => {
  const sent = await register(4);
  await product.caughtUp();
  await cutTheLine();
  const unsent = await register(3);
  const before = atBranch([...sent, ...unsent]);
  const given = lastNumber();
  await product.killBranch("SIGTERM");
  await rotateMirror();
  for (const part of ["", "-wal", "-shm"]) rmSync(inNode(`branch.db${part}`), { force: true });
  await product.restartBranch();
  expect(atBranch(unsent)).toEqual(atBranch([...sent, ...unsent]));
  expect(atBranch(unsent)).toHaveLength(3);
  // The numbers go on where they stood, before the hub can say anything about them.
  expect(lastNumber()).toBe(given);

  product.outage(false);
  await product.caughtUp();
  expect(atBranch([...sent, ...unsent])).toEqual(before);
  expect(await atHub([...sent, ...unsent])).toEqual(before);
  const uhids = new Set(before.map((row) => row["uhid"]));
  for (const row of atBranch(await register(2))) expect(uhids.has(row["uhid"])).toBe(false);
});

test("a damaged database is quarantined, and the node starts with everything", async () => {
  await product.caughtUp();
  await cutTheLine();
  const ids = await register(4);
  const before = atBranch(ids);
  await product.killBranch("SIGTERM");
  const file = openSync(inNode("branch.db"), "r+");
  writeSync(file, Buffer.alloc(20_000, 7), 0, 20_000, 8_192);
  closeSync(file);
  await product.restartBranch();
  expect(readdirSync(join(product.folder, "branch")).some((name) => name.includes(".lost-"))).toBe(
    true,
  );
  expect(atBranch(ids)).toEqual(before);
  product.outage(false);
  await product.caughtUp();
  expect(await atHub(ids)).toEqual(before);
});

test("a damaged database beside an empty second file is quarantined, and the hub fills a new one: no number twice, no operation lost", async () => {
  const ids = await register(4);
  await product.caughtUp();
  const before = atBranch(ids);
  const folder = join(product.folder, "branch");
  const aside = () => readdirSync(folder).filter((name) => /\.lost-\d+$/u.test(name));
  const quarantinedBefore = aside();
  await cutTheLine();
  await product.killBranch("SIGTERM");
  const bytes = Buffer.alloc(20_000, 7);
  const file = openSync(inNode("branch.db"), "r+");
  writeSync(file, bytes, 0, bytes.length, 8_192);
  closeSync(file);
  truncateSync(inNode("journal.log"), 0);
  await product.restartBranch();
  const [put = ""] = aside().filter((name) => !quarantinedBefore.includes(name));
  expect(readFileSync(inNode(put)).subarray(8_192, 28_192)).toEqual(bytes);
  // Nobody may sign in here, so that nothing is given out, until the hub has said how far the numbers go.
  expect(product.branchRows("SELECT id FROM staff UNION SELECT id FROM clients")).toEqual([]);

  product.outage(false);
  await product.caughtUp();
  await until("the branch has everything again", 30_000, () => atBranch(ids).length === ids.length);
  expect(atBranch(ids)).toEqual(before);
  const own = "SELECT count(*) AS count FROM journal WHERE journal_state = 'acknowledged'";
  const atHubOnly = await product.hubRows(
    "SELECT count(*)::int AS count FROM received_operations WHERE node_id = $1",
    [product.nodeId],
  );
  expect(product.branchRows(own)).toEqual(atHubOnly);
  const uhids = new Set(
    (await product.hubRows("SELECT uhid FROM patients")).map((row) => row["uhid"]),
  );
  const later = await register(3);
  for (const row of atBranch(later)) expect(uhids.has(row["uhid"])).toBe(false);
  await product.caughtUp();
  expect(await atHub(later)).toEqual(atBranch(later));
});

test("a database whose key is missing is not taken for damaged", async () => {
  await product.caughtUp();
  await product.killBranch("SIGTERM");
  const keyFile = inNode("database.key");
  const key = readFileSync(keyFile);
  rmSync(keyFile);
  expect(() => databaseKey(join(product.folder, "branch"))).toThrow(
    /key of the database is missing/u,
  );
  writeFileSync(keyFile, key, { mode: 0o600 });
  await product.restartBranch();
  await product.caughtUp();
});

test("a record cut off by a loss of power is left out, and those before it stay", async () => {
  await product.caughtUp();
  expect(await verifyJournal()).toMatchObject({ code: 0 });
  await product.killBranch("SIGTERM");
  const { size } = statSync(inNode("journal.log"));
  truncateSync(inNode("journal.log"), size - 5);
  expect((await verifyJournal()).said).toContain("damaged after byte");
  await product.restartBranch();
  // What the database has and the mirror lacks is written to it again.
  const whole = await verifyJournal();
  expect(whole).toMatchObject({ code: 0 });
  await product.caughtUp();
});

test("a single bit that has turned in the mirror is noticed", async () => {
  const bytes = readFileSync(inNode("journal.log"));
  const middle = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 4, middle);
  const folder = inNode("journal.log");
  const original = readFileSync(folder);
  writeFileSync(folder, bytes);
  const found = await verifyJournal();
  writeFileSync(folder, original);
  expect(found.code).toBe(1);
  expect(found.said).toContain("damaged after byte");
});
