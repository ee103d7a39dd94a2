import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { builtProgram } from "#support/built-program.ts";
import { startProduct, type Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import { registerPatient } from "#offline/front-desk.ts";

let product: Product;
let stick = "";

beforeAll(async () => {
  product = await startProduct();
  stick = mkdtempSync(join(tmpdir(), "edgeward-stick-"));
  const run = {
    hub: product.hubUrl,
    branch: product.branchUrl,
    control: "http://127.0.0.1:9",
    operator_token: product.operatorToken,
    tenant_id: product.demo.tenant_id,
  };
  writeFileSync(join(product.folder, "run.json"), JSON.stringify(run));
  product.outage(true);
  await until("the branch is alone", 15_000, async () => {
    return (await product.syncStatus())["state"] === "offline";
  });
});

afterAll(async () => {
  await product.stop();
  rmSync(stick, { recursive: true, force: true });
});

const command = await builtProgram("edgeward");

interface Ran {
  readonly code: number;
  readonly said: string;
}

/** Runs the operator's command as a person does. */
function edgeward(...args: readonly string[]): Promise<Ran> {
  const env = { ...process.env, EDGEWARD_DATA: product.folder };
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...args], { env }, (error, out, err) => {
      const code = typeof error?.code === "number" ? error.code : 0;
      resolve({ code, said: `${out}${err}` });
    });
  });
}

function onStick(name: string): string {
  return join(stick, name);
}

async function feedPlace(): Promise<string> {
  const [row] = product.branchRows(
    "SELECT state_value FROM node_state WHERE state_name = 'feed_cursor'",
  );
  return String(row?.["state_value"]);
}

async function atHub(ids: readonly string[]): Promise<number> {
  return (await product.hubRows("SELECT 1 FROM patients WHERE id = ANY($1)", [ids])).length;
}

test("what a branch without a line has done comes to the hub on a stick, and the answers come back", async () => {
  const ids = [await registerPatient(product, "branch"), await registerPatient(product, "branch")];
  expect(await edgeward("branch", "export-batch", onStick("up"))).toMatchObject({ code: 0 });
  expect((await product.syncStatus())["unsent"]).toBe(2);
  expect(await atHub(ids)).toBe(0);

  const taken = await edgeward("hub", "import-batch", onStick("up"), "--reply", onStick("replies"));
  expect(taken.said).toContain("took 1 batches");
  expect(await atHub(ids)).toBe(2);
  // The stick may be put in twice.
  await edgeward("hub", "import-batch", onStick("up"), "--reply", onStick("again"));
  const received = await product.hubRows(
    "SELECT op_id FROM received_operations WHERE operation->>'entity_id' = ANY($1)",
    [ids],
  );
  expect(received).toHaveLength(2);

  const noted = await edgeward("branch", "import-reply", onStick("replies"));
  expect(noted.said).toContain("2 operations");
  expect((await product.syncStatus())["unsent"]).toBe(0);
});

test("what the hub knows comes to a branch without a line on a stick, once, and never with a gap", async () => {
  const id = await registerPatient(product, "hub");
  const place = await feedPlace();
  const made = ["--branch", product.demo.branch_id];
  await edgeward("hub", "export-feed", onStick("down"), ...made, "--since", place);
  expect((await edgeward("branch", "import-feed", onStick("down"))).code).toBe(0);
  expect(product.branchRows("SELECT 1 FROM patients WHERE id = ?", [id])).toHaveLength(1);
  expect((await edgeward("branch", "import-feed", onStick("down"))).said).toContain("0 records");

  await registerPatient(product, "hub");
  const later = "99999999.0";
  await edgeward("hub", "export-feed", onStick("gap"), ...made, "--since", later);
  await registerPatient(product, "hub");
  const [line = ""] = readFileSync(onStick("gap"), "utf8").split("\n");
  expect(line).toContain("jws");
  expect((await edgeward("branch", "import-feed", onStick("gap"))).said).toContain("missing");
});

test("a file that somebody has changed on the way is refused at either end", async () => {
  await registerPatient(product, "branch");
  await edgeward("branch", "export-batch", onStick("up"));
  const changed = readFileSync(onStick("up"), "utf8").replaceAll("female", "male");
  writeFileSync(onStick("up"), changed);
  const taken = await edgeward("hub", "import-batch", onStick("up"), "--reply", onStick("no"));
  expect(taken).toMatchObject({ code: 1 });
  expect(taken.said).toContain("not signed");

  const reply = readFileSync(onStick("replies"), "utf8");
  const forged = reply.replace(/\.[\w-]{10}/u, ".AAAAAAAAAA");
  writeFileSync(onStick("replies"), forged);
  const noted = await edgeward("branch", "import-reply", onStick("replies"));
  expect(noted.code).toBe(1);
  expect(noted.said).toContain("not signed by this branch's hub");
});
