import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync, readdirSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSecrets } from "#tenancy/secrets.ts";
import { SharedFiles, type FileNote } from "./shared-files.ts";

const secrets = createSecrets(Buffer.alloc(32, 7));
const minuteMs = 60_000;
let folder = "";
let now = 0;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "edgeward-shared-files-"));
  now = Date.now();
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The files as one more process of the hub sees them. */
function opened(given: Pick<typeof secrets, "seal" | "open"> = secrets): SharedFiles {
  return new SharedFiles({ folder, secrets: given, now: () => now, mostBuildMs: 10 * minuteMs });
}

function noteOf(change: Partial<FileNote> = {}): FileNote {
  const key = "00ff".repeat(16);
  const about = { version: "v1", tenantId: "ten_1", nodeId: "nod_1", madeAt: now };
  return { ...about, sha256: "ab".repeat(32), size: 3, key, cursor: "7.0", ...change };
}

async function publish(files: SharedFiles, name: string, note: FileNote): Promise<void> {
  writeFileSync(join(folder, name), "abc");
  await files.publish(name, note);
}

test("what one process has made every other one finds, the newest of its version first", async () => {
  const [one, other] = [opened(), opened()];
  await publish(one, "brn_1-a.snapshot", noteOf());
  await publish(one, "brn_1-b.snapshot", noteOf({ madeAt: now + minuteMs, cursor: "9.0" }));
  await publish(one, "brn_2-c.snapshot", noteOf({ version: "v2", madeAt: now + 2 * minuteMs }));
  expect(await other.newest("v1")).toMatchObject({
    name: "brn_1-b.snapshot",
    note: { cursor: "9.0" },
  });
  expect(await other.find("brn_2-c.snapshot")).toMatchObject({ version: "v2" });
  expect(await other.newest("v3")).toBeNull();
});

test("a file's key lies beside it sealed alone, and no other secret opens it", async () => {
  await publish(opened(), "brn_1-a.snapshot", noteOf());
  expect(readFileSync(join(folder, "brn_1-a.snapshot.note"), "utf8")).not.toContain("00ff");
  const stranger = createSecrets(Buffer.alloc(32, 8));
  expect(await opened(stranger).find("brn_1-a.snapshot")).toBeNull();
  expect(await opened(stranger).newest("v1")).toBeNull();
});

test("a name that leads elsewhere, or is of no file, finds nothing", async () => {
  const files = opened();
  await publish(files, "brn_1-a.snapshot", noteOf());
  for (const name of ["../brn_1-a.snapshot", "brn_1-a.snapshot.note", "brn_9-z.snapshot", ""])
    expect(await files.find(name), name).toBeNull();
});

test("one process builds a file, and another one begins anew where that has broken down or takes too long", async () => {
  const [one, other] = [opened(), opened()];
  expect(await one.begin("v1")).toBe(true);
  expect(await other.begin("v1")).toBe(false);
  expect(await other.begin("v2")).toBe(true);
  await one.end("v1");
  expect(await other.begin("v1")).toBe(true);

  // A process that is not running any more, of this machine: the number is above any that there can be.
  const marker = join(folder, "v1.building");
  writeFileSync(marker, JSON.stringify({ host: hostname(), pid: 2 ** 30 }));
  expect(await one.begin("v1")).toBe(true);
  // Of another machine nobody here can tell, but for the time that it takes.
  writeFileSync(marker, JSON.stringify({ host: "elsewhere", pid: 2 ** 30 }));
  expect(await one.begin("v1")).toBe(false);
  const longAgo = new Date(now - 11 * minuteMs);
  utimesSync(marker, longAgo, longAgo);
  expect(await one.begin("v1")).toBe(true);
});

test("what is old goes, with all that belongs to it and what was left half done", async () => {
  const files = opened();
  await publish(files, "brn_1-a.snapshot", noteOf());
  writeFileSync(join(folder, "brn_1-b.snapshot.part"), "a");
  const longAgo = new Date(now - 60 * minuteMs);
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), longAgo, longAgo);
  await publish(files, "brn_1-c.snapshot", noteOf());
  await files.dropOld(now - 30 * minuteMs);
  expect(readdirSync(folder).toSorted()).toEqual(["brn_1-c.snapshot", "brn_1-c.snapshot.note"]);
  expect(await files.find("brn_1-a.snapshot")).toBeNull();
});
