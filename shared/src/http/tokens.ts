import { hash } from "node:crypto";
import {
  createLocalJWKSet,
  decodeJwt,
  errors as joseErrors,
  jwtVerify,
  SignJWT,
  type CryptoKey,
  type JSONWebKeySet,
  type JWTPayload,
} from "jose";
import { AppError } from "#kernel/errors.ts";
import type { Caller } from "#resource/context.ts";

/** A private key with its public name. */
export interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
}

/** What an access token says. */
export interface TokenClaims {
  readonly iss: string;
  readonly aud: string;
  readonly sub: string;
  readonly tid: string;
  readonly bids: readonly string[] | "*";
  readonly roles: readonly string[];
  readonly scope?: string;
  readonly client_id?: string;
  readonly sid?: string;
  readonly did?: string;
}

const callerTypes: Readonly<Record<string, Caller["type"]>> = {
  cli: "client",
  stf: "staff",
  usr: "user",
  dev: "device",
  nod: "device",
};

/**
 * Signs an access token (EdDSA, `typ: at+jwt`). It does not say from when on it holds: who has it has it by now, and a
 * clock that is put back must not make it one of the future.
 * @param ttlSeconds its lifetime @param nowMs the node's clock
 */
export async function signAccessToken(
  key: SigningKey,
  claims: TokenClaims,
  ttlSeconds: number,
  nowMs: number,
  jti: string,
): Promise<string> {
  const now = Math.floor(nowMs / 1000);
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: "EdDSA", kid: key.kid, typ: "at+jwt" })
    .setIssuedAt(now)
    .setExpirationTime(now + ttlSeconds)
    .setJti(jti)
    .sign(key.privateKey);
}

function textList(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function optionalText(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function callerOf(payload: JWTPayload): Caller {
  const { sub, tid, exp } = payload;
  if (typeof sub !== "string" || typeof tid !== "string" || typeof exp !== "number") {
    throw new AppError("unauthorized", "The token does not say whose it is.");
  }
  const scope = optionalText(payload["scope"]);
  return {
    id: sub,
    type: callerTypes[sub.slice(0, 3)] ?? "client",
    tenantId: tid,
    branchIds: payload["bids"] === "*" ? "*" : textList(payload["bids"]),
    roles: textList(payload["roles"]),
    scopes: scope === null ? null : new Set(scope.split(" ")),
    clientId: optionalText(payload["client_id"]),
    sessionId: optionalText(payload["sid"]),
    deviceId: optionalText(payload["did"]),
    expiresAt: exp,
  };
}

/** Whom to trust, by which keys. */
export interface TokenVerifierOptions {
  /** The public keys by which an issuer may speak for an audience here: its own and no other's; null for one that may not. */
  readonly keysOf: (issuer: string, audience: string) => JSONWebKeySet | null;
  /** Whether the session or the caller has been ended before its token expired. */
  readonly isRevoked: (caller: Caller) => boolean;
  readonly now: () => number;
}

/** States who stands behind a token. */
export interface TokenVerifier {
  /** @throws AppError unauthorized, token_expired, token_revoked */
  verify(token: string): Promise<Caller>;
}

const maximumCached = 10_000;

function refusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof joseErrors.JWTExpired) {
    return new AppError("token_expired", "The token has expired; ask for a new one.");
  }
  return new AppError("unauthorized", "The token is not valid here.");
}

/**
 * Checks a token once and remembers the result under its hash until it expires: a signature costs about 130 µs, the
 * look-up almost nothing. Revocation is asked every time.
 */
export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
  const cache = new Map<string, Caller>();

  async function check(token: string): Promise<Caller> {
    // Not verified yet: it only says whose keys are to be asked.
    const { iss, aud } = decodeJwt(token);
    const keys = options.keysOf(iss ?? "", typeof aud === "string" ? aud : "");
    if (keys === null) throw new AppError("unauthorized", "The token is not valid here.");
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      algorithms: ["EdDSA"],
      typ: "at+jwt",
      clockTolerance: 5,
      currentDate: new Date(options.now()),
      requiredClaims: ["iss", "aud", "sub", "exp"],
    });
    return callerOf(payload);
  }

  return {
    async verify(token) {
      const name = hash("sha256", token, "base64");
      const known = cache.get(name);
      if (known !== undefined && known.expiresAt * 1000 <= options.now()) cache.delete(name);
      const caller =
        cache.get(name) ??
        (await check(token).catch((error: unknown) => {
          throw refusal(error);
        }));
      if (options.isRevoked(caller)) {
        throw new AppError("token_revoked", "This session has been ended.");
      }
      if (cache.size >= maximumCached) cache.clear();
      cache.set(name, caller);
      return caller;
    },
  };
}
