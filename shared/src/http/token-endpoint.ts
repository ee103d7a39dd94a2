import express, { type Express, type Request, type Response } from "express";
import type { Logger } from "#log/log.ts";
import { requestIdOf } from "./problem.ts";
import { header } from "#pipeline/call.ts";

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

  constructor(code: TokenErrorCode, description: string) {
    super(description);
    this.name = "TokenError";
    this.code = code;
  }
}

type Parameters = Readonly<Record<string, string>>;

/** One grant type's way from parameters to a token. @throws TokenError */
export type Grant = (parameters: Parameters) => Promise<GrantedToken>;

function textParameters(value: unknown): Parameters {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
}

// Clients that follow RFC 6749 send their credentials as HTTP Basic.
function basicCredentials(request: Request): Parameters {
  const match = /^Basic ([\w+/=-]+)$/i.exec(header(request, "authorization") ?? "");
  if (match?.[1] === undefined) return {};
  const text = Buffer.from(match[1], "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon === -1
    ? {}
    : { client_id: text.slice(0, colon), client_secret: text.slice(colon + 1) };
}

function sendRefusal(response: Response, error: TokenError): void {
  if (error.code === "invalid_client") {
    response.setHeader("WWW-Authenticate", 'Basic realm="edgeward"');
  }
  response.status(error.code === "invalid_client" ? 401 : 400);
  response.json({ error: error.code, error_description: error.message });
}

async function answer(
  request: Request,
  response: Response,
  grants: Readonly<Record<string, Grant>>,
): Promise<void> {
  const parameters = { ...textParameters(request.body), ...basicCredentials(request) };
  const type = parameters["grant_type"];
  if (type === undefined) throw new TokenError("invalid_request", "grant_type is required");
  const grant = Object.hasOwn(grants, type) ? grants[type] : undefined;
  if (grant === undefined) {
    throw new TokenError("unsupported_grant_type", "this grant_type is not offered");
  }
  const granted = await grant(parameters);
  response.json({
    access_token: granted.accessToken,
    token_type: "Bearer",
    expires_in: granted.expiresInSeconds,
    ...(granted.scope === null ? {} : { scope: granted.scope }),
  });
}

/** Serves `POST /auth/token`: JSON as this API's own form, form encoding and Basic for general clients. */
export function mountTokenEndpoint(
  app: Express,
  grants: Readonly<Record<string, Grant>>,
  log: Logger,
): void {
  const parsers = [
    express.json({ limit: 16_384 }),
    express.urlencoded({ extended: false, limit: 16_384 }),
  ];
  app.post("/auth/token", ...parsers, async (request, response) => {
    response.setHeader("Cache-Control", "no-store");
    try {
      await answer(request, response, grants);
    } catch (error) {
      if (!(error instanceof TokenError)) throw error;
      log.info("token_refused", { request_id: requestIdOf(response), code: error.code });
      sendRefusal(response, error);
    }
  });
}
