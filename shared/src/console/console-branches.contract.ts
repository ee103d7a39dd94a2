import * as z from "zod";
import { noParams, noQuery, readEndpoint, writeEndpoint } from "#contract/endpoint.ts";
import { idOf } from "#contract/fields.ts";
import { pageOf, pageQuery } from "#contract/paging.ts";

const common = {
  tag: "Console",
  access: { resource: "tenants", action: "read" },
  params: noParams,
} as const;

/** How a branch's node stands: in touch, silent, turned off or replaced, or not enrolled yet. */
export const branchStates = ["online", "offline", "blocked", "none"] as const;

const consoleBranchShape = z.strictObject({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  time_zone: z.string(),
  state: z.enum(branchStates),
  /** The newest node of the branch. */
  node: z
    .strictObject({ id: z.string(), name: z.string(), release: z.string().nullable() })
    .nullable(),
  last_contact_at: z.string().nullable(),
  /** Changes of the branch that had not come up when its node last said where it stands; null where it never did. */
  unsent: z.int().nullable(),
  oldest_unsent_at: z.string().nullable(),
  /** When the node said so. */
  reported_at: z.string().nullable(),
  /** The hub's clock less the node's. */
  clock_skew_ms: z.int().nullable(),
  held: z.int(),
  rejected: z.int(),
  /** Open conflicts of the branch's own records. */
  conflicts: z.int(),
  /** When a second copy of the node's machine was refused, where that is not long ago. */
  copy_seen_at: z.string().nullable(),
});

/** A branch as the console shows it. */
export type ConsoleBranch = z.output<typeof consoleBranchShape>;

const overviewShape = z.strictObject({
  server_time: z.string(),
  branches: z.strictObject({
    online: z.int(),
    offline: z.int(),
    blocked: z.int(),
    none: z.int(),
  }),
  /** Open conflicts, also of records that all branches share. */
  conflicts: z.int(),
  held: z.int(),
  rejected: z.int(),
  /** Things found that contradict what a node had vouched for in its audit. */
  audit_findings: z.int(),
  /** Since when the feed to the branches is held back; null where it is not. */
  feed_stalled_since: z.string().nullable(),
});

/** What of a tenant needs somebody. */
export type ConsoleOverview = z.output<typeof overviewShape>;

const findingShape = z.strictObject({
  /** The node whose audit it is about. */
  id: z.string(),
  branch_id: z.string().nullable(),
  branch_name: z.string().nullable(),
  found_at: z.string(),
  fault: z.string(),
});

/** What the console shows of a tenant's branches; an administrator of a branch sees their own. */
export const consoleBranchesContract = {
  overview: readEndpoint({
    ...common,
    path: "/console/api/overview",
    summary: "How many branches are in touch, and what needs somebody",
    query: noQuery,
    response: overviewShape,
  }),
  list: readEndpoint({
    ...common,
    path: "/console/api/branches",
    summary: "The branches, by name, with what the hub knows of their nodes",
    query: z.strictObject(pageQuery),
    response: pageOf(consoleBranchShape),
    errors: ["invalid_cursor", "cursor_expired"],
  }),
  enrolmentCode: writeEndpoint({
    method: "POST",
    home: "hub",
    tag: "Console",
    path: "/console/api/branches/{id}/enrolment-codes",
    summary: "A code, answered once, with which a machine becomes the branch's node",
    operation: "branch.offer_enrolment",
    access: { resource: "tenants", action: "update" },
    params: z.strictObject({ id: idOf("brn") }),
    query: noQuery,
    body: null,
    response: z.strictObject({
      branch_id: idOf("brn"),
      code: z.string(),
      /** Good once, until then. */
      expires_at: z.string(),
    }),
    status: 201,
  }),
  findings: readEndpoint({
    ...common,
    path: "/console/api/audit-findings",
    summary: "What contradicts a checkpoint of the audit, the newest first",
    query: z.strictObject(pageQuery),
    response: pageOf(findingShape),
    errors: ["invalid_cursor", "cursor_expired"],
  }),
} as const;
