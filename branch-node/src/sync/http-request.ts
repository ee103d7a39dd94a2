import { createRequire } from "node:module";
import type * as undici from "undici";
import * as z from "zod";

// Of undici only what sends requests: all of it, with a browser's fetch, caches and mocks, is 13 MB more of a node's memory.
const load = createRequire(import.meta.url);
const isFunction = (value: unknown) => typeof value === "function";

/** Keeps the connections to a server. */
export const Agent = z
  .custom<typeof undici.Agent>(isFunction)
  .parse(load("undici/lib/dispatcher/agent.js"));
/** Keeps the connections to a server. */
export type Agent = undici.Agent;

type Sending = (
  this: undici.Dispatcher,
  options: undici.Dispatcher.RequestOptions,
) => Promise<undici.Dispatcher.ResponseData>;

const send = z.custom<Sending>(isFunction).parse(load("undici/lib/api/api-request.js"));

/** A request, and what keeps its connections. */
interface Sent extends Omit<undici.Dispatcher.RequestOptions, "origin" | "path"> {
  readonly dispatcher: undici.Dispatcher;
}

/** Sends a request to a whole address. @throws Error where no answer comes */
export function request(
  url: string,
  { dispatcher, ...options }: Sent,
): Promise<undici.Dispatcher.ResponseData> {
  const { origin, pathname, search } = new URL(url);
  return send.call(dispatcher, { ...options, origin, path: `${pathname}${search}` });
}
