import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { Store } from "@edgeward/shared/db/session.ts";

// A node pulls every ten seconds; one row written in twenty is enough to know of it.
const writeEveryMs = 20_000;
const mostNodes = 10_000;

/** Notes when a node was last heard of, in the database, where every process of the hub sees it. */
export interface ContactNotes {
  note(tenantId: string, nodeId: string): void;
}

/** Makes the note of nodes that are in touch. A note that cannot be written is made again at the next contact. */
export function createContactNotes(store: Pick<Store, "write">, now: () => number): ContactNotes {
  const noted = new Map<string, number>();
  return {
    note(tenantId, nodeId) {
      const at = now();
      if (at - (noted.get(nodeId) ?? 0) < writeEveryMs) return;
      if (noted.size > mostNodes) noted.clear();
      noted.set(nodeId, at);
      const written = store.write({ tenantId }, (session) =>
        session.query(
          `UPDATE nodes SET last_contact_at = $3 WHERE tenant_id = $1 AND id = $2
             AND (last_contact_at IS NULL OR last_contact_at < $3)`,
          [tenantId, nodeId, isoInstant(at)],
        ),
      );
      written.catch(() => noted.delete(nodeId));
    },
  };
}
