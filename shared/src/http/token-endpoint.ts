import type { Request } from "express";
import * as z from "zod";
import { noParams, noQuery, writeEndpoint } from "#contract/endpoint.ts";
import { openRules } from "#contract/surface-rules.ts";
import type { Logger } from "#log/log.ts";
import { header, type Answer, type Call } from "#pipeline/call.ts";
import { openSurface } from "#pipeline/open-surface.ts";
import type { Surface } from "#pipeline/surface.ts";
import { defineOpenModule } from "#resource/module.ts";
import type { Express } from "./express.ts";
import { formOrJsonReader, mountSurface, type BodyReader } from "./mount.ts";

/** What a grant gives: a token, how long it lasts, and for what. */
export interface GrantedToken {
  readonly accessToken: string;
  readonly expiresInSeconds: number;
  readonly scope: string | null;
}

/** RFC 6749's own codes. */
export type TokenErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "unsupported_grant_type"
  | "invalid_scope";

/** A refusal in the form of RFC 6749. */
export class TokenError extends Error {
  readonly code: TokenErrorCode;
  /** More exactly than RFC 6749 has it, for programs of ours; null where there is nothing to add. */
  readonly reason: string | null;

  constructor(code: TokenErrorCode, description: string, reason: string | null = null) {
    super(description);
    this.name = "TokenError";
    this.code = code;
    this.reason = reason;
  }
}

const parameter = z.string().optional();
const parametersShape = z.looseObject({
  grant_type: parameter,
  client_id: parameter,
  client_secret: parameter,
  scope: parameter,
  assertion: parameter,
});

/** What a grant is asked with. */
export type TokenParameters = z.output<typeof parametersShape>;

/** One grant type's way from parameters to a token. @throws TokenError */
export type Grant = (parameters: TokenParameters, ip: string | null) => Promise<GrantedToken>;

const tokenContract = {
  create: writeEndpoint({
    method: "POST",
    path: "/auth/token",
    summary: "A short-lived access token, as RFC 6749 has it; JSON, or a form and HTTP Basic",
    tag: "Sign-in",
    access: null,
    operation: "auth.token",
    home: "any",
    params: noParams,
    query: noQuery,
    body: parametersShape,
    response: z.strictObject({
      access_token: z.string(),
      token_type: z.literal("Bearer"),
      expires_in: z.int(),
      scope: z.string().optional(),
    }),
    status: 200,
  }),
} as const;

type Texts = Readonly<Record<string, string>>;

function textParameters(value: unknown): Texts {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
}

// Clients that follow RFC 6749 send their credentials as HTTP Basic.
function basicCredentials(request: Request): Texts {
  const match = /^Basic ([\w+/=-]+)$/i.exec(header(request, "authorization") ?? "");
  if (match?.[1] === undefined) return {};
  const text = Buffer.from(match[1], "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon === -1
    ? {}
    : { client_id: text.slice(0, colon), client_secret: text.slice(colon + 1) };
}

function tokenReader(limit: number): BodyReader {
  const read = formOrJsonReader(limit);
  return async (request, response) => {
    const { value } = await read(request, response);
    return { value: { ...textParameters(value), ...basicCredentials(request) } };
  };
}

function refusalBy(log: Logger, now: () => number): (thrown: unknown, call: Call) => Answer | null {
  return (thrown, { requestId }) => {
    if (!(thrown instanceof TokenError)) return null;
    const { code, message, reason } = thrown;
    log.info("token_refused", { request_id: requestId, code });
    const isStranger = code === "invalid_client";
    return {
      status: isStranger ? 401 : 400,
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Cache-Control": "no-store",
        // A node whose clock is wrong learns from it what time to write into its next assertion.
        Date: new Date(now()).toUTCString(),
        ...(isStranger ? { "WWW-Authenticate": 'Basic realm="edgeward"' } : {}),
      },
      body: JSON.stringify({
        error: code,
        error_description: message,
        ...(reason === null ? {} : { reason }),
      }),
    };
  };
}

async function granted(
  parameters: TokenParameters,
  ip: string | null,
  grants: Readonly<Record<string, Grant>>,
) {
  const type = parameters.grant_type;
  if (type === undefined) throw new TokenError("invalid_request", "grant_type is required");
  const grant = Object.hasOwn(grants, type) ? grants[type] : undefined;
  if (grant === undefined) {
    throw new TokenError("unsupported_grant_type", "this grant_type is not offered");
  }
  const { accessToken, expiresInSeconds, scope } = await grant(parameters, ip);
  return {
    access_token: accessToken,
    token_type: "Bearer" as const,
    expires_in: expiresInSeconds,
    ...(scope === null ? {} : { scope }),
  };
}

const bodyLimit = 16_384;

/** Serves `POST /auth/token`: JSON as this API's own form, form encoding and Basic for general clients. */
export function mountTokenEndpoint(
  app: Express,
  node: Surface,
  grants: Readonly<Record<string, Grant>>,
): void {
  const refusalOf = refusalBy(node.log, node.runtime.now);
  const surface = openSurface(node, { rules: openRules, refusalOf, bodyLimit });
  const tokens = defineOpenModule("tokens", tokenContract, {
    create: ({ body }, { ip }) => granted(body, ip, grants),
  });
  mountSurface(app, surface, [tokens], tokenReader(bodyLimit));
}
