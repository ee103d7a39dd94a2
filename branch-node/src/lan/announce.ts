import { hostname } from "node:os";
import { announceNode } from "@edgeward/devices/discovery/mdns.ts";
import type { BranchNode } from "../main.ts";

const loopback = new Set(["127.0.0.1", "::1", "localhost"]);

/**
 * Tells the network where the branch node is, so that desks and tablets find it without an address typed in. A node that
 * only its own machine can reach is nobody else's to find. @returns what says goodbye
 */
export function announceOnLan(
  node: Pick<BranchNode, "port" | "identity" | "log">,
  host: string,
): () => Promise<void> {
  if (loopback.has(host)) return () => Promise.resolve();
  const { port, identity, log } = node;
  const name = `Edgeward ${hostname()}`;
  return announceNode({ name, port, branchId: identity.branchId }, (error) =>
    log.warn("announce_failed", { code: error instanceof Error ? error.message : String(error) }),
  );
}
