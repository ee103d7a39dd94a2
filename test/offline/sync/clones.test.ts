import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { startBranch, type BranchNode } from "@edgeward/branch-node/main.ts";
import { startProduct, type Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import { newPatient, registerPatient } from "#offline/front-desk.ts";

// Two machines that are alike in everything, and one machine that has forgotten what it gave out.

let product: Product;
let copies = "";

beforeAll(async () => {
  product = await startProduct();
  copies = mkdtempSync(join(tmpdir(), "edgeward-clones-"));
});

afterAll(async () => {
  await product?.stop();
  rmSync(copies, { recursive: true, force: true });
});

function nodeFolder(): string {
  return join(product.folder, "branch");
}

/** Copies the node's whole folder while it stands still, as a snapshot of its machine does. */
async function snapshot(name: string): Promise<string> {
  await product.caughtUp();
  await product.killBranch("SIGTERM");
  cpSync(nodeFolder(), join(copies, name), { recursive: true });
  await product.restartBranch();
  await product.caughtUp();
  return join(copies, name);
}

function startTwin(folder: string): Promise<BranchNode> {
  return startBranch({
    folder,
    host: "127.0.0.1",
    port: 0,
    printers: [],
    hubUrl: product.lineUrl,
    operatorToken: null,
    enrolment: null,
  });
}

async function registerAt(twin: BranchNode): Promise<string> {
  const answer = await fetch(`${twin.url}/v1/patients`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${await product.token("branch")}`,
      "content-type": "application/json",
      "x-tenant-id": product.demo.tenant_id,
      "x-branch-id": product.demo.branch_id,
      "idempotency-key": randomUUID(),
    },
    body: JSON.stringify(newPatient()),
  });
  const body: unknown = await answer.json();
  expect(answer.status, JSON.stringify(body)).toBe(201);
  return z.object({ id: z.string() }).parse(body).id;
}

async function stateOf(twin: BranchNode | null): Promise<unknown> {
  if (twin !== null) return (await twin.syncStatus()).state;
  return (await product.syncStatus())["state"];
}

interface Doubled {
  readonly uhid: unknown;
  readonly ids: readonly unknown[];
}

async function doubledAmong(ids: readonly string[]): Promise<readonly Doubled[]> {
  const rows = await product.hubRows("SELECT id, uhid FROM patients WHERE id = ANY($1)", [ids]);
  return [...Map.groupBy(rows, (row) => row["uhid"])]
    .filter(([, group]) => group.length > 1)
    .map(([uhid, group]) => ({ uhid, ids: group.map((row) => row["id"]) }));
}

test("numbers that a machine gave twice because it was put back unseen are kept on both records and shown as conflicts", async () => {
  const folder = await snapshot("earlier");
  const lost = [await registerPatient(product, "branch"), await registerPatient(product, "branch")];
  await product.caughtUp();
  await product.killBranch("SIGKILL");
  rmSync(nodeFolder(), { recursive: true, force: true });
  cpSync(folder, nodeFolder(), { recursive: true });
  product.outage(true);
  await product.restartBranch();
  const made: string[] = [];
  for (let index = 0; index < 3; index += 1) made.push(await registerPatient(product, "branch"));
  product.outage(false);
  await product.caughtUp(60_000);

  const doubled = await doubledAmong([...lost, ...made]);
  expect(doubled).toHaveLength(2);
  const conflicts = async () => {
    const rows = await product.hubRows(
      `SELECT entity_id, kept_value FROM conflicts WHERE conflict_kind = 'duplicate' AND field = 'uhid'
          AND conflict_status = 'open' AND entity_id = ANY($1)`,
      [[...lost, ...made]],
    );
    return new Set(rows.map((row) => row["kept_value"]));
  };
  expect(await conflicts()).toEqual(new Set(doubled.map(({ uhid }) => uhid)));
  // Both records stand, at the hub and at the branch, and what comes next is on nobody's paper.
  await until("the branch has both of each", 30_000, () => {
    const sql = "SELECT id FROM patients WHERE id IN (SELECT value FROM json_each(?))";
    return product.branchRows(sql, [JSON.stringify([...lost, ...made])]).length === 5;
  });
  const shown =
    "SELECT count(*) AS count FROM conflicts WHERE conflict_kind = 'duplicate' AND field = 'uhid'";
  await until("the branch shows the conflicts", 30_000, () => {
    return Number(product.branchRows(shown)[0]?.["count"]) >= 2;
  });
  const next = await registerPatient(product, "branch");
  await product.caughtUp();
  expect(await doubledAmong([...lost, ...made, next])).toHaveLength(2);
}, 240_000);

test("of two machines that are alike in everything one is refused in words, and nothing of either is overwritten", async () => {
  const twin = await startTwin(await snapshot("twin"));
  const ids: string[] = [];
  try {
    // Both work on apart, at the same places of the same journal.
    product.outage(true);
    for (let index = 0; index < 3; index += 1) {
      ids.push(await registerPatient(product, "branch"));
      ids.push(await registerAt(twin));
    }
    product.outage(false);
    let looks = 0;
    await until("one of the two is refused", 90_000, async () => {
      const states = [await stateOf(null), await stateOf(twin)];
      if (states.includes("blocked")) return true;
      looks += 1;
      // Whoever finds the line again introduces itself, and on a busy machine takes a while to.
      if (looks % 20 === 0) {
        product.outage(true);
        product.outage(false);
      }
      return false;
    });
    const isCloneRefused = (await stateOf(twin)) === "blocked";
    const refused = isCloneRefused ? await twin.syncStatus() : await product.syncStatus();
    expect(refused["reason"]).toContain("another copy of this machine");
    await until("the other one works on", 60_000, async () => {
      return (await stateOf(isCloneRefused ? null : twin)) === "online";
    });
    expect(await product.call("hub", "GET", "/v1/sync/status")).toMatchObject({
      body: { copy_seen_at: expect.any(String), reason: expect.stringContaining("second copy") },
    });
    const audited = await product.hubRows(
      "SELECT DISTINCT action FROM audit_events WHERE module = 'sync' AND entity_id = $1 ORDER BY action",
      [product.nodeId],
    );
    expect(audited.map((row) => row["action"])).toEqual(["copy_refused", "restore"]);
    // What each made is at the hub, or waits where it was made; nothing took another's place.
    const atHub = await product.hubRows("SELECT id FROM patients WHERE id = ANY($1)", [ids]);
    const waiting = [
      ...product.branchRows("SELECT operation ->> 'entity_id' AS id FROM journal"),
      ...(await twin.store.read({ tenantId: product.demo.tenant_id }, (session) =>
        session.query("SELECT operation ->> 'entity_id' AS id FROM journal", []),
      )),
    ];
    const known = new Set([...atHub, ...waiting].map((row) => row["id"]));
    expect(ids.filter((id) => !known.has(id))).toEqual([]);
  } finally {
    await twin.stop();
  }
}, 240_000);
