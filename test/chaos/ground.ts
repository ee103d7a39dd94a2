import type { NodeIdentity } from "@edgeward/branch-node/node/identity.ts";
import type { PostgresGround } from "./postgres-ground.ts";

/** What the histories of one run share. */
export interface Ground {
  readonly folder: string;
  readonly template: string;
  readonly keys: Pick<NodeIdentity, "privateKey" | "publicJwk">;
  readonly postgres: PostgresGround;
  /** Removes all of it. */
  readonly clear: () => Promise<void>;
}
