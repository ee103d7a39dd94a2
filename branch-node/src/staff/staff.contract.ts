import * as z from "zod";
import { idOf } from "@edgeward/shared/contract/fields.ts";
import { noParams, noQuery, writeEndpoint } from "@edgeward/shared/contract/endpoint.ts";

const common = {
  method: "POST",
  tag: "Sign-in",
  access: null,
  home: "branch",
  params: noParams,
  query: noQuery,
} as const;

/** What a page needs to act for a member of staff. */
const signedInShape = z.strictObject({
  access_token: z.string(),
  token_type: z.literal("Bearer"),
  expires_in: z.int(),
  refresh_token: z.string(),
  staff: z.strictObject({
    id: z.string(),
    name: z.string(),
    roles: z.array(z.string()).readonly(),
    primary_role: z.string(),
    /** Where in the clinic they work; null for whoever belongs to no department. */
    department: z.string().nullable(),
    /** Whether a PIN opens their page again when it was locked. */
    has_pin: z.boolean(),
  }),
  tenant: z.strictObject({ id: z.string(), name: z.string() }),
  branch: z.strictObject({
    id: z.string(),
    code: z.string(),
    name: z.string(),
    time_zone: z.string(),
    country: z.string(),
  }),
  /** When this node last heard from the hub who may do what. */
  roles_as_of: z.string().nullable(),
});

/** What a page needs to act for a member of staff. */
export type SignedIn = z.output<typeof signedInShape>;

/** How staff sign in at the branch. */
export const signInContract = {
  login: writeEndpoint({
    ...common,
    path: "/auth/staff/login",
    summary: "Signs a member of staff in, by what the branch knows",
    operation: "staff.login",
    body: z.strictObject({
      username: z.string().min(1).max(100),
      password: z.string().min(1).max(512),
    }),
    response: signedInShape,
    status: 200,
    errors: ["invalid_credentials"],
  }),
  refresh: writeEndpoint({
    ...common,
    path: "/auth/staff/refresh",
    summary: "A new token for the shift's session",
    operation: "staff.refresh",
    body: z.strictObject({ refresh_token: z.string().min(1).max(200) }),
    response: signedInShape,
    status: 200,
    errors: ["unauthorized"],
  }),
} as const;

/** What is done with a session of staff: its page is opened again with the PIN, and it ends. */
export const ownSessionContract = {
  unlock: writeEndpoint({
    ...common,
    path: "/auth/staff/unlock",
    summary: "Opens a locked page again, by the PIN of whoever is signed in",
    operation: "staff.unlock",
    body: z.strictObject({ pin: z.string().min(1).max(64) }),
    response: null,
    status: 204,
    errors: ["forbidden", "invalid_credentials", "token_expired", "token_revoked"],
  }),
  countersign: writeEndpoint({
    ...common,
    path: "/auth/staff/countersign",
    summary:
      "A token by which a colleague acts at this desk by their own PIN: for two minutes, and only to take over a shift",
    operation: "staff.countersign",
    body: z.strictObject({ staff_id: idOf("stf"), pin: z.string().min(1).max(64) }),
    response: z.strictObject({ access_token: z.string(), expires_in: z.int() }),
    status: 200,
    errors: ["forbidden", "invalid_credentials", "token_expired", "token_revoked"],
  }),
  logout: writeEndpoint({
    ...common,
    path: "/auth/staff/logout",
    summary: "Ends the session that the token belongs to",
    operation: "staff.logout",
    body: null,
    response: null,
    status: 204,
    errors: ["forbidden", "token_expired", "token_revoked"],
  }),
} as const;
