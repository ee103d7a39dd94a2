import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import express, { type Express, type Request, type RequestHandler, type Response } from "express";
import { isFileContent } from "#contract/endpoint.ts";
import type { DescribedSurface } from "#contract/openapi.ts";
import { AppError } from "#kernel/errors.ts";
import type { IdSource } from "#kernel/ids.ts";
import { header, type Answer, type Call, type ReceivedBody } from "#pipeline/call.ts";
import { run } from "#pipeline/run.ts";
import type { Surface } from "#pipeline/surface.ts";
import { contractsOf, type Module, type Route } from "#resource/module.ts";
import { packed } from "./pack.ts";
import { requestIdOf, toAppError } from "./problem.ts";

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

/** Reads what came with a request. @throws AppError for what cannot be read */
export type BodyReader = (request: Request, response: Response) => Promise<ReceivedBody>;

/** Reads a body as one of Express's own readers does. */
function bodyBy(parse: RequestHandler): BodyReader {
  return async (request, response) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    await parse(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(toAppError(error));
    });
    await promise;
    return { value: request.body };
  };
}

/** Reads JSON, whatever its sender calls it. @param limit bytes */
export function jsonReader(limit: number): BodyReader {
  return bodyBy(express.json({ limit, strict: false, type: () => true }));
}

/** Reads what a form of the web sends, where it says that it is one, and JSON otherwise. @param limit bytes */
export function formOrJsonReader(limit: number): BodyReader {
  const type = "application/x-www-form-urlencoded";
  const form = bodyBy(express.urlencoded({ extended: false, limit, type }));
  const json = jsonReader(limit);
  return (request, response) =>
    request.is(type) === type ? form(request, response) : json(request, response);
}

/** Made only for a handler that asks: few wait long enough, and an exception for each request's end is dear. */
function goneSignal(response: Response): AbortSignal {
  if (response.closed) return AbortSignal.abort();
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  return gone.signal;
}

function callOf(request: Request, response: Response, read: BodyReader): Call {
  let signal: AbortSignal | undefined;
  return {
    method: request.method,
    path: request.path,
    headers: request.headers,
    params: request.params,
    query: request.query,
    body: () => read(request, response),
    ip: request.ip ?? null,
    requestId: requestIdOf(response),
    get signal() {
      signal ??= goneSignal(response);
      return signal;
    },
  };
}

/** Whether a stream ended because the caller went away. */
function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
}

async function send(request: Request, response: Response, answer: Answer): Promise<void> {
  const { status, headers, body } = answer;
  response.status(status);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (body === null) response.end();
  else if (typeof body === "string") response.end(await packed(request, response, body));
  else if (body instanceof Uint8Array) response.end(body);
  else {
    await pipeline(Readable.from(body, { objectMode: false }), response).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
  }
}

function handlerFor<S>(route: Route<S>, surface: Surface<S>, read: BodyReader): RequestHandler {
  return async (request, response) => {
    await send(request, response, await run(route, callOf(request, response, read), surface));
  };
}

function expressPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

interface Addressed {
  readonly endpoint: Pick<Route["endpoint"], "path">;
}

// `/v1/patients/search` must be asked before `/v1/patients/:id`.
function byStaticFirst(one: Addressed, other: Addressed): number {
  const braces = ({ endpoint }: Addressed) => endpoint.path.split("{").length;
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

const methods = {
  GET: "get",
  POST: "post",
  PUT: "put",
  PATCH: "patch",
  DELETE: "delete",
} as const;

const served = new WeakMap<Express, DescribedSurface[]>();

/** What has been mounted in an application, for its description. */
export function servedSurfaces(app: Express): readonly DescribedSurface[] {
  return served.get(app) ?? [];
}

const namedAddresses = new WeakMap<Express, Set<string>>();

/** The addresses of an application in which nothing is filled in, also of surfaces that are mounted later. */
function namedIn(app: Express): Set<string> {
  const known = namedAddresses.get(app) ?? new Set();
  namedAddresses.set(app, known);
  return known;
}

/** Leaves to `/v1/documents/upload`, which another surface may serve, what `/v1/documents/:id` would take for an id. */
function unlessNamed(app: Express, path: string, handler: RequestHandler): RequestHandler {
  if (!path.includes(":")) return handler;
  const named = namedIn(app);
  return (request, response, next) =>
    named.has(request.path) ? next() : handler(request, response, next);
}

/**
 * Serves modules on a surface: each route of their contracts, and 405 for other methods on the same addresses.
 * @param read reads the bodies of writes, where they are not plain JSON
 */
export function mountSurface<S>(
  app: Express,
  surface: Surface<S>,
  modules: readonly Module<S>[],
  read: BodyReader = jsonReader(surface.bodyLimit),
): void {
  const { policy } = surface;
  const { eventTypes = [] } = policy;
  const described = { rules: policy, contracts: contractsOf(modules), eventTypes };
  served.set(app, [...servedSurfaces(app), described]);
  const routes = modules.flatMap((module) => module.routes).toSorted(byStaticFirst);
  const byPath = Map.groupBy(routes, (route) => expressPath(route.endpoint.path));
  for (const [path, own] of byPath) {
    if (!path.includes(":")) namedIn(app).add(path);
    const methodsHere = own.map((route) => route.endpoint.method);
    const others = unlessNamed(app, path, methodNotAllowed(methodsHere));
    // Express would answer HEAD like GET, and a file be read for nobody.
    if (own.some(({ endpoint }) => isFileContent(endpoint.response))) app.head(path, others);
    for (const route of own) {
      const handler = unlessNamed(app, path, handlerFor(route, surface, read));
      app[methods[route.endpoint.method]](path, handler);
    }
    // Right behind its own routes: a PUT to `/v1/patients/search` must not be taken for one to `/v1/patients/:id`.
    app.all(path, others);
  }
}
