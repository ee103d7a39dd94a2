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

/** Has a node check its audit trail. @throws CommandFailure when it does not answer */
export async function auditOf(baseUrl: string, token: string): Promise<AuditVerdict> {
  return askHttp(`${baseUrl}/operator/audit/verify`, verdictShape, {
    token,
    timeoutMs: patienceMs,
  });
}

// A branch of a version without this address has its trail checked at the hub, where it arrives.
async function branchAudit(branch: OperatedNode | null): Promise<AuditVerdict | null> {
  if (branch === null || branch.token === null) return null;
  const { url, token } = branch;
  const { status } = await callHttp(`${url}/operator/audit/verify`, {
    token,
    timeoutMs: patienceMs,
  });
  return status === 404 ? null : auditOf(url, token);
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

async function verify(options: { readonly json?: boolean }, terminal: Terminal): Promise<void> {
  const { url, token } = findHub();
  const [hub, branch] = await Promise.all([auditOf(url, token), branchAudit(findNode("branch"))]);
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

/** `edgeward audit verify`. */
export function addAudit(program: Command, terminal: Terminal): void {
  program
    .command("audit")
    .description("the record of who did what")
    .command("verify")
    .description(
      "check every stream from its first event to its head; exit code 1 when one is broken",
    )
    .option("--json", "in one line of JSON")
    .action((options: { readonly json?: boolean }) => verify(options, terminal));
}
