import { randomBytes, timingSafeEqual } from "node:crypto";
import { writeFileSync } from "node:fs";
import { AppError } from "#kernel/errors.ts";
import { createRouter, jsonBody, type RequestHandler, type Router } from "./express.ts";

const bodyLimit = 65_536;

function onlyOperator(token: string): RequestHandler {
  const expected = Buffer.from(`Bearer ${token}`);
  return (request, _response, next) => {
    const given = Buffer.from(request.get("authorization") ?? "");
    const isRight = given.length === expected.length && timingSafeEqual(given, expected);
    next(
      isRight ? undefined : new AppError("unauthorized", "The operator's token is needed here."),
    );
  };
}

/** Addresses for the operator's command: guarded by a token that only the operator can read. @param limit bytes of a body */
export function createOperatorRouter(token: string, limit = bodyLimit): Router {
  const router = createRouter();
  router.use(onlyOperator(token), jsonBody(limit));
  return router;
}

/** Makes a token for this run of a node and leaves it in a file of mode 0600. */
export function writeOperatorToken(file: string): string {
  const token = randomBytes(32).toString("base64url");
  writeFileSync(file, token, { mode: 0o600 });
  return token;
}
