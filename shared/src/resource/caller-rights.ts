import {
  isAllowed,
  isInScope,
  type AccessAction,
  type ResourceName,
  type Role,
} from "#contract/access.ts";
import type { Context } from "./context.ts";

type Calling = Pick<Context, "role" | "caller">;

/** The roles with which a request is made: the one that it names, otherwise all that the caller has. */
function heldRoles({ role, caller }: Calling): readonly string[] {
  return role === null ? caller.roles : [role];
}

/** Whether whoever calls may do something besides what the endpoint is for. */
export function mayDo(ctx: Calling, resource: ResourceName, action: AccessAction): boolean {
  return (
    isAllowed(heldRoles(ctx), resource, action) && isInScope(ctx.caller.scopes, resource, action)
  );
}

/** Whether whoever calls does so in one of some roles. */
export function holdsOneOf(ctx: Calling, roles: readonly Role[]): boolean {
  const held = heldRoles(ctx);
  return roles.some((role) => held.includes(role));
}
