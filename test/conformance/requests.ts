import type { Endpoint, RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { randomKey } from "@edgeward/shared/contract/client.ts";
import type { TestNode } from "#support/node.ts";

/** An answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The error's code; empty for a success. */
  readonly code: string;
  /** The paths and codes of the fields that an error names, `dob validation_error`. */
  readonly fields: readonly string[];
}

/** What is sent beside the contract's own request. */
export interface SendOptions {
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Put into the query as they stand, beside the request's own. */
  readonly query?: readonly (readonly [string, string])[];
  /** Sent as it stands in place of the request's body. */
  readonly rawBody?: string;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The members of an object, or none. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function urlOf(
  node: TestNode,
  endpoint: Endpoint,
  request: RequestOf<Endpoint>,
  options: SendOptions,
) {
  const params = membersOf(request.params);
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  const own = Object.entries(membersOf(request.query));
  for (const [name, value] of [...own, ...(options.query ?? [])])
    search.append(name, String(value));
  return `${node.url}${path}${search.size === 0 ? "" : `?${search.toString()}`}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The answer as it is compared: `fetch`'s own object reads its body once. */
async function readAnswer(response: Response): Promise<RawAnswer> {
  const text = await response.text();
  const error = membersOf(membersOf(parsed(text))["error"]);
  const fields = membersOf(error["details"])["fields"];
  return {
    status: response.status,
    headers: response.headers,
    text,
    code: typeof error["code"] === "string" ? error["code"] : "",
    fields: (Array.isArray(fields) ? fields : []).map((field: unknown) => {
      const { path, code } = membersOf(field);
      return `${String(path)} ${String(code)}`;
    }),
  };
}

/** Sends a request without any of a client's help. A write gets a key of its own unless the headers have one. */
export async function send(
  node: TestNode,
  endpoint: Endpoint,
  request: RequestOf<Endpoint>,
  options: SendOptions,
): Promise<RawAnswer> {
  const isWrite = endpoint.method !== "GET";
  const body =
    options.rawBody ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
  const response = await fetch(urlOf(node, endpoint, request, options), {
    method: options.method ?? endpoint.method,
    headers: {
      ...(isWrite ? { "idempotency-key": randomKey() } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  return readAnswer(response);
}

/** Headers without one of them. */
export function without(
  headers: Readonly<Record<string, string>>,
  name: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
}

/** A body with the one part that differs between two like answers taken out. */
export function withoutRequestId(answer: RawAnswer): string {
  return answer.text.replace(/"request_id":"[^"]*"/, '"request_id":""');
}
