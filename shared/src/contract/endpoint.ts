import * as z from "zod";
import type { ErrorCode } from "#kernel/errors.ts";
import type { AccessAction, ResourceName } from "./access.ts";

/**
 * Where a write may be made: `any` node; the record's own `branch` (the hub refuses what a branch node owns);
 * the `hub` alone.
 */
export type Home = "any" | "branch" | "hub";

interface EndpointBase {
  /** `/v1/patients/{id}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly tag: string;
  readonly access: { readonly resource: ResourceName; readonly action: AccessAction };
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  readonly response: z.ZodType;
  readonly status: 200 | 201;
  /** Codes beyond those that every endpoint can answer. */
  readonly errors: readonly ErrorCode[];
}

/** An endpoint that only reads. */
export interface ReadEndpoint extends EndpointBase {
  readonly method: "GET";
}

/** An endpoint that changes something: needs an idempotency key, runs in one transaction, leaves an operation. */
export interface WriteEndpoint extends EndpointBase {
  readonly method: "POST" | "PUT" | "DELETE";
  /** The command's name as the journal keeps it: `patient.update`. */
  readonly operation: string;
  readonly home: Home;
  readonly body: z.ZodType | null;
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
export type OutputOf<E extends Endpoint> = z.input<E["response"]>;

/** What a caller sends. */
export interface RequestOf<E extends Endpoint> {
  readonly params?: z.input<E["params"]>;
  readonly query?: z.input<E["query"]>;
  readonly body?: E extends { readonly body: infer B extends z.ZodType } ? z.input<B> : undefined;
}

/** What a caller receives. */
export type ResponseOf<E extends Endpoint> = z.output<E["response"]>;

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
