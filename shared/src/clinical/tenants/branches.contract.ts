import * as z from "zod";
import { noParams, readEndpoint } from "#contract/endpoint.ts";
import { idOf } from "#contract/fields.ts";
import { pageOf, pageQuery } from "#contract/paging.ts";

/** A branch, as it is named to those who work at another one. */
const branchShape = z.strictObject({
  id: idOf("brn"),
  code: z.string(),
  name: z.string(),
});

/** Which branches a tenant has. */
export const branchesContract = {
  list: readEndpoint({
    tag: "Branches",
    path: "/v1/branches",
    summary: "List the tenant's branches that are at work, by name, for whoever sends to one",
    access: { resource: "branches", action: "read" },
    params: noParams,
    query: z.strictObject(pageQuery),
    response: pageOf(branchShape),
    errors: ["invalid_cursor", "cursor_expired"],
  }),
} as const;
