import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enrolNode } from "@edgeward/branch-node/node/identity.ts";
import { openBranch } from "@edgeward/branch-node/open-branch.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";

let hub: TestHub;
let root = "";

beforeAll(async () => {
  hub = await startTestHub();
  root = mkdtempSync(join(tmpdir(), "edgeward-moved-"));
});

afterAll(async () => {
  await hub.stop();
  rmSync(root, { recursive: true, force: true });
});

/** Opens a branch's folder on a machine and closes it again; how far its numbers have come. */
async function numbersOn(folder: string, machine: string, given: number): Promise<number> {
  const opened = await openBranch({
    folder,
    host: "127.0.0.1",
    port: 0,
    printers: [],
    hubUrl: hub.url,
    operatorToken: null,
    machine,
    enrolment: null,
  });
  const { tenantId, branchId } = opened.identity;
  const name = `uhid:${branchId}:branch`;
  await opened.store.write({ tenantId }, (session) =>
    session.query(
      "UPDATE counters SET counter_value = counter_value + ? WHERE tenant_id = ? AND counter_name = ?",
      [given, tenantId, name],
    ),
  );
  const [row] = await opened.store.read({ tenantId }, (session) =>
    session.query("SELECT counter_value FROM counters WHERE counter_name = ?", [name]),
  );
  await opened.store.close();
  return Number(row?.["counter_value"]);
}

test("a backup put on another machine gives none of the numbers that were given after it, although the hub is away", async () => {
  const folder = join(root, "node");
  cpSync(mkdtempSync(join(root, "empty-")), folder, { recursive: true });
  const code = await hub.enrolmentCode(hub.tenant.branchId);
  await enrolNode(folder, hub.url, code, "desk");
  const atBackup = await numbersOn(folder, "first machine", 10);
  const backup = join(root, "backup");
  cpSync(folder, backup, { recursive: true });
  const given = await numbersOn(folder, "first machine", 40);
  expect(given).toBe(atBackup + 40);
  const moved = await numbersOn(backup, "second machine", 0);
  expect(moved).toBeGreaterThan(given);
  // Once, not at every start.
  expect(await numbersOn(backup, "second machine", 0)).toBe(moved);
});
