import type * as z from "zod";
import type { ErrorCode } from "#kernel/errors.ts";
import {
  isCommand,
  isWriteEndpoint,
  type Endpoint,
  type Home,
  type WriteEndpoint,
} from "./endpoint.ts";
import { clinicalRules, type SurfaceRules } from "./surface-rules.ts";

const everyEndpoint: readonly ErrorCode[] = [
  "method_not_allowed",
  "validation_error",
  "unknown_parameter",
  "rate_limited",
  "internal",
  "unavailable",
];
const everyRole: readonly ErrorCode[] = [
  "missing_header",
  "token_expired",
  "token_revoked",
  "forbidden",
  "tenant_forbidden",
  "role_not_granted",
  "scope_missing",
];
const everyScope: Readonly<Record<SurfaceRules["scope"], readonly ErrorCode[]>> = {
  branch: [...everyRole, "branch_forbidden", "access_reason_required"],
  tenant: everyRole,
  none: [],
};
const everyKey: readonly ErrorCode[] = [
  "bad_request",
  "idempotency_key_required",
  "idempotency_in_progress",
  "idempotency_key_reused",
];
const everyBody: readonly ErrorCode[] = [
  "malformed_json",
  "payload_too_large",
  "unsupported_media_type",
  "unknown_field",
  "read_only_field",
  "tenant_mismatch",
  "branch_mismatch",
  "aadhaar_not_allowed",
];
// What single values of a query or body are refused with: the envelope has the code where one alone is wrong.
const everyValue: readonly ErrorCode[] = [
  "invalid_enum",
  "invalid_id",
  "timezone_required",
  "pan_detected",
];
const everyHome: Readonly<Record<Home, readonly ErrorCode[]>> = {
  any: [],
  branch: ["owned_by_branch", "branch_mismatch"],
  hub: ["hub_only"],
};

/** Whether a shape takes nothing. */
export function isEmpty(schema: z.ZodObject): boolean {
  return Object.keys(schema.shape).length === 0;
}

/** Whether a key is asked for, by which an endpoint can be asked a second time. */
export function keyOf(endpoint: Endpoint, rules: SurfaceRules): SurfaceRules["idempotency"] {
  return isCommand(endpoint) ? rules.idempotency : "none";
}

function writeCodes(endpoint: WriteEndpoint, rules: SurfaceRules): readonly ErrorCode[] {
  return [
    ...(keyOf(endpoint, rules) === "none" ? [] : everyKey),
    ...(isCommand(endpoint) && rules.scope === "branch" ? everyHome[endpoint.home] : []),
    ...(endpoint.body === null ? [] : [...everyBody, ...everyValue]),
  ];
}

/** Every code that an endpoint can answer, declared or common to its kind and its surface. */
export function errorCodesOf(
  endpoint: Endpoint,
  rules: SurfaceRules = clinicalRules,
): readonly ErrorCode[] {
  const codes: readonly ErrorCode[] = [
    ...everyEndpoint,
    ...(Object.keys(rules.security).length === 0 ? [] : (["unauthorized"] as const)),
    ...everyScope[rules.scope],
    ...(isWriteEndpoint(endpoint) ? writeCodes(endpoint, rules) : []),
    ...(isEmpty(endpoint.query) ? [] : everyValue),
    ...(isEmpty(endpoint.params) ? [] : (["not_found"] as const)),
    ...endpoint.errors,
  ];
  return [...new Set(codes)];
}
