import type {
  Contract,
  Endpoint,
  RequestOf,
  WriteEndpoint,
} from "@edgeward/shared/contract/endpoint.ts";
import type { World } from "./world.ts";

// Methods, not functions in properties: a table of all samples can then be read without each one's own types.
/** A request that succeeds. */
export interface Makes<E extends Endpoint> {
  /** A request that succeeds, with everything it needs made anew. */
  request(world: World): Promise<RequestOf<E>>;
  /** What somebody else with the same role is answered, where a record is its author's alone. */
  readonly statusForOthers?: number;
}

/** What changes with another good request. */
export interface Changes<E extends Endpoint> {
  /** Another good request to the same address. */
  changed(request: RequestOf<E>): RequestOf<E>;
}

/** Of a list: how it grows. */
export interface Grows<E extends Endpoint> {
  /** One more row in the list that the request asks for. */
  grow(world: World, request: RequestOf<E>): Promise<unknown>;
}

// A query without parameters takes any name as far as types go.
type QueryName<E extends Endpoint> = keyof NonNullable<RequestOf<E>["query"]>;
type IsList<E extends Endpoint> =
  string extends QueryName<E> ? false : "cursor" extends QueryName<E> ? true : false;

/** What the ladder has to know of an endpoint beyond its contract. */
type SampleOf<E extends Endpoint> = Makes<E> &
  (E extends WriteEndpoint ? Changes<E> : unknown) &
  (IsList<E> extends true ? Grows<E> : unknown);

/** The samples of a module's endpoints. */
export type SamplesOf<C extends Contract> = { readonly [Name in keyof C]: SampleOf<C[Name]> };

/** What another good request to the same address says besides. */
export const changedMetadata = { note: "changed" } as const;

/** The id in a request's path. */
export function idIn(request: { readonly params?: unknown }): string {
  const { params } = request;
  const id =
    typeof params === "object" && params !== null && "id" in params ? params.id : undefined;
  if (typeof id !== "string") throw new Error("the request names no record");
  return id;
}
