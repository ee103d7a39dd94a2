import type { Store } from "@edgeward/shared/db/session.ts";
import type { Caller } from "@edgeward/shared/resource/context.ts";

/** The programs that may not act any more although their tokens have not expired; asked with every request. */
export class SuspendedClients {
  readonly #store: Pick<Store, "read">;
  readonly #tenantId: string;
  #ids: ReadonlySet<string> = new Set();

  constructor(store: Pick<Store, "read">, tenantId: string) {
    this.#store = store;
    this.#tenantId = tenantId;
  }

  /** Reads what stands: at the start, and when the hub has said something of clients. */
  async recall(): Promise<void> {
    const rows = await this.#store.read({ tenantId: this.#tenantId }, ({ kysely }) =>
      kysely
        .selectFrom("clients")
        .select("id")
        .where("tenant_id", "=", this.#tenantId)
        .where("status", "!=", "active")
        .execute(),
    );
    this.#ids = new Set(rows.map(({ id }) => id));
  }

  has({ clientId }: Pick<Caller, "clientId">): boolean {
    return clientId !== null && this.#ids.has(clientId);
  }
}
