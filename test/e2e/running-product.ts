import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { copyFolder, madeOnce } from "#support/made-once.ts";
import { pagesBuilt } from "#support/pages.ts";
// oxlint-disable-next-line no-restricted-imports -- the parts of the demo are in no package, so this is the way to them
import { freePort } from "../../scripts/free-port.ts";

const client = z.object({ client_id: z.string(), client_secret: z.string() });
const person = z.object({ username: z.string(), password: z.string() });

const credentialsShape = z.object({
  hub: z.string(),
  branch: z.string(),
  tenant_id: z.string(),
  branch_id: z.string(),
  clinical: client,
  branch_staff: person.extend({ pin: z.string() }),
  branch_doctor: person,
  branch_manager: person,
  tenant_admin: person.extend({ tenant: z.string() }),
  provider_id: z.string(),
  patient_id: z.string(),
});

/** What the run wrote down for scripts. */
export type Credentials = z.output<typeof credentialsShape>;

/** A person who can sign in at the desk. */
export type Person = z.output<typeof person>;

/** What a command said, and the code it ended with. */
export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The product as a user has it: started by the one command, looked after by the other. */
export interface RunningProduct {
  /** Everything it writes lies under it. */
  readonly folder: string;
  readonly credentials: Credentials;
  /** `npm run -s edgeward -- …` */
  edgeward(...args: readonly string[]): Promise<CommandResult>;
  /** Ends it in order and leaves what it has written. */
  end(): Promise<CommandResult>;
  /**
   * Ends it in order and removes what it has written.
   * @param ends what may have happened: nothing, or nodes that the test itself has killed
   * @returns its exit code
   * @throws Error with the end of the logs when a node had ended by itself, however well it was started again
   */
  stop(ends?: "none" | "killed"): Promise<number | null>;
}

const root = fileURLToPath(new URL("../..", import.meta.url));
// A bound that only a failure comes to: a first start makes the demo, and all cores may be busy with others.
const readyWithinMs = 240_000;

interface Started {
  readonly process: ChildProcess;
  readonly result: Promise<CommandResult>;
}

function run(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  onOutput: (stdout: string) => void = () => {},
): Started {
  const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => {
    stdout += String(chunk);
    onOutput(stdout);
  });
  child.stderr.on("data", (chunk) => {
    stderr += String(chunk);
  });
  const result = new Promise<CommandResult>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
  return { process: child, result };
}

/** Resolves when the product says, alone on a line, that it is ready. @throws Error with what it said instead */
function start(env: NodeJS.ProcessEnv): Promise<Started> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      started.process.kill("SIGTERM");
      reject(new Error(`the product was not ready within ${readyWithinMs / 1000} s`));
    }, readyWithinMs);
    const started = run(process.execPath, ["scripts/run.mjs", "scripts/start.ts"], env, (said) => {
      if (!/^ready$/mu.test(said)) return;
      clearTimeout(late);
      resolve(started);
    });
    started.result
      .then(({ code, stderr }) => {
        clearTimeout(late);
        reject(new Error(`the product ended with code ${String(code)}: ${stderr}`));
      })
      .catch(reject);
  });
}

/** The last lines that each process wrote down. */
function endsOfLogs(folder: string): string {
  const logs = join(folder, "log");
  return readdirSync(logs)
    .map((name) => {
      const lines = readFileSync(join(logs, name), "utf8").trimEnd().split("\n");
      return `${name}:\n${lines.slice(-20).join("\n")}`;
    })
    .join("\n");
}

async function makeDemo(to: string): Promise<void> {
  const product = await startProduct("nothing");
  const { code } = await product.end();
  if (code !== 0) throw new Error(`the product ended with code ${String(code)}`);
  // What it said belongs to that run alone.
  rmSync(join(product.folder, "log"), { recursive: true, force: true });
  // What has been compiled is thousands of small files, the same for all that follow: they stay where they are.
  const compiled = join(product.folder, "compiled");
  copyFolder(compiled, join(to, "compiled"));
  rmSync(compiled, { recursive: true });
  copyFolder(product.folder, join(to, "data"));
  rmSync(product.folder, { recursive: true, force: true });
}

/** Copies a folder in which the product has run before and made the demo. */
async function copyDemo(folder: string): Promise<void> {
  const demo = await madeOnce("demo", makeDemo);
  copyFolder(join(demo, "data"), folder);
  symlinkSync(join(demo, "compiled"), join(folder, "compiled"));
}

/**
 * Starts the whole product in a folder of its own, on free ports: in one that is empty, or in a copy of one in which it
 * has run before and made the demo, as it does at every start but the first.
 */
export async function startProduct(first: "nothing" | "demo" = "demo"): Promise<RunningProduct> {
  // The product builds them itself when it starts: two that start at once would build them into one folder.
  await pagesBuilt();
  const folder = join(tmpdir(), `edgeward-e2e-${randomUUID()}`);
  if (first === "nothing") mkdirSync(folder);
  else await copyDemo(folder);
  // The database runs as a user of its own when the test is run by root.
  await chmod(folder, 0o755);
  const env = {
    ...process.env,
    EDGEWARD_DATA: folder,
    // The tests make the goods, bills and claims that they want.
    EDGEWARD_DEMO_TRADE: "0",
    EDGEWARD_HUB_PORT: String(await freePort()),
    EDGEWARD_BRANCH_PORT: String(await freePort()),
    EDGEWARD_BRANCH_TLS_PORT: "0",
  };
  const product = await start(env);
  const end = () => {
    product.process.kill("SIGTERM");
    return product.result;
  };
  const written: unknown = JSON.parse(readFileSync(join(folder, "credentials.json"), "utf8"));
  return {
    folder,
    credentials: credentialsShape.parse(written),
    edgeward: (...args) => run("npm", ["run", "-s", "edgeward", "--", ...args], env).result,
    end,
    stop: async (ends = "none") => {
      const { code, stderr } = await end();
      const said = stderr.includes("ended by itself") ? `${stderr}\n${endsOfLogs(folder)}` : "";
      rmSync(folder, { recursive: true, force: true });
      if (ends === "none" && said !== "") throw new Error(said);
      return code;
    },
  };
}
