import * as z from "zod";
import type { ErrorCode } from "#kernel/errors.ts";
import type { AccessAction, ResourceName } from "./access.ts";

/**
 * Where a write may be made: `any` node; the record's own `branch` (the hub refuses what a branch node owns);
 * the `hub` alone.
 */
export type Home = "any" | "branch" | "hub";

/** An answer that is a file and not JSON. */
export interface FileContent {
  /** What it can be; a `*` in place of a part is any. */
  readonly contentTypes: readonly [string, ...string[]];
}

/** Bytes of which any part can be had. */
export interface RangedBytes {
  readonly size: number;
  /** Names these very bytes, without its quotes. */
  readonly etag: string;
  /** Both ends included. */
  readonly read: (first: number, last: number) => AsyncIterable<Uint8Array>;
}

/** What a handler answers where its endpoint's answer is a file. */
export class FileOutput {
  /** One of the endpoint's content types, where needed with its parameters: `text/calendar; charset=utf-8`. */
  readonly contentType: string;
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array> | RangedBytes;
  /** What a browser is to save it as; null where it is no matter. */
  readonly filename: string | null;
  /** Beside those of every answer. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    contentType: string,
    bytes: FileOutput["bytes"],
    more: { readonly filename?: string; readonly headers?: FileOutput["headers"] } = {},
  ) {
    this.contentType = contentType;
    this.bytes = bytes;
    this.filename = more.filename ?? null;
    this.headers = more.headers ?? {};
  }
}

interface EndpointBase {
  /** `/v1/patients/{id}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly tag: string;
  /** Null where no role gives the right: sign-in, enrolment, what only the operator may do. */
  readonly access: { readonly resource: ResourceName; readonly action: AccessAction } | null;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  /** Null where the answer has no body. */
  readonly response: z.ZodType | FileContent | null;
  /** 202: taken, and done later; 204: done, without a body. */
  readonly status: 200 | 201 | 202 | 204;
  /** Codes beyond those that every endpoint can answer. */
  readonly errors: readonly ErrorCode[];
}

/** An endpoint that only reads. */
export interface ReadEndpoint extends EndpointBase {
  readonly method: "GET";
  /** How long whoever has the answer may use it again without asking; left out: not at all. */
  readonly maxAgeSeconds?: number;
}

/** An endpoint that changes something: takes an idempotency key, runs in one transaction, leaves an operation. */
export interface WriteEndpoint extends EndpointBase {
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE";
  /** The command's name as the journal keeps it: `patient.update`. */
  readonly operation: string;
  readonly home: Home;
  readonly body: z.ZodType | null;
  /** What a caller sends, where that is not the JSON of `body`; a null schema is bytes. */
  readonly sent?: { readonly contentType: string; readonly schema: z.ZodType | null };
  /** Never a file: the answer is kept under the intent's key. */
  readonly response: z.ZodType | null;
  /** It answers a question that is too long for an address and leaves nothing behind: no idempotency key is asked for. */
  readonly leavesNothing?: true;
  /** Answered instead of 201 where what was to be made is there already. */
  readonly existingStatus?: 200;
}

/** Any endpoint. */
export type Endpoint = ReadEndpoint | WriteEndpoint;

/** The endpoints of one resource, by the names its handlers carry. */
export type Contract = Readonly<Record<string, Endpoint>>;

/** What a handler is given, parsed. */
export interface InputOf<E extends Endpoint> {
  readonly params: z.output<E["params"]>;
  readonly query: z.output<E["query"]>;
  readonly body: E extends { readonly body: infer B extends z.ZodType } ? z.output<B> : undefined;
}

/** What a handler answers, before the contract checks it on the way out. */
export type OutputOf<E extends Endpoint> = E["response"] extends z.ZodType
  ? z.input<E["response"]>
  : E["response"] extends FileContent
    ? FileOutput
    : void;

/** What a caller sends. */
export interface RequestOf<E extends Endpoint> {
  readonly params?: z.input<E["params"]>;
  readonly query?: z.input<E["query"]>;
  readonly body?: E extends { readonly body: infer B extends z.ZodType } ? z.input<B> : undefined;
}

/** What a caller receives: a file as a `Blob`, null where there is no body. */
export type ResponseOf<E extends Endpoint> = E["response"] extends z.ZodType
  ? z.output<E["response"]>
  : E["response"] extends FileContent
    ? Blob
    : null;

/** An address without parameters. */
export const noParams = z.strictObject({});
/** An address that takes no query. */
export const noQuery = z.strictObject({});

/** Declares an endpoint that reads. */
export function readEndpoint<
  const E extends Omit<ReadEndpoint, "method" | "status" | "errors"> & {
    readonly errors?: readonly ErrorCode[];
  },
>(endpoint: E) {
  return { errors: [], ...endpoint, method: "GET", status: 200 } as const;
}

/** Declares an endpoint that writes. */
export function writeEndpoint<
  const E extends Omit<WriteEndpoint, "errors"> & { readonly errors?: readonly ErrorCode[] },
>(endpoint: E) {
  return { errors: [], ...endpoint } as const;
}

/** Whether an endpoint writes. */
export function isWriteEndpoint(endpoint: Endpoint): endpoint is WriteEndpoint {
  return endpoint.method !== "GET";
}

/** Whether an endpoint leaves something behind, so that asking it twice must not do it twice. */
export function isCommand(endpoint: Endpoint): endpoint is WriteEndpoint {
  return isWriteEndpoint(endpoint) && endpoint.leavesNothing !== true;
}

/** Whether an answer is a file and not JSON. */
export function isFileContent(response: Endpoint["response"]): response is FileContent {
  return response !== null && "contentTypes" in response;
}
