import type * as z from "zod";
import type { SqlRow } from "#db/model.ts";
import type { TableDeclaration } from "#db/table.ts";
import type { Contract, Endpoint, InputOf, OutputOf, WriteEndpoint } from "#contract/endpoint.ts";
import type { ReadContext, WriteContext } from "./context.ts";

/** The function behind an endpoint: parsed input and context in, answer out. */
export type Handler<E extends Endpoint> = (
  input: InputOf<E>,
  ctx: E extends WriteEndpoint ? WriteContext : ReadContext,
) => Promise<OutputOf<E>>;

/** One function for each endpoint of a contract; one that is missing does not compile. */
export type Handlers<C extends Contract> = { readonly [Name in keyof C]: Handler<C[Name]> };

/** An endpoint with its handler, as the mount sees it. */
export type Route =
  | {
      readonly kind: "read";
      readonly name: string;
      readonly endpoint: Endpoint;
      readonly handle: (input: InputOf<Endpoint>, ctx: ReadContext) => Promise<unknown>;
    }
  | {
      readonly kind: "write";
      readonly name: string;
      readonly endpoint: WriteEndpoint;
      readonly handle: (input: InputOf<Endpoint>, ctx: WriteContext) => Promise<unknown>;
      /** Whether it asks the database in words of its own, and so never shares its transaction. */
      readonly ownsTransaction: boolean;
    };

/** What generic code does with a resource's records: how a person's decision changes one, and who may send one. */
export interface RecordRules {
  readonly table: TableDeclaration;
  /** Emitted where a decision has changed a record. */
  readonly updatedEvent?: string;
  /** The body of a change, whose fields read what a person gives. */
  readonly body?: z.ZodObject;
  /** Fields of that body which only the server sets. */
  readonly readOnly?: readonly string[];
  /** The resource's own command for a change; without one the row is changed as it stands. */
  change?(ctx: WriteContext, row: SqlRow, body: Readonly<Record<string, unknown>>): void;
  /**
   * What becomes of a record that gives up a value which another one holds; null where it never does. Without one, the
   * column is emptied where it may be empty, and takes another value where it may not.
   */
  release?(row: SqlRow, disputed: Disputed): SqlRow | null;
  /** Whether a paired device may send changes of it, within its user's rights. */
  readonly isSentByDevices?: boolean;
}

/** A value that two records hold. */
export interface Disputed {
  readonly field: string;
  readonly value: unknown;
}

/** A resource's contract with its handlers. */
export interface Module {
  readonly name: string;
  readonly routes: readonly Route[];
  readonly rules?: RecordRules;
  /** Of a declared record: a body that makes one, the n-th of its kind. */
  readonly sample?: (serial: number) => SqlRow;
}

interface ModuleOptions {
  readonly rules?: RecordRules;
  /** Whether its commands ask the database in words of their own, and so never share a transaction. */
  readonly ownsTransaction?: boolean;
}

/** Joins a contract and its handlers. @param options of the module's commands */
export function defineModule<const C extends Contract>(
  name: string,
  contract: C,
  handlers: Handlers<C>,
  options: ModuleOptions = {},
): Module {
  const { ownsTransaction = false, rules } = options;
  const routes = Object.entries(contract).map(([key, endpoint]): Route => {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- Handlers<C> has typed each handler against its own endpoint
    const handle = handlers[key] as never;
    return endpoint.method === "GET"
      ? { kind: "read", name: `${name}.${key}`, endpoint, handle }
      : { kind: "write", name: `${name}.${key}`, endpoint, handle, ownsTransaction };
  });
  return { name, routes, ...(rules === undefined ? {} : { rules }) };
}

/** The contracts behind some modules, by the name of the resource. */
export function contractsOf(modules: readonly Module[]): Readonly<Record<string, Contract>> {
  return Object.fromEntries(
    modules.map((module) => [
      module.name,
      Object.fromEntries(
        module.routes.map((route) => [route.name.slice(module.name.length + 1), route.endpoint]),
      ),
    ]),
  );
}
