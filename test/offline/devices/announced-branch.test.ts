import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { KeptBranch } from "@edgeward/branch-node/kept-branch.ts";
import { startTestHub } from "#support/hub-harness.ts";
import { isAbleToUnshare, onOwnNetwork } from "#support/own-network.ts";
import { announceSeeded } from "#support/synced-branch.ts";
import { until } from "#support/until.ts";

const run = promisify(execFile);
const command = fileURLToPath(new URL("../../../bin/edgeward.ts", import.meta.url));
const seeker = fileURLToPath(new URL("find-node-child.ts", import.meta.url));

/** Enrols a branch in a folder and brings it so far that it knows its own name; its branch's id. */
async function enrolledIn(folder: string): Promise<string> {
  const hub = await startTestHub({ startsAt: new Date().toISOString() });
  const { branchId } = hub.tenant;
  await announceSeeded(hub);
  const kept = await KeptBranch.start({
    folder: join(folder, "branch"),
    host: "127.0.0.1",
    port: 0,
    printers: [],
    hubUrl: null,
    operatorToken: null,
    enrolment: { hubUrl: hub.url, code: await hub.enrolmentCode(branchId), name: "test" },
  });
  await until("the branch knows its name", 20_000, async () => {
    return (await kept.node.tls.siteName()) !== null;
  });
  await kept.stop();
  await hub.stop();
  return branchId;
}

test("a branch that is started by the operator's command is found on its network by the branch's own name", async (context) => {
  if (!isAbleToUnshare() && process.env["CI"] !== "true") {
    context.skip("needs root, unshare and iproute2 for a network of its own");
  }
  const folder = mkdtempSync(join(tmpdir(), "edgeward-announced-"));
  try {
    const branchId = await enrolledIn(folder);
    const { file, args } = onOwnNetwork(
      `"$1" "$2" branch start --host 0.0.0.0 --port 8081 >"$4/branch.log" 2>&1 &
      "$1" "$3"`,
      [process.execPath, command, seeker, folder],
    );
    const env = { ...process.env, EDGEWARD_DATA: folder };
    const { stdout } = await run(file, args, { timeout: 60_000, env });
    expect(JSON.parse(stdout)).toEqual({
      port: 8081,
      host: "edgeward-pun1.local",
      addresses: expect.arrayContaining(["10.77.0.1"]),
      txt: JSON.stringify({ branch: branchId }),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
