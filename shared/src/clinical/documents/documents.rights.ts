import { sql, type SqlBool } from "kysely";
import type { AccessAction, ResourceName } from "#contract/access.ts";
import type { DocumentRow } from "./documents.table.ts";

/** What of a document says who may see it. */
export type Guarded = Pick<DocumentRow, "category" | "confidential">;

/** What a document asks for beyond the right to documents. */
function neededFor({ category, confidential }: Guarded): readonly ResourceName[] {
  return [
    ...(category === "identity" ? (["identity_documents"] as const) : []),
    ...(confidential ? (["confidential_documents"] as const) : []),
  ];
}

/** Whether somebody may do something with a document besides what the endpoint is for. */
export type May = (resource: ResourceName, action: AccessAction) => boolean;

/** Whether a document may be read, or made. */
export function isOpenTo(may: May, row: Guarded, action: "read" | "create"): boolean {
  return neededFor(row).every((resource) => may(resource, action));
}

/** The condition of a list that leaves out what its reader may not see. */
export function listedFor(may: May) {
  return [
    ...(may("identity_documents", "read") ? [] : [sql<SqlBool>`category <> 'identity'`]),
    ...(may("confidential_documents", "read") ? [] : [sql<SqlBool>`NOT confidential`]),
  ];
}
