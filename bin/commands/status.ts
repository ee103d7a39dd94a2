import type { Command } from "commander";
import * as z from "zod";
import { CommandFailure } from "../failure.ts";
import { askHttp, callHttp } from "../operator-http.ts";
import {
  findNode,
  findRunningDemo,
  noNode,
  type OperatedNode,
  type RunningDemo,
} from "../running-demo.ts";
import { columnsOf, jsonLine, type Terminal } from "../terminal.ts";
import { auditFindingsOf } from "./audit.ts";
import { httpsFindings } from "./status-https.ts";
import { type Finding, levels, type Level } from "./finding.ts";

const checkShape = z.looseObject({
  ok: z.boolean(),
  detail: z.record(z.string(), z.unknown()).optional(),
});

/** What `/readyz` answers. */
const readiness = z.looseObject({
  status: z.string(),
  version: z.string(),
  checks: z.record(z.string(), checkShape),
});

const controlStatus = z.looseObject({ outage: z.boolean() });

const syncShape = z.looseObject({
  state: z.string(),
  since: z.string(),
  unsent: z.number(),
  oldest_unsent_at: z.string().nullable(),
  rejected: z.number(),
  conflicts: z.number(),
  reason: z.string().nullable(),
});

const branchStatus = z.looseObject({ sync: syncShape.optional() });

const printerShape = z.looseObject({
  id: z.string(),
  name: z.string().optional(),
  state: z.string(),
});

type Readiness = z.output<typeof readiness>;

/** What one node says of itself; null when it does not answer. */
export async function readinessOf(baseUrl: string): Promise<Readiness | null> {
  try {
    const { body } = await callHttp(`${baseUrl}/readyz`, { timeoutMs: 5_000 });
    const read = readiness.safeParse(body);
    return read.success ? read.data : null;
  } catch (error) {
    if (error instanceof CommandFailure) return null;
    throw error;
  }
}

/** A node's own finding: it answers, and so does all that it depends on. */
export function nodeFinding(part: string, baseUrl: string, ready: Readiness | null): Finding {
  if (ready === null) return { part, level: "fail", detail: `${baseUrl} does not answer` };
  const broken = Object.entries(ready.checks)
    .filter(([, check]) => !check.ok)
    .map(([name]) => name);
  if (broken.length > 0) {
    return { part, level: "fail", detail: `${baseUrl} not ready: ${broken.join(", ")}` };
  }
  return { part, level: "ok", detail: `${baseUrl} ready, version ${ready.version}` };
}

const feedShape = z.looseObject({ state: z.string(), since: z.string(), sentence: z.string() });
const diskShape = z.looseObject({ disk: z.string(), disk_since: z.string().optional() });

const minuteMs = 60_000;

/** How long something has been so, in the largest unit that fits. */
function ageOf(since: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / minuteMs));
  if (minutes < 60) return `for ${minutes} min`;
  return minutes < 48 * 60
    ? `for ${Math.floor(minutes / 60)} h`
    : `for ${Math.floor(minutes / (24 * 60))} days`;
}

/**
 * What a node that answers has to say of what it depends on: a feed that is held back, a disk that is full or damaged.
 * @param now milliseconds since the epoch
 */
export function detailFindings(
  node: string,
  ready: Readiness | null,
  now: number,
): readonly Finding[] {
  const feed = feedShape.safeParse(ready?.checks["feed"]?.detail).data;
  const kept = diskShape.safeParse(ready?.checks["database"]?.detail).data;
  const found: Finding[] = [];
  if (feed?.state === "stalled") {
    const detail = `stalled ${ageOf(feed.since, now)}: ${feed.sentence}`;
    found.push({ part: `${node} feed`, level: "warn", detail });
  }
  if (kept !== undefined && kept.disk !== "ok") {
    const age = kept.disk_since === undefined ? "" : ` ${ageOf(kept.disk_since, now)}`;
    const [level, sentence] = diskTexts[kept.disk] ?? ["warn", "see the node's log"];
    found.push({ part: `${node} disk`, level, detail: `${kept.disk}${age}: ${sentence}` });
  }
  return found;
}

const diskTexts: Readonly<Record<string, readonly [Level, string]>> = {
  full: ["warn", "nothing new can be saved; what waits still goes up; make room"],
  damaged: ["fail", "a page of the database is not as it was written; start the node again"],
};

/** How the branch stands with the hub, as far as it says. */
export function syncFinding(ready: Readiness | null, reported: unknown): Finding {
  const part = "sync";
  const sync = branchStatus.safeParse(reported).data?.sync;
  if (sync !== undefined) {
    const { state, since, unsent, rejected, conflicts, reason } = sync;
    const calm = (state === "online" || state === "syncing") && rejected === 0 && conflicts === 0;
    const why = reason === null ? "" : ` (${reason})`;
    const detail = `${state} since ${since}${why}, ${unsent} waiting, ${conflicts} conflicts, ${rejected} rejected`;
    return { part, level: calm ? "ok" : "warn", detail };
  }
  const link = ready?.checks["hub"]?.detail?.["link"];
  if (typeof link !== "string") return { part, level: "warn", detail: "unknown" };
  return { part, level: link === "online" || link === "syncing" ? "ok" : "warn", detail: link };
}

/** The branch's printers, a line each. */
export function printerFindings(ready: Readiness | null): readonly Finding[] {
  const states = z.array(printerShape).safeParse(ready?.checks["printers"]?.detail?.["states"]);
  return (states.data ?? []).map(({ id, name = id, state }) => ({
    part: `printer ${name}`,
    level: state === "ok" || state === "unknown" ? "ok" : "warn",
    detail: state,
  }));
}

function outageFinding(reported: unknown): Finding {
  const control = controlStatus.safeParse(reported);
  if (!control.success) return { part: "outage", level: "warn", detail: "unknown" };
  return control.data.outage
    ? { part: "outage", level: "warn", detail: "on: the branch is cut off from the hub" }
    : { part: "outage", level: "ok", detail: "off" };
}

// What an older version does not offer is left out of the status; it does not end it.
async function bodyOf(url: string, token: string): Promise<unknown> {
  try {
    return await askHttp(url, z.unknown(), { token, timeoutMs: 5_000 });
  } catch (error) {
    if (error instanceof CommandFailure) return null;
    throw error;
  }
}

// What was found of the audit is nobody's to miss.
async function auditFinding(nodes: readonly (OperatedNode | null)[]): Promise<readonly Finding[]> {
  const found = await Promise.all(
    nodes.map((node) =>
      auditFindingsOf(node).catch((error: unknown) => {
        if (error instanceof CommandFailure) return [];
        throw error;
      }),
    ),
  );
  return found.flat().map((detail) => ({ part: "audit", level: "fail", detail }));
}

interface Nodes {
  readonly hub: OperatedNode | null;
  readonly branch: OperatedNode | null;
  readonly demo: RunningDemo | null;
}

async function statusOf(node: OperatedNode | null): Promise<unknown> {
  if (node === null || node.token === null) return null;
  return bodyOf(`${node.url}/operator/status`, node.token);
}

async function findings({ hub, branch, demo }: Nodes): Promise<readonly Finding[]> {
  const [hubReady, branchReady, controlAnswer, branchAnswer] = await Promise.all([
    hub === null ? null : readinessOf(hub.url),
    branch === null ? null : readinessOf(branch.url),
    demo === null ? null : bodyOf(`${demo.control}/status`, demo.operator_token),
    statusOf(branch),
  ]);
  const now = Date.now();
  const ofHub =
    hub === null
      ? []
      : [nodeFinding("hub", hub.url, hubReady), ...detailFindings("hub", hubReady, now)];
  const ofBranch =
    branch === null
      ? []
      : [
          nodeFinding("branch", branch.url, branchReady),
          ...detailFindings("branch", branchReady, now),
          syncFinding(branchReady, branchAnswer),
          ...printerFindings(branchReady),
          ...httpsFindings(branchAnswer, now),
        ];
  const ofDemo = demo === null ? [] : [outageFinding(controlAnswer)];
  const ofAudit = await auditFinding([hub, branch]);
  return [...ofHub, ...ofBranch, ...ofAudit, ...ofDemo];
}

/** The worst of several. */
export function worstOf(found: readonly { readonly level: Level }[]): Level {
  return levels.findLast((level) => found.some((finding) => finding.level === level)) ?? "ok";
}

function runningDemo(): RunningDemo | null {
  try {
    return findRunningDemo();
  } catch (error) {
    if (error instanceof CommandFailure) return null;
    throw error;
  }
}

/** Here 1 means that something needs a look, so "nothing runs" is the code of what is broken. */
function runningOrBroken(): Nodes {
  const nodes = { hub: findNode("hub"), branch: findNode("branch"), demo: runningDemo() };
  if (nodes.hub !== null || nodes.branch !== null) return nodes;
  throw new CommandFailure(noNode(), levels.indexOf("fail"));
}

async function status(options: { readonly json?: boolean }, terminal: Terminal): Promise<void> {
  const found = await findings(runningOrBroken());
  const worst = worstOf(found);
  if (options.json === true) terminal.out(jsonLine({ status: worst, findings: found }));
  else {
    const rows = found.map(({ part, level, detail }) => [part, level, detail]);
    terminal.out(columnsOf(["PART", "STATE", "DETAIL"], rows));
  }
  process.exitCode = levels.indexOf(worst);
}

/** `edgeward status`. */
export function addStatus(program: Command, terminal: Terminal): void {
  program
    .command("status")
    .description(
      "how hub and branch are, and how they stand with each other; exit code 0, 1 (look at it), 2 (broken)",
    )
    .option("--json", "in one line of JSON")
    .action((options: { readonly json?: boolean }) => status(options, terminal));
}
