import type * as z from "zod";
import type { EventType } from "#contract/event-types.ts";
import type { SqlRow } from "#db/model.ts";
import type { TableDeclaration } from "#db/table.ts";
import type { ExcessesByNames, Guards, JudgedByNames, Writes } from "./command-writes.ts";
import {
  isCommand,
  type Contract,
  type Endpoint,
  type InputOf,
  type WriteEndpoint,
} from "#contract/endpoint.ts";
import type {
  BranchScope,
  DetachedContext,
  OpenContext,
  OpenScope,
  ReadContext,
  TenantScope,
  WriteContext,
} from "./context.ts";
import type { OutcomeOf, WithHeaders } from "./outcome.ts";

type ContextOf<E extends Endpoint, S> = E extends { readonly leavesNothing: true }
  ? ReadContext<S>
  : E extends WriteEndpoint
    ? WriteContext<S>
    : ReadContext<S>;

/** The functions behind a contract's endpoints: parsed input and context in, answer out. One that is missing does not compile. */
export type Handlers<C extends Contract, S = BranchScope> = {
  readonly [Name in keyof C]: (
    input: InputOf<C[Name]>,
    ctx: ContextOf<C[Name], S>,
  ) => Promise<OutcomeOf<C[Name]>>;
};

/** The same for endpoints whose functions run outside of any transaction. */
export type DetachedHandlers<C extends Contract, S = BranchScope> = {
  readonly [Name in keyof C]: (
    input: InputOf<C[Name]>,
    ctx: DetachedContext<S>,
  ) => Promise<OutcomeOf<C[Name]>>;
};

/** The same for endpoints whose requests name no tenant. */
export type OpenHandlers<C extends Contract> = {
  readonly [Name in keyof C]: (
    input: InputOf<C[Name]>,
    ctx: OpenContext,
  ) => Promise<OutcomeOf<C[Name]> | WithHeaders<OutcomeOf<C[Name]>>>;
};

interface RouteOf<Kind extends string, E extends Endpoint, Ctx> {
  readonly kind: Kind;
  readonly name: string;
  readonly endpoint: E;
  readonly handle: (input: InputOf<Endpoint>, ctx: Ctx) => Promise<unknown>;
}

/** An endpoint with its handler, as the pipeline sees it. */
export type Route<S = BranchScope> =
  | RouteOf<"read", Endpoint, ReadContext<S>>
  | (RouteOf<"write", WriteEndpoint, WriteContext<S>> & {
      /** Whether it asks the database in words of its own, and so never shares its transaction. */
      readonly ownsTransaction: boolean;
    })
  | RouteOf<"detached", Endpoint, DetachedContext<S>>;

/** What generic code does with a resource's records: how a person's decision changes one, and who may send one. */
export interface RecordRules {
  readonly table: TableDeclaration;
  /** Emitted where a decision has changed a record. */
  readonly updatedEvent?: EventType;
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
export interface Module<S = BranchScope> {
  readonly name: string;
  readonly routes: readonly Route<S>[];
  readonly rules?: RecordRules;
  /** What its commands may write, by their names. */
  readonly writes?: Writes;
  /** Names of its commands that a node gives by itself as well. */
  readonly byNodes?: readonly string[];
  /** What its commands' operations are asked where they meet the records, by the commands' names. */
  readonly guards?: Guards;
  /** By which records besides those that they change they are judged there, by the commands' names. */
  readonly judgedBy?: JudgedByNames;
  /** What its commands' operations that are taken can go beyond, by the commands' names. */
  readonly excesses?: ExcessesByNames;
  /** Of a declared record: from what the tests make requests. */
  readonly sample?: RecordSample;
}

/** Requests for a declared record. */
export interface RecordSample {
  /** A body that makes one: the n-th of its kind, unlike those before it where values are unique. */
  readonly made: (serial: number) => SqlRow;
  /** A body that changes one, where not every record may be changed by its metadata. */
  readonly changed?: SqlRow;
  /** What somebody else of the same role is answered who would change one, where it is its author's alone. */
  readonly statusForOthers?: number;
}

interface ModuleOptions {
  readonly rules?: RecordRules;
  /** What its commands may write, by their names; one that is left out writes nothing that travels. */
  readonly writes?: Writes;
  /** Names of its commands that a node gives by itself as well. */
  readonly byNodes?: readonly string[];
  /** What its commands' operations are asked where they meet the records, by the commands' names. */
  readonly guards?: Guards;
  /** By which records besides those that they change they are judged there, by the commands' names. */
  readonly judgedBy?: JudgedByNames;
  /** What its commands' operations that are taken can go beyond, by the commands' names. */
  readonly excesses?: ExcessesByNames;
  /** Whether its commands ask the database in words of their own, and so never share a transaction. */
  readonly ownsTransaction?: boolean;
}

function routesOf<S, C extends Contract>(
  name: string,
  contract: C,
  handlers: Handlers<C, S>,
  { ownsTransaction = false, ...declared }: ModuleOptions = {},
): Module<S> {
  const routes = Object.entries(contract).map(([key, endpoint]): Route<S> => {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- Handlers<C> has typed each handler against its own endpoint
    const handle = handlers[key] as never;
    return isCommand(endpoint)
      ? { kind: "write", name: `${name}.${key}`, endpoint, handle, ownsTransaction }
      : { kind: "read", name: `${name}.${key}`, endpoint, handle };
  });
  return { name, routes, ...declared };
}

/** Joins a contract and its handlers. @param options of the module's commands */
export function defineModule<const C extends Contract>(
  name: string,
  contract: C,
  handlers: Handlers<C>,
  options: ModuleOptions = {},
): Module {
  return routesOf(name, contract, handlers, options);
}

/** Joins a contract and its handlers for a surface that knows no branch. @param options of the module's commands */
export function defineTenantModule<const C extends Contract>(
  name: string,
  contract: C,
  handlers: Handlers<C, TenantScope>,
  options: Pick<ModuleOptions, "ownsTransaction"> = {},
): Module<TenantScope> {
  return routesOf(name, contract, handlers, options);
}

function detachedRoutes<S, C extends Contract>(
  name: string,
  contract: C,
  handlers: Readonly<Record<keyof C, unknown>>,
): Module<S> {
  const routes = Object.entries(contract).map(([key, endpoint]): Route<S> => {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the callers' types hold each handler to its own endpoint
    const handle = handlers[key] as never;
    return { kind: "detached", name: `${name}.${key}`, endpoint, handle };
  });
  return { name, routes };
}

/** Joins a contract and handlers that wait or work long: they run outside of any transaction. */
export function defineDetachedModule<const C extends Contract>(
  name: string,
  contract: C,
  handlers: DetachedHandlers<C>,
): Module {
  return detachedRoutes(name, contract, handlers);
}

/** Joins a contract and handlers of a surface whose requests name no tenant. */
export function defineOpenModule<const C extends Contract>(
  name: string,
  contract: C,
  handlers: OpenHandlers<C>,
): Module<OpenScope> {
  return detachedRoutes(name, contract, handlers);
}

/** The contracts behind some modules, by the name of the resource. */
export function contractsOf(modules: readonly Module<never>[]): Readonly<Record<string, Contract>> {
  return Object.fromEntries(
    modules.map((module) => [
      module.name,
      Object.fromEntries(
        module.routes.map((route) => [route.name.slice(module.name.length + 1), route.endpoint]),
      ),
    ]),
  );
}
