import * as z from "zod";
import { noParams, noQuery, writeEndpoint } from "#contract/endpoint.ts";
import { idOf, str } from "#contract/fields.ts";
import { longestGrantDays } from "#contract/grant-days.ts";

const usualDays = 30;

const grantShape = z.strictObject({
  id: idOf("grt"),
  branch_id: idOf("brn"),
  patient_id: idOf("pat"),
  reason: z.string(),
  granted_by: z.string(),
  granted_at: z.string(),
  /** When the branch loses the records again by itself. */
  until: z.string(),
  revoked_at: z.string().nullable(),
});

/** What one branch is lent of a patient of others. */
export type Grant = z.output<typeof grantShape>;

const wantedShape = z.strictObject({
  patient_id: idOf("pat"),
  reason: str(1, 500),
  days: z.int().min(1).max(longestGrantDays).default(usualDays),
});

const grantRequestShape = z.strictObject({
  id: idOf("grq"),
  branch_id: idOf("brn"),
  patient_id: idOf("pat"),
  reason: z.string(),
  days: z.int(),
  requested_by: z.string(),
  requested_at: z.string(),
});

/** What a branch has asked for; the grant is the hub's to make. */
export type GrantRequest = z.output<typeof grantRequestShape>;

/** How a branch asks for it by itself. */
export const grantRequestContract = {
  create: writeEndpoint({
    method: "POST",
    path: "/v1/sync/grants",
    summary:
      "Ask the hub for a visiting patient's records of other branches; they come with the next changes",
    tag: "Sync",
    access: { resource: "patients", action: "update" },
    operation: "grant_request.create",
    home: "any",
    params: noParams,
    query: noQuery,
    body: wantedShape,
    response: grantRequestShape,
    status: 201,
    errors: ["invalid_reference", "rate_limited"],
  }),
} as const;

/** How a branch gets, for a while, what other branches hold of a patient who visits it. */
export const grantsContract = {
  create: writeEndpoint({
    method: "POST",
    path: "/v1/sync/grants",
    summary:
      "Let the acting branch have a visiting patient's records of other branches for a while",
    tag: "Sync",
    access: { resource: "patients", action: "update" },
    operation: "feed_grant.create",
    home: "hub",
    params: noParams,
    query: noQuery,
    body: wantedShape,
    response: grantShape,
    status: 201,
    errors: ["invalid_reference"],
  }),
  revoke: writeEndpoint({
    method: "DELETE",
    path: "/v1/sync/grants/{id}",
    summary: "End a grant; the branch removes what it had by it",
    tag: "Sync",
    access: { resource: "patients", action: "update" },
    operation: "feed_grant.revoke",
    home: "hub",
    params: z.strictObject({ id: idOf("grt") }),
    query: noQuery,
    body: null,
    response: grantShape,
    status: 200,
    errors: [],
  }),
} as const;
