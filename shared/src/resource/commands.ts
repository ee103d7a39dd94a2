import { isCommand, type Endpoint, type WriteEndpoint } from "#contract/endpoint.ts";
import type { Command, TableWrites, Writes } from "./command-writes.ts";
import type { Module } from "./module.ts";

/** A command of an endpoint. @param isSystem whether a node gives it by itself as well */
export function commandOf(
  { operation: name, access }: Pick<WriteEndpoint, "operation" | "access">,
  writes: readonly TableWrites[],
  isSystem = false,
): Command {
  return { name, access, isSystem, writes };
}

/** A command that only nodes give. */
export function nodeCommand(name: string, writes: readonly TableWrites[]): Command {
  return { name, access: null, isSystem: true, writes };
}

function commandsIn(endpoints: readonly Endpoint[], writes: Writes, byNodes: readonly string[]) {
  return endpoints
    .filter(isCommand)
    .map((endpoint) =>
      commandOf(endpoint, writes[endpoint.operation] ?? [], byNodes.includes(endpoint.operation)),
    );
}

/** The commands of some modules, with what each of them may write. */
export function commandsOf(modules: readonly Module[]): readonly Command[] {
  return modules.flatMap(({ routes, writes = {}, byNodes = [] }) =>
    commandsIn(
      routes.map(({ endpoint }) => endpoint),
      writes,
      byNodes,
    ),
  );
}
