import type { EventType } from "#contract/event-types.ts";
import { isCommand, type Endpoint, type WriteEndpoint } from "#contract/endpoint.ts";
import type {
  Command,
  Excesses,
  ExcessesByNames,
  Guard,
  Guards,
  JudgedBy,
  JudgedByNames,
  TableWrites,
  Writes,
} from "./command-writes.ts";
import type { Module } from "./module.ts";

interface CommandOptions {
  /** Whether a node gives it by itself as well. */
  readonly isSystem?: boolean;
  readonly guard?: Guard | undefined;
  readonly judgedBy?: JudgedBy | undefined;
  readonly excesses?: Excesses | undefined;
}

/** A command of an endpoint. */
export function commandOf(
  { operation: name, access }: Pick<WriteEndpoint, "operation" | "access">,
  writes: readonly TableWrites[],
  { isSystem = false, guard, judgedBy, excesses }: CommandOptions = {},
): Command {
  return { name, access, isSystem, writes, guard, judgedBy, excesses };
}

/** A command that only nodes give. */
export function nodeCommand(name: string, writes: readonly TableWrites[], guard?: Guard): Command {
  return { name, access: null, isSystem: true, writes, guard };
}

interface Declared {
  readonly writes: Writes;
  readonly byNodes: readonly string[];
  readonly guards: Guards;
  readonly judgedBy: JudgedByNames;
  readonly excesses: ExcessesByNames;
}

function commandsIn(
  endpoints: readonly Endpoint[],
  { writes, byNodes, guards, judgedBy, excesses }: Declared,
): readonly Command[] {
  return endpoints.filter(isCommand).map((endpoint) => {
    const { operation: name } = endpoint;
    const isSystem = byNodes.includes(name);
    const options = {
      isSystem,
      guard: guards[name],
      judgedBy: judgedBy[name],
      excesses: excesses[name],
    };
    return commandOf(endpoint, writes[name] ?? [], options);
  });
}

/** The commands of some modules, with what each of them may write. */
export function commandsOf(modules: readonly Module[]): readonly Command[] {
  return modules.flatMap(({ routes, ...declared }) => {
    const { writes = {}, byNodes = [], guards = {}, judgedBy = {}, excesses = {} } = declared;
    return commandsIn(
      routes.map(({ endpoint }) => endpoint),
      { writes, byNodes, guards, judgedBy, excesses },
    );
  });
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
