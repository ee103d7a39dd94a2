import { isoInstant } from "#kernel/clock.ts";
import type { AuditEntry } from "./audit-chain.ts";
import type { NodeRuntime, WriteOrigin } from "./runtime.ts";
import type { Store } from "./session.ts";
import { auditStatements, type AuditItem } from "./audit-write.ts";

/**
 * Where reads and refusals are audited: they gather for a moment and commit together, so that a GET stays a read.
 * What has gathered when the process is killed is lost (at most `delayMs` of reads); a stop by signal drains first.
 */
export interface ReadAudit {
  record(origin: WriteOrigin, entry: AuditEntry): void;
  /** Puts down everything that waits. */
  drain(): Promise<void>;
}

function byTenant(waiting: readonly AuditItem[]): ReadonlyMap<string, readonly AuditItem[]> {
  return Map.groupBy(waiting, (item) => item.origin.tenantId);
}

/** @param delayMs how long an event may wait for company */
export function createReadAudit(
  store: Store,
  runtime: NodeRuntime,
  onError: (error: unknown) => void,
  delayMs = 50,
): ReadAudit {
  let waiting: AuditItem[] = [];
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();

  async function put(tenantId: string, items: readonly AuditItem[]): Promise<void> {
    await store.write({ tenantId }, async (session) => {
      await session.runAll(await auditStatements(session, runtime, tenantId, items));
    });
  }

  async function drainNow(): Promise<void> {
    const batch = waiting;
    waiting = [];
    for (const [tenantId, items] of byTenant(batch)) {
      try {
        await put(tenantId, items);
      } catch (error) {
        onError(error);
      }
    }
  }

  function drain(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    running = running.then(drainNow);
    return running;
  }

  return {
    record(origin, entry) {
      waiting.push({ origin, entry, at: isoInstant(runtime.now()) });
      timer ??= setTimeout(() => void drain(), delayMs);
    },
    drain,
  };
}
