import type { EventType } from "#contract/event-types.ts";
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

/**
 * The events that some commands may publish, each once: those to which receivers can subscribe.
 * @throws Error for a type that is declared in two places, which would mean two things
 */
export function eventTypesOf(commands: readonly Command[]): readonly EventType[] {
  const declared = new Map<string, EventType>();
  for (const event of commands.flatMap(({ writes }) => writes.flatMap(({ events }) => events))) {
    const known = declared.get(event.type);
    if (known !== undefined && known !== event) throw new Error(`${event.type} is declared twice`);
    declared.set(event.type, event);
  }
  return [...declared.values()];
}
