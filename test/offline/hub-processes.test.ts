import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { HubClient } from "@edgeward/branch-node/sync/hub-client.ts";
import { builtProgram } from "#support/built-program.ts";
import { startProduct, type Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import { newPatient } from "#offline/front-desk.ts";
import { numbersFrom } from "#offline/more-hubs.ts";
import { enrolHandNode, type HandNode } from "#offline/sync/hand-node.ts";

// A hub of several processes that share one port, beside the hub of one process that the branch is joined to.

const program = await builtProgram("edgeward");
const count = 3;

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly bytes: Buffer;
}

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  /** What it has written for people. */
  readonly said: () => string;
}

let product: Product;
let hub: Started;
let node: HandNode;

function start(args: readonly string[]): ChildProcess {
  const { EDGEWARD_OPERATOR_TOKEN: _token, EDGEWARD_HUB_URL: _url, ...rest } = process.env;
  return spawn(process.execPath, [program, "hub", "start", ...args], {
    env: {
      ...rest,
      NODE_NO_WARNINGS: "1",
      npm_lifecycle_event: "",
      DATABASE_URL: product.databaseUrl,
      EDGEWARD_DATA: product.folder,
    },
  });
}

async function startMany(): Promise<Started> {
  const child = start(["--workers", String(count), "--instance", "many", "--port", "0"]);
  let text = "";
  child.stdout?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const ready = () => /hub ready at (?<url>\S+), 3 processes/u.exec(text)?.groups?.["url"];
  await until("the hub's processes are ready", 60_000, () => {
    if (child.exitCode !== null) throw new Error(text);
    return ready() !== undefined;
  });
  return { child, url: ready() ?? "", said: () => text };
}

/** What a command that is to fail writes and ends with. */
async function refusalOf(args: readonly string[]) {
  const child = start(args);
  let err = "";
  child.stderr?.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const code = await new Promise((resolve) => child.once("close", resolve));
  return { code, err: err.split("\n").findLast((line) => line !== "") };
}

/** The processes that a process has begun. */
function childrenOf(pid: number): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/u.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "utf8");
        return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === pid;
      } catch {
        return false;
      }
    })
    .map(Number);
}

const recordShape = z.record(z.string(), z.unknown());
const errorShape = z.object({ error: z.object({ code: z.string() }) });

/** One request over a connection of its own, which any of the processes may be given. */
function ask(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const type = body === undefined ? {} : { "content-type": "application/json" };
  const asked = request(`${hub.url}${path}`, {
    method,
    agent: false,
    headers: { ...type, ...headers },
  });
  asked.on("error", reject);
  asked.on("response", (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("error", reject);
    response.on("end", () => {
      const bytes = Buffer.concat(chunks);
      const isJson = response.headers["content-type"]?.includes("json") === true;
      const parsed = isJson ? recordShape.parse(JSON.parse(bytes.toString())) : {};
      resolve({ status: response.statusCode ?? 0, body: parsed, bytes });
    });
  });
  asked.end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}

async function asProgram(): Promise<Readonly<Record<string, string>>> {
  return {
    authorization: `Bearer ${await product.token("hub")}`,
    "x-tenant-id": product.demo.tenant_id,
    "x-branch-id": product.demo.branch_id,
  };
}

async function register(key: string, body: unknown): Promise<Answer> {
  return ask("POST", "/v1/patients", { ...(await asProgram()), "idempotency-key": key }, body);
}

beforeAll(async () => {
  product = await startProduct();
  hub = await startMany();
  const [other] = await product.hubRows(
    "SELECT id FROM branches WHERE tenant_id = $1 AND id <> $2 ORDER BY id",
    [product.demo.tenant_id, product.demo.branch_id],
  );
  node = await enrolHandNode(product, String(other?.["id"]));
});

afterAll(async () => {
  hub?.child.kill("SIGKILL");
  await node?.stop();
  await product?.stop();
});

test("a hub has the server look at the tables that its demo has filled", async () => {
  const text =
    "SELECT 1 FROM pg_stat_user_tables WHERE relname = 'search_keys' AND analyze_count > 0";
  const seen = async () => (await product.hubRows(text, [])).length;
  await until("it is looked at", 15_000, async () => (await seen()) === 1);
  expect(await seen()).toBe(1);
});

describe.skipIf(process.platform !== "linux")("a hub of several processes", () => {
  test("is as many processes as were asked for", () => {
    expect(childrenOf(hub.child.pid ?? 0)).toHaveLength(count);
  });

  test("makes one record of one key, whichever of them is asked how often at once", async () => {
    const [key, body] = [randomUUID(), newPatient()];
    const answers = await Promise.all(Array.from({ length: 24 }, () => register(key, body)));
    const later = await register(key, body);
    expect(later.status).toBe(201);
    const outcomes = new Set(
      answers.map(({ status, body: said }) =>
        status === 201 ? said["id"] : errorShape.parse(said).error.code,
      ),
    );
    expect([later.body["id"], "idempotency_in_progress"]).toEqual(
      expect.arrayContaining([...outcomes]),
    );
  });

  test("gives no number twice, and leaves none out", async () => {
    const made = await Promise.all(
      Array.from({ length: 40 }, () => register(randomUUID(), newPatient())),
    );
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
    const numbers = made.map(({ body }) => String(body["uhid"])).toSorted();
    expect(numbers).toEqual(numbersFrom(numbers[0] ?? "", numbers.length));
  });

  test("tells branches that are joined to another process of what it has written", async () => {
    const { status, body } = await register(randomUUID(), newPatient());
    expect(status).toBe(201);
    // The branch looks by itself every ten seconds.
    await until("the record is at the branch", 6_000, () => {
      return product.branchRows("SELECT 1 FROM patients WHERE id = ?", [body["id"]]).length === 1;
    });
  });

  test("gives out by all of them the file that one of them has made", async () => {
    const client = new HubClient({ identity: node.identity, now: Date.now });
    const headers = {
      authorization: `Bearer ${await client.token()}`,
      "x-tenant-id": node.identity.tenantId,
      "x-branch-id": node.identity.branchId,
    };
    await client.close();
    const fileShape = z.object({ url: z.string(), size: z.number() });
    let file: z.infer<typeof fileShape> | null = null;
    await until("a file is ready", 60_000, async () => {
      const { body } = await ask("GET", "/v1/sync/bootstrap?over_rows=0", headers);
      file = fileShape.nullable().parse(body["file"]);
      return file !== null;
    });
    const { url, size } = fileShape.parse(file);
    const urls = new Set<unknown>();
    for (let round = 0; round < 4 * count; round += 1) {
      const asked = await ask("GET", "/v1/sync/bootstrap?over_rows=0", headers);
      urls.add(fileShape.parse(asked.body["file"]).url);
      const { status, bytes } = await ask("GET", url, headers);
      expect([status, bytes.length]).toEqual([200, size]);
    }
    expect([...urls]).toEqual([url]);
  });

  test("begins one that was killed anew, and the others serve meanwhile", async () => {
    const headers = await asProgram();
    const before = childrenOf(hub.child.pid ?? 0);
    const [victim = 0] = before;
    process.kill(victim, "SIGKILL");
    await until(
      "the killed one is gone",
      10_000,
      () => !childrenOf(hub.child.pid ?? 0).includes(victim),
    );
    for (let round = 0; round < 4 * count; round += 1)
      expect((await ask("GET", "/v1/patients?limit=1", headers)).status).toBe(200);
    await until("another one is there", 30_000, () => {
      return childrenOf(hub.child.pid ?? 0).length === count;
    });
    expect(hub.said()).toContain('"event":"hub_process_ended"');
    expect((await register(randomUUID(), newPatient())).status).toBe(201);
  });

  test("ends with all of them when it is asked to", async () => {
    const before = childrenOf(hub.child.pid ?? 0);
    const ended = new Promise((resolve) => hub.child.once("exit", resolve));
    hub.child.kill("SIGTERM");
    expect(await ended).toBe(0);
    const still = before.filter((pid) => readdirSync("/proc").includes(String(pid)));
    expect(still).toEqual([]);
    await expect(ask("GET", "/healthz", {})).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  test("says in words what it is not started with", async () => {
    const { port } = new URL(product.hubUrl);
    expect(await refusalOf(["--workers", "2", "--port", port])).toEqual({
      code: 1,
      err: `edgeward: port ${port} is taken; choose another with --port`,
    });
    for (const workers of ["0", "65", "2.5", "many"])
      expect(await refusalOf(["--workers", workers]), workers).toEqual({
        code: 2,
        err: `edgeward: ${workers} is no number of processes from 1 to 64 (--workers)`,
      });
    expect(await refusalOf(["--instance", "My Hub"])).toEqual({
      code: 2,
      err: "edgeward: --instance takes 1 to 32 small letters and digits",
    });
  });
});
