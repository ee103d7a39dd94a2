import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import type { PostgresAddress } from "#chaos/postgres-ground.ts";
import type { Place } from "./place.ts";

/** What the histories came to with a fault in the product. */
export interface Judgement {
  readonly isNoticed: boolean;
  readonly runs: number;
  readonly report: string;
}

/** Which histories are run, and where. */
export interface Task {
  readonly address: PostgresAddress;
  readonly firstTenant: number;
  readonly seed: number;
  readonly runs: number;
  readonly often: Place["often"];
}

const messageShape = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ready") }),
  z.object({
    kind: z.literal("ended"),
    isNoticed: z.boolean(),
    runs: z.int(),
    report: z.string(),
  }),
]);

// A program that goes on for ever is noticed as well.
const longestMs = 600_000;

const histories = fileURLToPath(new URL("histories.ts", import.meta.url));
const plant = new URL("plant.ts", import.meta.url).href;

/**
 * Runs histories in a process of its own, in which one place of the product has its fault; null for none.
 * @throws Error where the program does not even begin
 */
export function judgePlace(index: number | null, task: Task): Promise<Judgement> {
  const child = fork(histories, [], {
    execArgv: ["--disable-warning=ExperimentalWarning", "--import", plant],
    env: {
      ...process.env,
      EDGEWARD_TASK: JSON.stringify(task),
      EDGEWARD_PLANT: String(index ?? -1),
    },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const said: string[] = [];
  child.stderr?.on("data", (chunk: Buffer) => said.push(chunk.toString("utf8")));
  return new Promise((resolve, reject) => {
    let isReady = false;
    let ended: Judgement | null = null;
    const timer = setTimeout(() => child.kill("SIGKILL"), longestMs);
    child.on("message", (message) => {
      const heard = messageShape.parse(message);
      if (heard.kind === "ready") isReady = true;
      else ended = heard;
    });
    child.on("exit", () => {
      clearTimeout(timer);
      const words = said.join("").slice(0, 2_000);
      // One that begins and then ends by itself has shown that something is wrong.
      if (ended !== null) resolve(ended);
      else if (isReady)
        resolve({ isNoticed: true, runs: 0, report: `the process ended: ${words}` });
      else reject(new Error(`the program did not begin: ${words}`));
    });
  });
}
