import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { CommandFailure, usageExit } from "./failure.ts";

const runFile = z.looseObject({
  hub: z.url(),
  branch: z.url(),
  control: z.url(),
  operator_token: z.string(),
  tenant_id: z.string(),
});

const credentialsFile = z.looseObject({
  hub: z.url(),
  branch: z.url(),
  tenant_id: z.string(),
  branch_id: z.string(),
  clinical: z.looseObject({ client_id: z.string(), client_secret: z.string() }),
});

/** Where a running product answers, and the token of its operator. */
export type RunningDemo = z.output<typeof runFile>;

/** How a program signs in at it. */
export type Credentials = z.output<typeof credentialsFile>;

const repository = dirname(dirname(fileURLToPath(import.meta.url)));

/** The folder that holds everything a run writes. */
export function dataFolder(environment: NodeJS.ProcessEnv = process.env): string {
  return resolve(environment["EDGEWARD_DATA"] ?? join(repository, "var"));
}

/** A path as the person meant it: npm moves to the top of the repository before it starts a script. */
export function givenPath(path: string, environment: NodeJS.ProcessEnv = process.env): string {
  const isByNpm = environment["npm_lifecycle_event"] === "edgeward";
  const from = isByNpm ? environment["INIT_CWD"] : undefined;
  return resolve(from ?? process.cwd(), path);
}

function readJson(file: string, otherwise: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    throw new CommandFailure(otherwise);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandFailure(
      `${file} is not JSON; start the product again to have it written anew`,
    );
  }
}

/** What is printed where no node is to be found. */
export function noNode(folder = dataFolder()): string {
  return `no running product found in ${folder}; start it with "npm start", or name its folder in EDGEWARD_DATA, or the hub in EDGEWARD_HUB_URL`;
}

/** The product that runs on this data folder. @throws CommandFailure when there is none */
export function findRunningDemo(folder = dataFolder()): RunningDemo {
  const parsed = runFile.safeParse(readJson(join(folder, "run.json"), noNode(folder)));
  if (parsed.success) return parsed.data;
  throw new CommandFailure(`${join(folder, "run.json")} does not say where the product runs`);
}

/** A node that runs, as the operator reaches it. */
export interface OperatedNode {
  readonly url: string;
  /** Null where nothing on this machine says it: then only what everybody may ask is answered. */
  readonly token: string | null;
}

const nodePorts = {
  hub: ["EDGEWARD_HUB_URL", "EDGEWARD_HUB_PORT", "8080"],
  branch: ["EDGEWARD_BRANCH_URL", "EDGEWARD_BRANCH_PORT", "8081"],
} as const;

function tokenOf(
  node: keyof typeof nodePorts,
  folder: string,
  environment: NodeJS.ProcessEnv,
): string | null {
  const file = join(folder, node, "operator-token");
  const left = existsSync(file) ? readFileSync(file, "utf8").trim() : null;
  return environment["EDGEWARD_OPERATOR_TOKEN"] ?? left;
}

/**
 * A node by what the environment says (its address, its operator's token), by the product that runs on the data folder, or
 * by the token that a node started by itself has left there; null where there is none.
 */
export function findNode(
  node: keyof typeof nodePorts,
  folder = dataFolder(),
  environment: NodeJS.ProcessEnv = process.env,
): OperatedNode | null {
  const [urlName, portName, usualPort] = nodePorts[node];
  const token = tokenOf(node, folder, environment);
  const given = environment[urlName];
  if (given !== undefined && URL.canParse(given)) return { url: new URL(given).origin, token };
  if (existsSync(join(folder, "run.json"))) {
    const demo = findRunningDemo(folder);
    return { url: demo[node], token: demo.operator_token };
  }
  const isHere = existsSync(join(folder, node, "operator-token"));
  if (!isHere && environment["EDGEWARD_OPERATOR_TOKEN"] === undefined) return null;
  return { url: `http://127.0.0.1:${environment[portName] ?? usualPort}`, token };
}

/** The hub with its operator's token. @throws CommandFailure where either is not to be found */
export function findHub(folder = dataFolder()): { readonly url: string; readonly token: string } {
  const hub = findNode("hub", folder);
  if (hub === null) throw new CommandFailure(noNode(folder));
  const { url, token } = hub;
  if (token !== null) return { url, token };
  const file = join(folder, "hub", "operator-token");
  throw new CommandFailure(
    `the operator's token is neither in EDGEWARD_OPERATOR_TOKEN nor in ${file}`,
  );
}

/** The tenant that a command is about. @throws CommandFailure where nothing names it */
export function tenantFor(given: string | undefined, folder = dataFolder()): string {
  const named = given ?? process.env["EDGEWARD_TENANT"];
  if (named !== undefined) return named;
  if (existsSync(join(folder, "run.json"))) return findRunningDemo(folder).tenant_id;
  throw new CommandFailure("name the tenant: --tenant ID, or EDGEWARD_TENANT", usageExit);
}

/** The sign-ins that the run wrote down. @throws CommandFailure when there are none */
export function readCredentials(folder = dataFolder()): Credentials {
  const file = join(folder, "credentials.json");
  const parsed = credentialsFile.safeParse(readJson(file, noNode(folder)));
  if (parsed.success) return parsed.data;
  throw new CommandFailure(`${file} lacks the sign-in of the clinical client`);
}
