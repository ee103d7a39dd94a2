import { clinicalModules } from "@edgeward/shared/clinical/index.ts";
import { isAllowed, isInScope } from "@edgeward/shared/contract/access.ts";
import type { Operation } from "@edgeward/shared/db/model.ts";
import { deviceScopes } from "#pairing/device-scopes.ts";
import { branchJudge } from "./branch-judge.ts";

/** Tables whose changes a paired device may send. What is not here is no device's. */
const sentByDevices: ReadonlySet<string> = new Set(
  clinicalModules.flatMap(({ rules }) =>
    rules?.isSentByDevices === true ? [rules.table.name] : [],
  ),
);

const ownScopes: ReadonlySet<string> = new Set(deviceScopes.bedside_tablet.split(" "));

/**
 * Why an operation of a device goes beyond the rights of whoever made it, or null: the command is one that their roles
 * allow at the desk, on records that devices send. @param roles the author's
 */
export function refuseRights(operation: Operation, roles: readonly string[]): string | null {
  const { actor, type, changes } = operation;
  if (actor.role !== null && !roles.includes(actor.role)) return `${actor.role} is not their role`;
  const access = branchJudge.command(type)?.access;
  if (access === undefined || access === null) return `${type} is no command of the desk`;
  const foreign = changes.find(({ table }) => !sentByDevices.has(table));
  if (foreign !== undefined) return `no device sends changes of ${foreign.table}`;
  const isOwn = actor.type === "device";
  if (isOwn && !isInScope(ownScopes, access.resource, access.action))
    return `a device does not give ${type} by itself`;
  const held = actor.role === null ? roles : [actor.role];
  return isAllowed(held, access.resource, access.action)
    ? null
    : `their role does not allow ${type}`;
}
