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
  checkpoints: z
    .looseObject({
      used: z.number(),
      newest: z.string().nullable(),
      refused: z.number(),
      asked: z.boolean(),
    })
    .optional(),
});

/** What a node found when it checked its audit trail. */
export type AuditVerdict = z.output<typeof verdictShape>;

/** The whole trail is read and hashed again: a year of a busy clinic takes a while. */
const patienceMs = 10 * 60_000;

const checkpointsShape = z.object({ checkpoints: z.array(z.string()) });

const foreignShape = z.object({
  checkpoints: z.array(z.object({ node_id: z.string(), signed: z.string() })),
});

const findingsShape = z.object({
  findings: z.array(
    z.object({
      tenant_id: z.string(),
      node_id: z.string(),
      found_at: z.string(),
      fault: z.string(),
    }),
  ),
});

const checkpointFileShape = z.object({
  hub: z.array(z.string()),
  branch: z.array(z.string()),
});

type CheckpointFile = z.output<typeof checkpointFileShape>;

/**
 * Has a node check its audit trail. @param checkpoints of this node that a person kept elsewhere
 * @param exchanged what another node keeps of it
 * @throws CommandFailure when it does not answer
 */
export async function auditOf(
  baseUrl: string,
  token: string,
  checkpoints: readonly string[] = [],
  exchanged: readonly string[] = [],
): Promise<AuditVerdict> {
  const isBare = checkpoints.length === 0 && exchanged.length === 0;
  return askHttp(`${baseUrl}/operator/audit/verify`, verdictShape, {
    token,
    timeoutMs: patienceMs,
    ...(isBare ? {} : { method: "POST", body: { checkpoints, exchanged } }),
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

async function foreignOf(node: OperatedNode | null): Promise<z.output<typeof foreignShape>> {
  if (node === null || node.token === null) return { checkpoints: [] };
  const { token } = node;
  return askHttp(`${node.url}/operator/audit/foreign`, foreignShape, { token, timeoutMs: 60_000 });
}

/** What a node has found of the audit, a line each. */
export async function auditFindingsOf(node: OperatedNode | null): Promise<readonly string[]> {
  if (node === null || node.token === null) return [];
  const { url, token } = node;
  const { findings } = await askHttp(`${url}/operator/audit/findings`, findingsShape, { token });
  return findings.map(
    ({ tenant_id: tenant, node_id: about, found_at: at, fault }) =>
      `${at}: audit of ${about}, ${tenant}: ${fault}`,
  );
}

async function exportForeign(
  file: string,
  options: { readonly node?: string },
  terminal: Terminal,
): Promise<void> {
  const [atHub, atBranch] = await Promise.all([
    foreignOf(findNode("hub")),
    foreignOf(findNode("branch")),
  ]);
  const of = (kept: typeof atHub) =>
    kept.checkpoints
      .filter(({ node_id: id }) => options.node === undefined || id === options.node)
      .map(({ signed }) => signed);
  const kept = { hub: of(atBranch), branch: of(atHub) };
  writeFileSync(file, jsonLine(kept), { flag: "wx" });
  terminal.out(`${file}: ${kept.hub.length} of the hub, ${kept.branch.length} of branches`);
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

function comparedLine(node: string, { checkpoints }: AuditVerdict): readonly string[] {
  if (checkpoints === undefined) return [];
  const { used, newest, asked } = checkpoints;
  if (used > 0)
    return [`${node}: compared with ${counted(used)} checkpoints kept elsewhere, newest ${newest}`];
  const why = asked ? "none is kept elsewhere yet" : "nobody who keeps them could be asked";
  return [`${node}: compared with no checkpoint, only with itself: ${why}`];
}

function refusedLine(node: string, { checkpoints }: AuditVerdict): readonly string[] {
  const refused = checkpoints?.refused ?? 0;
  if (refused === 0) return [];
  return [
    `${node}: ${counted(refused)} of the file's checkpoints cannot be used: altered, or not signed by this node`,
  ];
}

/** A verdict in a line, or a line for each stream that is broken. */
export function verdictLines(node: string, verdict: AuditVerdict): readonly string[] {
  const events = verdict.streams.reduce((sum, stream) => sum + stream.events, 0);
  const broken = verdict.streams.filter((stream) => !stream.ok);
  const beside = [...refusedLine(node, verdict), ...comparedLine(node, verdict)];
  if (broken.length === 0) {
    const whole = `${node}: ${counted(events)} events in ${verdict.streams.length} streams, unbroken`;
    return [whole, ...beside];
  }
  const lines = broken.map((stream) => {
    const place =
      stream.broken_at === null || stream.broken_at === undefined
        ? "its head"
        : `sequence ${stream.broken_at}`;
    return `${node}: stream ${stream.stream} of ${stream.tenant_id} is broken at ${place}: ${stream.reason ?? "no reason given"}`;
  });
  return [...lines, ...beside];
}

interface VerifyOptions {
  readonly json?: boolean;
  readonly checkpoint?: string;
}

async function verify(options: VerifyOptions, terminal: Terminal): Promise<void> {
  const { url, token } = findHub();
  const kept = readCheckpoints(options.checkpoint);
  const node = findNode("branch");
  const atBranch = (await foreignOf(node)).checkpoints.map(({ signed }) => signed);
  const [hub, branch] = await Promise.all([
    auditOf(url, token, kept.hub, atBranch),
    branchAudit(node, kept.branch),
  ]);
  const found = [
    ...(await auditFindingsOf({ url, token })).map((line) => `hub: found ${line}`),
    ...(await auditFindingsOf(node)).map((line) => `branch: found ${line}`),
  ];
  if (branch === null && kept.branch.length > 0)
    throw new CommandFailure("the file has checkpoints of a branch that does not run here");
  const isWhole = hub.ok && (branch?.ok ?? true);
  if (options.json === true) terminal.out(jsonLine({ ok: isWhole, hub, branch, found }));
  else {
    const lines = [
      ...verdictLines("hub", hub),
      ...(branch === null ? [] : verdictLines("branch", branch)),
      ...found,
    ];
    for (const line of lines) terminal.out(line);
  }
  if (!isWhole && options.json !== true)
    throw new CommandFailure("the audit trail has been tampered with or damaged");
  if (!isWhole) process.exitCode = 1;
}

/** `edgeward audit verify`, `edgeward audit checkpoint` and `edgeward audit foreign`. */
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
  audit
    .command("foreign")
    .description("write what the nodes here keep of others' audit to a new file, for their verify")
    .argument("<file>")
    .option("--node <id>", "only of this node: `hub`, or a branch node's id")
    .action((file: string, options: { readonly node?: string }) =>
      exportForeign(file, options, terminal),
    );
}
