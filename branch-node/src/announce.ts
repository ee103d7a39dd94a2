import { hostname } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { announceNode } from "@edgeward/devices/discovery/mdns.ts";
import type { BranchNode } from "#main.ts";

const loopback = new Set(["127.0.0.1", "::1", "localhost"]);

// A new branch learns its own name with its first exchange.
const unnamedEveryMs = 1_000;

type Announced = Pick<BranchNode, "port" | "identity" | "log" | "tls">;

async function siteOf(node: () => Announced, signal: AbortSignal): Promise<string | null> {
  while (!signal.aborted) {
    const site = await node().tls.siteName();
    if (site !== null) return site;
    await delay(unnamedEveryMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
  return null;
}

/**
 * Notifies the network where the branch node is and by what name, so that desks and tablets find it without an address typed
 * in. A node that only its own machine can reach is nobody else's to find. @returns what says goodbye
 */
export function announceOnLan(node: () => Announced, host: string): () => Promise<void> {
  if (loopback.has(host)) return () => Promise.resolve();
  const { port, identity, log } = node();
  const fail = (error: unknown) =>
    log.warn("announce_failed", { code: error instanceof Error ? error.message : String(error) });
  const leaving = new AbortController();
  const announced = siteOf(node, leaving.signal)
    .then((site) => {
      if (site === null) return null;
      const name = `Edgeward ${hostname()}`;
      return announceNode({ name, port, branchId: identity.branchId, host: site }, fail);
    })
    .catch((error: unknown) => {
      fail(error);
      return null;
    });
  return async () => {
    leaving.abort();
    await (
      await announced
    )?.();
  };
}
