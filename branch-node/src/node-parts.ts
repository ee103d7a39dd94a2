import type { JSONWebKeySet } from "jose";
import * as z from "zod";
import type { DomainEvent } from "@edgeward/shared/db/operation.ts";
import { readState, stateStatement } from "./db/node-state.ts";
import type { SqliteStore } from "./db/sqlite-store.ts";
import type { HubClient } from "./sync/hub-client.ts";

const keySetShape = z.object({ keys: z.array(z.record(z.string(), z.unknown())) });

/** The hub's public keys: those remembered from before, refreshed while the hub can be asked. */
export class HubKeys {
  current: JSONWebKeySet = { keys: [] };
  readonly #store: SqliteStore;
  readonly #hub: HubClient;
  readonly #tenantId: string;

  constructor(store: SqliteStore, hub: HubClient, tenantId: string) {
    this.#store = store;
    this.#hub = hub;
    this.#tenantId = tenantId;
  }

  /** Takes those of the last contact. */
  async recall(): Promise<void> {
    const text = await this.#store.read({ tenantId: this.#tenantId }, (session) =>
      readState(session, "hub_keys"),
    );
    if (text !== null) this.current = keySetShape.parse(JSON.parse(text));
  }

  /** Asks the hub. @throws HubUnreachable */
  async refresh(): Promise<void> {
    const keys = keySetShape.parse(await this.#hub.get("/.well-known/jwks.json"));
    this.current = keys;
    await this.#store.write({ tenantId: this.#tenantId }, (session) =>
      session.runAll([stateStatement(session, "hub_keys", JSON.stringify(keys))]),
    );
  }
}

/** A domain event as the pages of the LAN are told it. */
export function wireEvent(event: DomainEvent): Readonly<Record<string, unknown>> {
  const { type, entity, entity_id, branch_id, payload } = event;
  return { type: "event", event: { type, entity, entity_id, branch_id, payload } };
}
