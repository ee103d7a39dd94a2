import { readFileSync, writeFileSync } from "node:fs";
import type { Command } from "commander";
import * as z from "zod";
import { CommandFailure } from "../failure.ts";
import { askHttp, callHttp } from "../operator-http.ts";
import { findHub, findNode, type OperatedNode } from "../running-demo.ts";
import { counted, jsonLine, type Terminal } from "../terminal.ts";

const verdictShape = z.looseObject({
  ok: z.boolean(),
  streams: z.array(
    z.looseObject({
      tenant_id: z.string(),
      stream: z.string(),
      events: z.number(),
      ok: z.boolean(),
      broken_at: z.number().nullish(),
      reason: z.string().nullish(),
    }),
  ),
});

/** What a node found when it checked its audit trail. */
export type AuditVerdict = z.output<typeof verdictShape>;

/** The whole trail is read and hashed again: a year of a busy clinic takes a while. */
const patienceMs = 10 * 60_000;

const checkpointsShape = z.object({ checkpoints: z.array(z.string()) });

const checkpointFileShape = z.object({
  hub: z.array(z.string()),
  branch: z.array(z.string()),
});

type CheckpointFile = z.output<typeof checkpointFileShape>;

/**
 * Has a node check its audit trail. @param checkpoints of this node that were kept elsewhere
 * @throws CommandFailure when it does not answer
 */
export async function auditOf(
  baseUrl: string,
  token: string,
  checkpoints: readonly string[] = [],
): Promise<AuditVerdict> {
  return askHttp(`${baseUrl}/operator/audit/verify`, verdictShape, {
    token,
    timeoutMs: patienceMs,
    ...(checkpoints.length === 0 ? {} : { method: "POST", body: { checkpoints } }),
  });
}

// A branch of a version without this address has its trail checked at the hub, where it arrives.
async function branchAudit(
  branch: OperatedNode | null,
  checkpoints: readonly string[],
): Promise<AuditVerdict | null> {
  if (branch === null || branch.token === null) return null;
  const { url, token } = branch;
  if (checkpoints.length > 0) return auditOf(url, token, checkpoints);
  const { status } = await callHttp(`${url}/operator/audit/verify`, {
    token,
    timeoutMs: patienceMs,
  });
  return status === 404 ? null : auditOf(url, token);
}

async function checkpointsOf(baseUrl: string, token: string): Promise<readonly string[]> {
  const url = `${baseUrl}/operator/audit/checkpoint`;
  return (await askHttp(url, checkpointsShape, { token })).checkpoints;
}

function readCheckpoints(file: string | undefined): CheckpointFile {
  if (file === undefined) return { hub: [], branch: [] };
  try {
    return checkpointFileShape.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    throw new CommandFailure(`${file} cannot be read as a file of checkpoints`);
  }
}

async function exportCheckpoint(file: string, terminal: Terminal): Promise<void> {
  const { url, token } = findHub();
  const branch = findNode("branch");
  const kept = {
    hub: await checkpointsOf(url, token),
    branch:
      branch === null || branch.token === null ? [] : await checkpointsOf(branch.url, branch.token),
  };
  writeFileSync(file, jsonLine(kept), { flag: "wx" });
  terminal.out(`${file}: ${kept.hub.length} of the hub, ${kept.branch.length} of the branch`);
}

/** A verdict in a line, or a line for each stream that is broken. */
export function verdictLines(node: string, verdict: AuditVerdict): readonly string[] {
  const events = verdict.streams.reduce((sum, stream) => sum + stream.events, 0);
  const broken = verdict.streams.filter((stream) => !stream.ok);
  if (broken.length === 0) {
    return [`${node}: ${counted(events)} events in ${verdict.streams.length} streams, unbroken`];
  }
  return broken.map((stream) => {
    const place =
      stream.broken_at === null || stream.broken_at === undefined
        ? "its head"
        : `sequence ${stream.broken_at}`;
    return `${node}: stream ${stream.stream} of ${stream.tenant_id} is broken at ${place}: ${stream.reason ?? "no reason given"}`;
  });
}

interface VerifyOptions {
  readonly json?: boolean;
  readonly checkpoint?: string;
}

async function verify(options: VerifyOptions, terminal: Terminal): Promise<void> {
  const { url, token } = findHub();
  const kept = readCheckpoints(options.checkpoint);
  const [hub, branch] = await Promise.all([
    auditOf(url, token, kept.hub),
    branchAudit(findNode("branch"), kept.branch),
  ]);
  if (branch === null && kept.branch.length > 0)
    throw new CommandFailure("the file has checkpoints of a branch that does not run here");
  const isWhole = hub.ok && (branch?.ok ?? true);
  if (options.json === true) terminal.out(jsonLine({ ok: isWhole, hub, branch }));
  else {
    const lines = [
      ...verdictLines("hub", hub),
      ...(branch === null ? [] : verdictLines("branch", branch)),
    ];
    for (const line of lines) terminal.out(line);
  }
  if (!isWhole && options.json !== true)
    throw new CommandFailure("the audit trail has been tampered with or damaged");
  if (!isWhole) process.exitCode = 1;
}

/** `edgeward audit verify` and `edgeward audit checkpoint`. */
export function addAudit(program: Command, terminal: Terminal): void {
  const audit = program.command("audit").description("the record of who did what");
  audit
    .command("verify")
    .description(
      "check every stream from its first event to its head; exit code 1 when one is broken",
    )
    .option("--json", "in one line of JSON")
    .option("--checkpoint <file>", "also against checkpoints that were kept elsewhere")
    .action((options: VerifyOptions) => verify(options, terminal));
  audit
    .command("checkpoint")
    .description("write where every stream stands, signed, to a new file to be kept elsewhere")
    .argument("<file>")
    .action((file: string) => exportCheckpoint(file, terminal));
}
