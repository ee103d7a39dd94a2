import { clinicalModules } from "@edgeward/shared/clinical/index.ts";
import type { AccessAction, ResourceName } from "@edgeward/shared/contract/access.ts";
import type { Change, Operation } from "@edgeward/shared/db/model.ts";
import { isAllowed } from "@edgeward/shared/contract/access.ts";

interface Access {
  readonly resource: ResourceName;
  readonly action: AccessAction;
}

const accessOf: ReadonlyMap<string, Access> = new Map(
  clinicalModules
    .flatMap((module) => module.routes)
    .flatMap(({ endpoint }) =>
      "operation" in endpoint && endpoint.access !== null
        ? [[endpoint.operation, endpoint.access] as const]
        : [],
    ),
);

/** Whose rights a change of a table's rows asks for. What is not here is no device's to send. */
const resources: ReadonlyMap<string, ResourceName> = new Map(
  clinicalModules.flatMap(({ rules, routes }) => {
    const access = routes[0]?.endpoint.access ?? null;
    return rules?.isSentByDevices === true && access !== null
      ? [[rules.table.name, access.resource] as const]
      : [];
  }),
);

/** What may not be done, in words; null when all of it may. */
function forbiddenPart(
  operation: Operation,
  held: readonly string[],
  access: Access,
): string | null {
  if (!isAllowed(held, access.resource, access.action)) return operation.type;
  const isForeign = ({ table, kind }: Change) => {
    const resource = resources.get(table);
    if (resource === access.resource) return false;
    const action = kind === "insert" ? "create" : "update";
    return resource === undefined || !isAllowed(held, resource, action);
  };
  return operation.changes.find(isForeign)?.table ?? null;
}

/**
 * Why an operation of a device goes beyond the rights of whoever made it, or null: the command is one that their roles
 * allow at the desk, and it changes what that command is about or what they may change besides. @param roles the author's
 */
export function refuseRights(operation: Operation, roles: readonly string[]): string | null {
  const { actor, type } = operation;
  if (actor.role !== null && !roles.includes(actor.role)) return `${actor.role} is not their role`;
  const access = accessOf.get(type);
  if (access === undefined) return `${type} is no command of the desk`;
  const held = actor.role === null ? roles : [actor.role];
  const part = forbiddenPart(operation, held, access);
  return part === null ? null : `their role does not allow ${part}`;
}
