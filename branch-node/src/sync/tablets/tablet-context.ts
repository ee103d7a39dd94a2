import type { Change } from "@edgeward/shared/db/model.ts";
import type { WriteContext } from "@edgeward/shared/resource/context.ts";

/** The transaction in which a device's operation is taken: a request's, or one of the node's own. */
export interface TabletContext extends Pick<
  WriteContext,
  "db" | "session" | "tenantId" | "write" | "now"
> {
  readonly branch: { readonly id: string };
  readonly node: { readonly id: string };
  readonly requestId: string | null;
}

/** The name under which operations wait for a record. */
export function recordName({ table, id }: Pick<Change, "table" | "id">): string {
  return `${table}/${id}`;
}
