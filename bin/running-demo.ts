import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { CommandFailure } from "./failure.ts";

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

function noDemo(folder: string): string {
  return `no running product found in ${folder}; start it with "npm start", or name its folder in EDGEWARD_DATA`;
}

/** The product that runs on this data folder. @throws CommandFailure when there is none */
export function findRunningDemo(folder = dataFolder()): RunningDemo {
  const parsed = runFile.safeParse(readJson(join(folder, "run.json"), noDemo(folder)));
  if (parsed.success) return parsed.data;
  throw new CommandFailure(`${join(folder, "run.json")} does not say where the product runs`);
}

/** The sign-ins that the run wrote down. @throws CommandFailure when there are none */
export function readCredentials(folder = dataFolder()): Credentials {
  const file = join(folder, "credentials.json");
  const parsed = credentialsFile.safeParse(readJson(file, noDemo(folder)));
  if (parsed.success) return parsed.data;
  throw new CommandFailure(`${file} lacks the sign-in of the clinical client`);
}
