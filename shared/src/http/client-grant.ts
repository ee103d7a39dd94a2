import { timingSafeEqual } from "node:crypto";
import type { AttemptLimits } from "./attempt-limits.ts";
import { TokenError, type Grant, type GrantedToken } from "./token-endpoint.ts";
import type { TokenClaims } from "./tokens.ts";

/** What is known of a client. */
export interface KnownClient {
  readonly id: string;
  readonly tenant_id: string;
  readonly secret_hash: string;
  readonly roles: readonly string[];
  readonly scopes: readonly string[] | null;
  /** Null for all branches of the tenant. */
  readonly branches: readonly string[] | null;
  readonly status: string;
}

/** What a node lends to the grant `client_credentials`. */
export interface ClientGrantOptions {
  readonly findClient: (clientId: string) => Promise<KnownClient | undefined>;
  /** The HMAC under which a tenant's secrets are kept. */
  readonly hashSecret: (tenantId: string, secret: string) => string;
  readonly attempts: AttemptLimits;
  readonly issue: (claims: Omit<TokenClaims, "iss" | "aud">) => Promise<GrantedToken>;
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

function grantedScope(client: KnownClient, asked: string | undefined): string | null {
  const { scopes } = client;
  if (asked === undefined) return scopes === null ? null : scopes.join(" ");
  const wanted = asked.split(" ").filter((scope) => scope !== "");
  if (scopes !== null && wanted.some((scope) => !scopes.includes(scope))) {
    throw new TokenError("invalid_scope", "the client does not hold every scope asked for");
  }
  return wanted.join(" ");
}

/** The grant `client_credentials`. An unknown client and a wrong secret get the same answer after the same work. */
export function clientCredentialsGrant(options: ClientGrantOptions): Grant {
  return async ({ client_id: clientId, client_secret: clientSecret, scope }, address) => {
    if (clientId === undefined || clientSecret === undefined) {
      throw new TokenError("invalid_request", "client_id and client_secret are required");
    }
    const client = await options.findClient(clientId);
    const hash = options.hashSecret(client?.tenant_id ?? "", clientSecret);
    const isRight = isSame(hash, client?.secret_hash ?? "0".repeat(hash.length));
    if (client === undefined || !isRight || client.status !== "active") {
      await options.attempts.failed({ purpose: "client_secret", name: clientId, address });
      throw new TokenError("invalid_client", "the client is unknown or its secret is wrong");
    }
    const granted = grantedScope(client, scope);
    return options.issue({
      sub: client.id,
      client_id: client.id,
      tid: client.tenant_id,
      bids: client.branches ?? "*",
      roles: client.roles,
      ...(granted === null ? {} : { scope: granted }),
    });
  };
}
