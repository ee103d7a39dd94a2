import * as z from "zod";
import { layGround, runHistory } from "#chaos/run.ts";
import { search } from "#chaos/search.ts";
import { isKind, type History } from "#chaos/commands.ts";
import { found as known } from "#chaos/found.ts";

const taskShape = z.object({
  address: z.object({ admin: z.string(), app: z.string() }),
  firstTenant: z.int(),
  seed: z.int(),
  runs: z.int(),
  often: z.array(z.string()),
});

// Long enough for what a fault takes to show, short enough for many.
const longest = 40;

const task = taskShape.parse(JSON.parse(process.env["EDGEWARD_TASK"] ?? "{}"));
const ground = await layGround(task);
process.send?.({ kind: "ready" });
const run = (history: History) => runHistory(ground, history);

/** Those that were found once come first: they say at once what took a search long. */
async function amongKnown(): Promise<string | null> {
  for (const [title, history] of known) {
    try {
      await run(history);
    } catch (error) {
      return `${String(error)} (${title})`;
    }
  }
  return null;
}

const report = await amongKnown();
if (report !== null) process.send?.({ kind: "ended", isNoticed: true, runs: 0, report });
else await searchOn();

async function searchOn(): Promise<void> {
  const found = await search({
    seed: task.seed,
    runs: task.runs,
    longest,
    often: task.often.filter(isKind),
    isAnyEnough: true,
    run,
  });
  process.send?.({
    kind: "ended",
    isNoticed: found.history !== null,
    runs: found.runs,
    report: found.report,
  });
}

await ground.clear();
process.disconnect();
