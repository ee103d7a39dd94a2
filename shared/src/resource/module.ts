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

/** A resource's contract with its handlers. */
export interface Module {
  readonly name: string;
  readonly routes: readonly Route[];
}

/** Joins a contract and its handlers. @param options of the module's commands */
export function defineModule<const C extends Contract>(
  name: string,
  contract: C,
  handlers: Handlers<C>,
  options: { readonly ownsTransaction?: boolean } = {},
): Module {
  const { ownsTransaction = false } = options;
  const routes = Object.entries(contract).map(([key, endpoint]): Route => {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- Handlers<C> has typed each handler against its own endpoint
    const handle = handlers[key] as never;
    return endpoint.method === "GET"
      ? { kind: "read", name: `${name}.${key}`, endpoint, handle }
      : { kind: "write", name: `${name}.${key}`, endpoint, handle, ownsTransaction };
  });
  return { name, routes };
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
