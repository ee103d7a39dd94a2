import { createServer, type RequestListener } from "node:http";
import { createClient, type Client } from "@edgeward/shared/contract/client.ts";
import type { ReadAudit } from "@edgeward/shared/audit/reads.ts";
import type { WriteRuntime } from "@edgeward/shared/write/model.ts";
import type { Store } from "@edgeward/shared/db/session.ts";
import {
  signAccessToken,
  type SigningKey,
  type TokenClaims,
} from "@edgeward/shared/http/tokens.ts";
import { roles } from "@edgeward/shared/contract/access.ts";
import type { TestClock } from "./clock.ts";
import type { TestTenant } from "./seed.ts";

/** Which of the two engines a node runs on. */
export type EngineName = "branch" | "hub";

/** Where a tenant's callers come in, and what their tokens have to say. */
export interface Door {
  /** Without a slash at its end. */
  readonly url: string;
  readonly issuer: string;
  readonly audience: string;
  readonly key: SigningKey;
}

/** A node as a test meets it: a real server over a real database. */
export interface TestNode extends Door {
  readonly engine: EngineName;
  readonly clock: TestClock;
  readonly store: Store;
  readonly runtime: WriteRuntime;
  readonly readAudit: ReadAudit;
  /** Whom the tests act for. */
  readonly tenant: TestTenant;
  /** A stranger in the same database. */
  readonly other: TestTenant;
  /** The stranger's way in: on the hub the same, on a branch that of another node over the same file. */
  readonly otherDoor: Door;
  /** Largest body in bytes. */
  readonly bodyLimit: number;
  /** Lets no write begin until the function it returns has been called. */
  pauseWrites(): () => void;
  stop(): Promise<void>;
}

/** How a token is to differ from a good one. */
export interface TokenPlan {
  readonly claims?: Partial<TokenClaims>;
  readonly key?: SigningKey;
  /** Milliseconds since the epoch. */
  readonly issuedAt?: number;
  /** A quarter of an hour where it is left out. */
  readonly lifetimeSeconds?: number;
}

/** Every role of a clinic. `device` and `node` narrow what a caller may do, so nobody holds them beside others. */
export const clinicalRoles = roles.filter(
  (role) => role !== "device" && role !== "node" && role !== "platform",
);

const usualSeconds = 900;

function doorOf(node: TestNode, tenant: TestTenant): Door {
  return tenant.id === node.other.id ? node.otherDoor : node;
}

/** Signs a token that the node takes, for a caller of the tenant with every clinical role unless the plan says otherwise. */
function tokenFor(node: TestNode, tenant: TestTenant, plan: TokenPlan = {}): Promise<string> {
  const door = doorOf(node, tenant);
  const claims: TokenClaims = {
    iss: door.issuer,
    aud: door.audience,
    sub: `cli_${tenant.id.slice(4)}`,
    client_id: `cli_${tenant.id.slice(4)}`,
    tid: tenant.id,
    bids: "*",
    roles: clinicalRoles,
    ...plan.claims,
  };
  const issuedAt = plan.issuedAt ?? node.clock.now();
  const { key = door.key, lifetimeSeconds = usualSeconds } = plan;
  return signAccessToken(key, claims, lifetimeSeconds, issuedAt, node.runtime.newId("ses"));
}

/** The headers of a request for a tenant's first branch. */
export async function headersFor(
  node: TestNode,
  tenant: TestTenant,
  plan: TokenPlan = {},
): Promise<Readonly<Record<string, string>>> {
  return {
    authorization: `Bearer ${await tokenFor(node, tenant, plan)}`,
    "x-tenant-id": tenant.id,
    "x-branch-id": tenant.branchId,
  };
}

/** A typed client that acts for a tenant. */
export async function clientFor(
  node: TestNode,
  tenant: TestTenant,
  plan: TokenPlan & { readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Client> {
  const headers = { ...(await headersFor(node, tenant, plan)), ...plan.headers };
  return createClient({ baseUrl: doorOf(node, tenant).url, headers: () => headers });
}

/** A server that listens on a free port of this machine. */
export interface Listening {
  readonly url: string;
  /** Serves an application from now on. */
  serve(app: RequestListener): void;
  close(): Promise<void>;
}

/** Takes a port first, because a node's own address is part of its tokens. */
export async function listen(): Promise<Listening> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    serve: (app) => {
      server.on("request", app);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A store whose writes can be made to wait. */
export function pausableStore<S extends Store>(
  store: S,
): { readonly store: S; readonly pauseWrites: () => () => void } {
  let gate: Promise<void> | null = null;
  const held: S = {
    ...store,
    write: async (scope, work) => {
      if (gate !== null) await gate;
      return store.write(scope, work);
    },
  };
  return {
    store: held,
    pauseWrites: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return () => {
        gate = null;
        resolve();
      };
    },
  };
}
