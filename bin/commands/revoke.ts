import type { Command } from "commander";
import * as z from "zod";
import { askHttp } from "../operator-http.ts";
import { findHub } from "../running-demo.ts";
import type { Terminal } from "../terminal.ts";

const revokedShape = z.looseObject({
  node_id: z.string(),
  tenant_id: z.string(),
  branch_id: z.string(),
  was: z.string(),
});

interface RevokeOptions {
  readonly json?: true;
}

async function revokeNode(id: string, options: RevokeOptions, terminal: Terminal): Promise<void> {
  const { url: hub, token } = findHub();
  const isForPeople = options.json !== true;
  if (isForPeople) terminal.out(`asking ${hub} to turn ${id} off`);
  const call = { method: "POST", token, body: { node_id: id } } as const;
  const revoked = await askHttp(`${hub}/operator/nodes/revoke`, revokedShape, call);
  if (!isForPeople) {
    terminal.out(JSON.stringify(revoked));
    return;
  }
  const { branch_id: branch, was } = revoked;
  terminal.out(
    was === "revoked"
      ? `${id} was off already`
      : `${id} of branch ${branch} is off: its key and its tokens open nothing at the hub from now on`,
  );
  terminal.out(`what it has sent stays; make another machine the node with a code for ${branch}`);
}

/** `edgeward hub revoke-node`. */
export function addRevocation(hub: Command, terminal: Terminal): void {
  hub
    .command("revoke-node <node>")
    .description("turn a branch's node off for good, such as one that was stolen")
    .option("--json", "answer with one line of JSON")
    .action((node: string, options: RevokeOptions) => revokeNode(node, options, terminal));
}
