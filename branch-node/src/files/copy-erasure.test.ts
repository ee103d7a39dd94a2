import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { blobsTable } from "@edgeward/shared/clinical/files/files.table.ts";
import { FileStore } from "@edgeward/shared/files/file-store.ts";
import { createHlc } from "@edgeward/shared/kernel/hlc.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import { valueSealOf } from "@edgeward/shared/kernel/value-seal.ts";
import type { Logger } from "@edgeward/shared/log/log.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import { migrateBranch } from "#db/branch-migrations.ts";
import { copiesToErase, stateStatement } from "#db/node-state.ts";
import { purgePatient } from "#db/purge.ts";
import { openSqliteStore, type SqliteStore } from "#db/sqlite-store.ts";
import { branchOrigin } from "#node/branch-origin.ts";
import { BranchCopies } from "./branch-copies.ts";
import { CopyErasure } from "./copy-erasure.ts";

const tenantId = "ten_01jd7x2vry38gapbnk0v8yyk24";
const branchId = "brn_01jd7x2vry38gapbnk0v8yyk24";
const elsewhere = "brn_01jd7x2vry38gapbnk0v8yyk25";
const patientId = "pat_01jd7x2vry38gapbnk0v8yyk24";
const identity = { tenantId, branchId, nodeId: "nod_01jd7x2vry38gapbnk0v8yyk24" };
const error = vi.fn<Logger["error"]>();

const hlc = createHlc({ now: Date.now, nodeTag: "node" });
const runtime: WriteRuntime = {
  nodeId: identity.nodeId,
  kind: "branch",
  now: Date.now,
  newId: createIdSource(Date.now),
  tick: () => hlc.tick(),
  hashValue: (_, text) => text,
  valueSeal: () => valueSealOf(Buffer.alloc(32)),
  sink: { statements: async () => [] },
  reactors: [],
};

let folder = "";
let store: SqliteStore;
let files: FileStore;
let copies: BranchCopies;
let erasure: CopyErasure;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "edgeward-erasure-"));
  store = openSqliteStore({ file: join(folder, "branch.db"), key: randomBytes(32) });
  await migrateBranch(store.handle);
  files = new FileStore({ folder: join(folder, "files"), key: randomBytes(32), instance: "one" });
  copies = new BranchCopies(store, runtime, identity);
});

beforeEach(() => {
  error.mockClear();
  erasure = new CopyErasure({ tenantId, files, copies, log: { error } });
});

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Puts bytes into the store, as they are fetched from the hub. */
async function fetched(bytes: Buffer): Promise<string> {
  const staging = await files.stage();
  await staging.write(bytes);
  const { sha256, sizeBytes } = await staging.finish();
  await files.keep(tenantId, staging, sha256);
  await copies.note("file.arrive", { sha256, sizeBytes }, { copy_state: "here" });
  return sha256;
}

/** Has a branch name bytes. */
async function named(sha256: string, branch: string): Promise<void> {
  await store.write({ tenantId }, async (session) => {
    const origin = branchOrigin(identity, identity.nodeId, "system");
    const write = openWrite(session, runtime, origin, "file.create");
    write.insert(blobsTable, runtime.newId("fil"), {
      branch_id: branch,
      sha256,
      size_bytes: 1,
      chunk_count: 1,
      content_type: "application/pdf",
      filename: "report.pdf",
      category: "patient",
      entity_type: "patients",
      entity_id: patientId,
      patient_id: patientId,
      metadata: {},
    });
    await write.flush([]);
  });
}

/** The patient's records of other branches are lent no more. */
async function taken(): Promise<void> {
  await store.write({ tenantId }, async (session) => {
    await purgePatient(session, identity, patientId);
    await session.runAll([stateStatement(session, copiesToErase, "true")]);
  });
}

async function isHere(sha256: string): Promise<boolean> {
  const reader = await files.open(tenantId, sha256);
  await reader?.close();
  return reader !== null && (await copies.find(sha256)) !== undefined;
}

function erased(): readonly unknown[] {
  const sql = "SELECT entity_id FROM audit_events WHERE module = 'files' AND action = 'erase'";
  return store.handle.prepare(sql).pluck().all();
}

test("files that were lent are erased with their records, and what the branch has itself stays", async () => {
  const lent = await fetched(randomBytes(900));
  const both = await fetched(randomBytes(900));
  const own = await fetched(randomBytes(900));
  await named(lent, elsewhere);
  await named(both, elsewhere);
  await named(both, branchId);
  await named(own, branchId);
  await erasure.run();
  expect(await Promise.all([lent, both, own].map(isHere))).toEqual([true, true, true]);
  await taken();
  await erasure.run();
  expect(await Promise.all([lent, both, own].map(isHere))).toEqual([false, true, true]);
  expect(await files.open(tenantId, lent)).toBeNull();
  expect(erased()).toEqual([lent]);
  expect(error).not.toHaveBeenCalled();
});

test("what the hub has not been sent is never erased", async () => {
  const bytes = randomBytes(900);
  const sha256 = await fetched(bytes);
  await copies.note("file.wanted", { sha256, sizeBytes: 900 }, { lane_state: "to_send" });
  await erasure.run();
  expect(await isHere(sha256)).toBe(true);
});

test("bytes are looked for after a start and after records were taken, and not all the time", async () => {
  const first = await fetched(randomBytes(900));
  await erasure.run();
  expect(await isHere(first)).toBe(false);
  const second = await fetched(randomBytes(900));
  await erasure.run();
  expect(await isHere(second)).toBe(true);
  await taken();
  await erasure.run();
  expect(await isHere(second)).toBe(false);
});

test("what cannot be erased is said, stays known, and is tried again", async () => {
  const sha256 = await fetched(randomBytes(900));
  const erase = vi.spyOn(files, "erase").mockRejectedValueOnce(new Error("the disk is gone"));
  await erasure.run();
  expect(error).toHaveBeenCalledOnce();
  expect(await isHere(sha256)).toBe(true);
  expect(erased()).not.toContain(sha256);
  await erasure.run();
  expect(await isHere(sha256)).toBe(false);
  expect(erase).toHaveBeenCalledTimes(2);
});
