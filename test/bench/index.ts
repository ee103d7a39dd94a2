// Measures hub and branch against the least that could do the like of their work, in one run on one machine.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startMemoryMs } from "@edgeward/shared/log/start-memory.ts";
import { branchContests, branchFeedContest, fact, memoryFacts } from "./branch-contests.ts";
import { storeContests } from "./branch-store.ts";
import { careWrites } from "./care-writes.ts";
import { careAtBranch, careAtHub } from "./care.ts";
import { deviceContests } from "./devices.ts";
import type { Finding } from "./figures.ts";
import { growthContests } from "./growth.ts";
import { hubContests } from "./hub-contests.ts";
import { processContests } from "./hub-processes.ts";
import { pagesContest } from "./pages/index.ts";
import { printContest } from "./printing.ts";
import { revenueContests } from "./revenue.ts";
import { disturbance, watchOthers } from "./neighbours.ts";
import { optionsOrEnd, type BenchOptions } from "./options.ts";
import { asJson, table } from "./report.ts";
import { bootstrapContest } from "./sync-bootstrap.ts";
import { pullContest } from "./sync-down.ts";
import { idleContest, visibleContest } from "./sync-live.ts";
import { outageContest } from "./sync-outage.ts";
import { farContest, pushContest, togetherContest } from "./sync-up.ts";
import { tradeContests } from "./trade.ts";
import { startWorld, stopWorld, type World } from "./world.ts";

// Longer than all the others together.
const onlyWhenAsked: ReadonlySet<string> = new Set(["growth"]);

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function measureIn(world: World): Promise<readonly Finding[]> {
  const { hub, options } = world;
  await delay(startMemoryMs + 1_500);
  const rest = hub.child.memory();
  const groups = [
    // First: its branch has only the demo to fetch, and the contests below begin with a node of their own.
    { name: "devices", title: "devices", run: () => deviceContests(world) },
    { name: "sync", title: "sync up", run: () => pushContest(world) },
    { name: "sync", title: "long line", run: () => farContest(world) },
    { name: "sync", title: "8 branches", run: () => togetherContest(world) },
    { name: "sync", title: "sync down", run: () => pullContest(world) },
    { name: "sync", title: "bootstrap", run: () => bootstrapContest(world) },
    { name: "sync", title: "an outage", run: () => outageContest(world) },
    { name: "sync", title: "one operation", run: () => visibleContest(world) },
    { name: "sync", title: "idle branches", run: () => idleContest(world) },
    { name: "hub", title: "the hub", run: () => hubContests(world) },
    { name: "processes", title: "a hub of several processes", run: () => processContests(world) },
    // Last of what the hub's database is asked, where it is wanted at all: it fills it for half an hour.
    { name: "growth", title: "a hub that grows", run: () => growthContests(world) },
    { name: "care", title: "care at the hub", run: () => careAtHub(world) },
    { name: "care", title: "care at a branch", run: () => careAtBranch(world) },
    {
      name: "care",
      title: "care written at both engines",
      run: () => careWrites(join(world.folder, "care-writes"), world),
    },
    {
      name: "money",
      title: "revenue",
      run: () => revenueContests(join(world.folder, "revenue"), world),
    },
    {
      name: "money",
      title: "bills and dispenses",
      run: () => tradeContests(join(world.folder, "trade"), world),
    },
    { name: "branch", title: "the branch", run: () => branchContests(world) },
    {
      name: "branch",
      title: "the branch's store",
      run: () => storeContests(join(world.folder, "store"), options.pace.rounds),
    },
    { name: "branch", title: "the branch under the feed", run: () => branchFeedContest(world) },
    { name: "pages", title: "the desk's pages", run: () => pagesContest(world) },
    { name: "printing", title: "documents", run: () => printContest() },
  ];
  const findings: Finding[] = [fact("hub: start to ready", "ms", hub.child.readyMs, "≤ 1500")];
  for (const { name, title, run } of groups) {
    const isWanted = options.only.includes(name) || options.only.includes(title);
    if (!isWanted && (options.only.length > 0 || onlyWhenAsked.has(name))) continue;
    say(`measuring ${title} … (load ${loadavg()[0]?.toFixed(1) ?? "unknown"})`);
    const found = await run();
    // At once, so that a run that is cut off has not measured for nothing.
    say(table(found));
    findings.push(...found);
  }
  return [...findings, ...memoryFacts("hub", rest, hub.child.memory(), ["≤ 170", "≤ 500"])];
}

async function measure(options: BenchOptions): Promise<readonly Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), "edgeward-bench-"));
  say("starting a database, a hub and the baselines …");
  const world = await startWorld(folder, options);
  try {
    const findings = await measureIn(world);
    rmSync(folder, { recursive: true, force: true });
    return findings;
  } catch (error) {
    say(`the logs are kept in ${folder}`);
    throw error;
  } finally {
    await stopWorld(world);
  }
}

const options = optionsOrEnd(process.argv.slice(2));
const others = watchOthers();
const findings = await measure(options);
process.stdout.write(`${table(findings)}\n`);
const { jsonFile } = options;
const disturbed = disturbance(others());
if (disturbed !== null) say(disturbed);
if (jsonFile !== null && disturbed === null)
  writeFileSync(jsonFile, `${asJson(findings, options.rows, new Date().toISOString())}\n`);
process.exitCode = findings.some((finding) => finding.failures > 0) ? 1 : 0;
