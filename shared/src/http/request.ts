import type { Request } from "express";
import type * as z from "zod";
import { issuesToFields } from "#contract/issues.ts";
import type { Endpoint, InputOf } from "#contract/endpoint.ts";
import { AppError, fieldError, type FieldIssue } from "#kernel/errors.ts";
import { isAllowed, isInScope } from "#contract/access.ts";
import type { BranchSettings, Caller } from "#resource/context.ts";
import type { TokenVerifier } from "./tokens.ts";

/** A header's value, or null when it is absent or empty. */
export function header(request: Request, name: string): string | null {
  const value = request.get(name)?.trim();
  return value === undefined || value === "" ? null : value;
}

function required(request: Request, name: string): string {
  const value = header(request, name);
  if (value !== null) return value;
  throw new AppError("missing_header", `The header ${name} is required.`, { header: name });
}

/** Who calls. @throws AppError unauthorized */
export async function authenticate(request: Request, tokens: TokenVerifier): Promise<Caller> {
  const match = /^Bearer ([\w.~+/=-]+)$/i.exec(header(request, "authorization") ?? "");
  const token = match?.[1];
  if (token === undefined) {
    throw new AppError("unauthorized", "Send Authorization: Bearer with an access token.");
  }
  return tokens.verify(token);
}

/** The acting tenant: the token's own. @throws AppError tenant_forbidden, the same for another's and an unknown one */
export function actingTenant(request: Request, caller: Caller): string {
  if (required(request, "X-Tenant-Id") === caller.tenantId) return caller.tenantId;
  throw new AppError("tenant_forbidden", "This token does not act for that tenant.");
}

/** The acting branch, which must be one of the token's. */
export async function actingBranch(
  request: Request,
  caller: Caller,
  find: (tenantId: string, branchId: string) => Promise<BranchSettings | null>,
): Promise<BranchSettings> {
  const branchId = required(request, "X-Branch-Id");
  const isOwn = caller.branchIds === "*" || caller.branchIds.includes(branchId);
  const branch = isOwn ? await find(caller.tenantId, branchId) : null;
  if (branch === null) {
    throw new AppError("branch_forbidden", "This token does not act for that branch.");
  }
  return branch;
}

/** The role the request narrows itself to, or null. Narrowing never widens. */
export function actingRole(request: Request, caller: Caller): string | null {
  const role = header(request, "X-Actor-Role");
  if (role === null || caller.roles.includes(role)) return role;
  throw new AppError("role_not_granted", "The caller does not hold the role in X-Actor-Role.");
}

/** Refuses what neither role nor scope allows. */
export function authorise(endpoint: Endpoint, caller: Caller, role: string | null): void {
  const { resource, action } = endpoint.access;
  if (!isInScope(caller.scopes, resource, action)) {
    throw new AppError("scope_missing", `The token lacks the scope for ${resource}.`);
  }
  if (!isAllowed(role === null ? caller.roles : [role], resource, action)) {
    throw new AppError("forbidden", `This role may not ${action} ${resource}.`);
  }
}

function issuesOf(
  schema: z.ZodType,
  value: unknown,
  unknownCode: "unknown_field" | "unknown_parameter",
): { readonly value: unknown; readonly fields: readonly FieldIssue[] } {
  const result = schema.safeParse(value);
  if (result.success) return { value: result.data, fields: [] };
  const fields = issuesToFields(result.error).map((issue) =>
    issue.code === "unknown_field" ? { ...issue, code: unknownCode } : issue,
  );
  return { value: null, fields };
}

function bodyOf(request: Request): unknown {
  const body: unknown = request.body;
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body;
  throw new AppError("malformed_json", "The body must be a JSON object.");
}

/** The parsed input. A path id of the wrong form is a 404: it names nothing. @throws AppError not_found, validation errors */
export function parseInput(endpoint: Endpoint, request: Request): InputOf<Endpoint> {
  const params = endpoint.params.safeParse(request.params);
  if (!params.success) throw new AppError("not_found", "There is no such record.");
  const query = issuesOf(endpoint.query, request.query, "unknown_parameter");
  const schema = "body" in endpoint ? endpoint.body : null;
  const body =
    schema === null
      ? { value: undefined, fields: [] }
      : issuesOf(schema, bodyOf(request), "unknown_field");
  const fields = [...query.fields, ...body.fields];
  if (fields.length > 0) throw fieldError(...fields);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- parsed by the endpoint's own schemas just above
  return { params: params.data, query: query.value, body: body.value } as InputOf<Endpoint>;
}

/** The version in `If-Match: "v3"`, or null. @throws AppError version_conflict for anything that names no version */
export function ifMatchVersion(request: Request): number | null {
  const value = header(request, "If-Match");
  if (value === null || value === "*") return null;
  const match = /^(?:W\/)?"?v(\d{1,15})"?$/.exec(value);
  if (match?.[1] === undefined) {
    throw new AppError("version_conflict", "If-Match must name a version as in an ETag.");
  }
  return Number(match[1]);
}
