import express, { type Express, type Request, type RequestHandler, type Response } from "express";
import { AppError } from "#kernel/errors.ts";
import type { IdSource } from "#kernel/ids.ts";
import type { Route } from "#resource/module.ts";
import { packed } from "./pack.ts";
import { runEndpoint, type Outcome } from "./run-endpoint.ts";
import { requestIdOf, toAppError } from "./problem.ts";
import { authenticate, header } from "./request.ts";
import type { Surface } from "./surface.ts";

const requestIdPattern = /^[\w.:-]{8,64}$/;

/** Gives every request an id: the caller's own `X-Request-Id` where it is well formed. */
export function requestIds(newId: IdSource): RequestHandler {
  return (request, response, next) => {
    const given = header(request, "X-Request-Id");
    const id = given !== null && requestIdPattern.test(given) ? given : newId("req");
    response.locals["requestId"] = id;
    response.setHeader("X-Request-Id", id);
    next();
  };
}

/** Headers that every answer carries. */
export const securityHeaders: RequestHandler = (_request, response, next) => {
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Referrer-Policy", "no-referrer");
  response.setHeader("X-Frame-Options", "DENY");
  next();
};

/** An Express application without what these surfaces do not use: each default costs a part of every request. */
export function createExpress(): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", "simple");
  return app;
}

async function send(request: Request, response: Response, outcome: Outcome): Promise<void> {
  if (outcome.version !== null) response.setHeader("ETag", `"v${outcome.version}"`);
  if (outcome.replayOf !== null) {
    response.setHeader("Idempotent-Replayed", "true");
    response.setHeader("Original-Request-Id", outcome.replayOf);
  }
  if (outcome.limit.remaining !== null) {
    response.setHeader("X-Rate-Limit-Remaining", String(outcome.limit.remaining));
  }
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  response.setHeader("Cache-Control", "no-store");
  const body = await packed(request, response, outcome.body);
  response.status(outcome.status).end(body);
}

function report(
  surface: Surface,
  route: Route,
  request: Request,
  response: Response,
  began: number,
): void {
  const durationMs = performance.now() - began;
  const { statusCode: status } = response;
  surface.onRequest({ route: route.endpoint.path, method: request.method, status, durationMs });
  surface.log.info("request", {
    request_id: requestIdOf(response),
    tenant_id: header(request, "X-Tenant-Id") ?? undefined,
    branch_id: header(request, "X-Branch-Id") ?? undefined,
    device_id: header(request, "X-Device-Id") ?? undefined,
    endpoint: `${route.endpoint.method} ${route.endpoint.path}`,
    status,
    duration_ms: Math.round(durationMs * 100) / 100,
  });
}

function retryAfter(error: AppError): string | null {
  const seconds = error.details["retry_after"];
  return typeof seconds === "number" ? String(seconds) : null;
}

async function readBody(
  request: Request,
  response: Response,
  parse: RequestHandler,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  await parse(request, response, (error?: unknown) => {
    if (error === undefined) resolve();
    else reject(toAppError(error));
  });
  await promise;
}

function handlerFor(route: Route, surface: Surface, parse: RequestHandler): RequestHandler {
  return async (request, response, next) => {
    const began = performance.now();
    response.once("finish", () => report(surface, route, request, response, began));
    try {
      // A stranger's body is not read: without a token nobody makes the node parse megabytes.
      const caller = await authenticate(request, surface.tokens);
      if (route.kind === "write") await readBody(request, response, parse);
      const asked = { request, requestId: requestIdOf(response), caller };
      const outcome = await runEndpoint(route, asked, surface);
      await send(request, response, outcome);
    } catch (error) {
      const seconds = retryAfter(toAppError(error));
      if (seconds !== null) response.setHeader("Retry-After", seconds);
      next(error);
    }
  };
}

function expressPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

// `/v1/patients/search` must be asked before `/v1/patients/:id`.
function byStaticFirst(one: Route, other: Route): number {
  const braces = (route: Route) => route.endpoint.path.split("{").length;
  return braces(one) - braces(other);
}

function methodNotAllowed(methods: readonly string[]): RequestHandler {
  return (_request, response, next) => {
    response.setHeader("Allow", methods.join(", "));
    next(new AppError("method_not_allowed", `This address answers to ${methods.join(", ")}.`));
  };
}

/** Every unknown address of an application. */
export const unknownAddress: RequestHandler = (_request, _response, next) => {
  next(new AppError("not_found", "There is no such address."));
};

function mountRoute(app: Express, route: Route, surface: Surface, parse: RequestHandler): void {
  const path = expressPath(route.endpoint.path);
  const handle = handlerFor(route, surface, parse);
  if (route.endpoint.method === "GET") app.get(path, handle);
  if (route.endpoint.method === "POST") app.post(path, handle);
  if (route.endpoint.method === "PUT") app.put(path, handle);
  if (route.endpoint.method === "DELETE") app.delete(path, handle);
}

function jsonReader(surface: Surface): RequestHandler {
  return express.json({ limit: surface.bodyLimit, strict: false, type: () => true });
}

/**
 * Serves the modules of a surface: each route of their contracts, and 405 for other methods on the same addresses.
 * @param read reads the bodies of writes, where they are not plain JSON
 */
export function mountSurface(
  app: Express,
  surface: Surface,
  read: RequestHandler = jsonReader(surface),
): void {
  const routes = surface.modules.flatMap((module) => module.routes).toSorted(byStaticFirst);
  const byPath = Map.groupBy(routes, (route) => expressPath(route.endpoint.path));
  for (const [path, own] of byPath) {
    for (const route of own) mountRoute(app, route, surface, read);
    // Right behind its own routes: a PUT to `/v1/patients/search` must not be taken for one to `/v1/patients/:id`.
    app.all(path, methodNotAllowed(own.map((route) => route.endpoint.method)));
  }
}
