import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { databaseKey, passphraseFileVariable } from "@edgeward/branch-node/node/branch-key.ts";
import { readIdentity } from "@edgeward/branch-node/node/identity.ts";
import { builtProgram } from "#support/built-program.ts";
import { startProduct, type Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import { registerPatient } from "./front-desk.ts";

const program = await builtProgram("edgeward");
const name = "Umbrella Distinctive Deshpande";
const passphrase = "four quiet herons at noon";

let product: Product;
let outside: string;
let passphraseFile: string;
let id: string;

beforeAll(async () => {
  product = await startProduct();
  outside = mkdtempSync(join(tmpdir(), "edgeward-stick-"));
  passphraseFile = join(outside, "passphrase");
  writeFileSync(passphraseFile, `${passphrase}\n`);
  id = await registerPatient(product, "branch", { name });
});
afterAll(async () => {
  await product?.stop();
  rmSync(outside, { recursive: true, force: true });
});

const folder = () => join(product.folder, "branch");

function edgeward(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { promise, resolve } = Promise.withResolvers<{ code: number | null; text: string }>();
  const child = spawn(process.execPath, [program, ...args], {
    cwd: outside,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_NO_WARNINGS: "1", EDGEWARD_DATA: product.folder, ...env },
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.on("close", (code) => resolve({ code, text }));
  return promise;
}

function filesIn(at: string): readonly string[] {
  return readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function patientHere() {
  return product.call("branch", "GET", `/v1/patients/${id}`);
}

test("a branch's folder that was sealed by a passphrase holds nothing that could be read, and its node starts with it alone", async () => {
  const key = databaseKey(folder());
  const identity = await readIdentity(folder());
  const clientKey = identity?.clientKey.toString("hex") ?? "none";
  expect((await edgeward(["branch", "key"])).text).toContain("kept by file");

  const sealing = ["branch", "key", "--keep", "passphrase", "--passphrase-file"];
  const short = join(outside, "short");
  writeFileSync(short, "tiny\n");
  expect(await edgeward([...sealing, short])).toMatchObject({ code: 2 });
  const within = join(folder(), "passphrase");
  writeFileSync(within, passphrase);
  expect(await edgeward([...sealing, within])).toMatchObject({ code: 2 });
  rmSync(within);
  // The node works on while it is done.
  const done = await edgeward([...sealing, passphraseFile]);
  expect(done).toMatchObject({ code: 0 });
  expect(done.text).toContain("kept by passphrase");
  expect((await patientHere()).status).toBe(200);

  await product.killBranch("SIGKILL");
  const secrets = [
    key,
    Buffer.from(key.toString("hex")),
    Buffer.from(clientKey),
    Buffer.from(name),
  ];
  const jwk = z.looseObject({ sealed: z.string() });
  jwk.parse(JSON.parse(readFileSync(join(folder(), "identity.json"), "utf8")));
  for (const file of filesIn(folder())) {
    const bytes = readFileSync(file);
    for (const secret of secrets) expect(bytes.includes(secret), file).toBe(false);
    expect(bytes.includes(Buffer.from('"d":"')), file).toBe(false);
    expect(bytes.includes(Buffer.from("BEGIN PRIVATE KEY")), file).toBe(false);
  }

  // Without it, and with another one, it says so, and nothing is taken for damaged.
  const before = filesIn(folder()).toSorted();
  const without = await edgeward(["branch", "start", "--port", "0", "--tls-port", "off"]);
  expect(without.code).toBe(1);
  expect(without.text).toContain(passphraseFileVariable);
  const other = join(outside, "other");
  writeFileSync(other, "five loud herons at noon\n");
  const wrong = await edgeward(["branch", "start", "--port", "0", "--tls-port", "off"], {
    [passphraseFileVariable]: other,
  });
  expect(wrong.code).toBe(1);
  expect(wrong.text).toContain("the passphrase is another one");
  expect(filesIn(folder()).toSorted()).toEqual(before);

  await product.restartBranch({ [passphraseFileVariable]: passphraseFile });
  expect(await patientHere()).toMatchObject({ status: 200, body: { name } });
  await registerPatient(product, "branch");
  await product.killBranch("SIGKILL");
  await product.restartBranch({ [passphraseFileVariable]: passphraseFile });
  await until("the branch is in touch again", 30_000, async () => {
    return (await product.syncStatus())["state"] === "online";
  });
});

test("a copy of a sealed folder opens with the passphrase alone, and the key comes back into its file where IT wants it", async () => {
  const copy = join(outside, "data", "branch");
  cpSync(folder(), copy, { recursive: true });
  const data = { EDGEWARD_DATA: join(outside, "data") };
  const refused = await edgeward(["branch", "key", "--keep", "file"], data);
  expect(refused.code).toBe(1);
  expect(refused.text).toContain("was not opened");
  expect((await edgeward(["branch", "key", "--json"], data)).text).toContain(
    '"kept_by":"passphrase"',
  );
  const opened = await edgeward(["branch", "key", "--keep", "file", "--json"], {
    ...data,
    [passphraseFileVariable]: passphraseFile,
  });
  expect(opened.code).toBe(0);
  expect(JSON.parse(opened.text)).toMatchObject({ kept_by: "file" });
  expect(databaseKey(copy)).toHaveLength(32);
});
