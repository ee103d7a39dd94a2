import type { Endpoint } from "#contract/endpoint.ts";
import { AppError } from "#kernel/errors.ts";
import { isAllowed, isInScope } from "#contract/access.ts";
import type { BranchScope, BranchSettings, Caller, TenantScope } from "#resource/context.ts";
import { header, type Call } from "./call.ts";
import type { Entered, SurfacePolicy } from "./surface.ts";

function required(call: Call, name: string): string {
  const value = header(call, name);
  if (value !== null) return value;
  throw new AppError("missing_header", `The header ${name} is required.`, { header: name });
}

/** Callers are those whose access token is good. */
export function byAccessToken(tokens: {
  verify(token: string): Promise<Caller>;
}): SurfacePolicy["authenticate"] {
  return async (call) => {
    const match = /^Bearer ([\w.~+/=-]+)$/i.exec(header(call, "authorization") ?? "");
    const token = match?.[1];
    if (token === undefined) {
      throw new AppError("unauthorized", "Send Authorization: Bearer with an access token.");
    }
    return tokens.verify(token);
  };
}

// The same answer for another's tenant and an unknown one.
function refuseOtherTenant(call: Call, caller: Caller): void {
  if (required(call, "X-Tenant-Id") === caller.tenantId) return;
  throw new AppError("tenant_forbidden", "This token does not act for that tenant.");
}

/** Calls act for the caller's tenant as a whole. */
export async function enterTenant(call: Call, caller: Caller): Promise<Entered<TenantScope>> {
  refuseOtherTenant(call, caller);
  return { scope: {}, branch: null };
}

/** Finds a branch of a tenant; null where there is none. @param isWrite whether something is to be changed there */
export type FindBranch = (
  tenantId: string,
  branchId: string,
  isWrite: boolean,
) => Promise<BranchSettings | null>;

/** Calls act for one branch of the caller's tenant, which must be one of the caller's. */
export function enterBranch(find: FindBranch): SurfacePolicy["enter"] {
  return async (call, caller): Promise<Entered<BranchScope>> => {
    refuseOtherTenant(call, caller);
    const branchId = required(call, "X-Branch-Id");
    const isOwn = caller.branchIds === "*" || caller.branchIds.includes(branchId);
    const branch = isOwn ? await find(caller.tenantId, branchId, call.method !== "GET") : null;
    if (branch === null) {
      throw new AppError("branch_forbidden", "This token does not act for that branch.");
    }
    return { scope: { branch }, branch };
  };
}

/** The role the request narrows itself to, or null. Narrowing never widens. @throws AppError role_not_granted */
export function actingRole(call: Call, caller: Caller): string | null {
  const role = header(call, "X-Actor-Role");
  if (role === null || caller.roles.includes(role)) return role;
  throw new AppError("role_not_granted", "The caller does not hold the role in X-Actor-Role.");
}

/** Refuses what neither role nor scope allows. @throws AppError scope_missing, forbidden */
export function authorise(endpoint: Endpoint, caller: Caller, role: string | null): void {
  if (endpoint.access === null) throw new AppError("forbidden", "No role gives the right to this.");
  const { resource, action } = endpoint.access;
  if (!isInScope(caller.scopes, resource, action)) {
    throw new AppError("scope_missing", `The token lacks the scope for ${resource}.`);
  }
  if (!isAllowed(role === null ? caller.roles : [role], resource, action)) {
    throw new AppError("forbidden", `This role may not ${action} ${resource}.`);
  }
}
