import type { Sequenced } from "@edgeward/shared/sync/wire/sent-operations.ts";
import { authorName, rightsByAuthor, type Rights, type RightsByAuthor } from "./author-rights.ts";
import type { IngestContext } from "./ingest-context.ts";

function isOfToday({ until }: Rights): boolean {
  return until === null;
}

/** The authors of some operations, by their records. */
export interface Authors {
  readonly known: ReadonlySet<string>;
  /** Who is nobody of the tenant, or not yet: a hub that was put back to a backup knows nobody who came after it. */
  readonly strangers: ReadonlySet<string>;
  readonly rights: RightsByAuthor;
}

const nobody: Authors = { known: new Set(), strangers: new Set(), rights: new Map() };

// Programs have scopes, people have none. A kiosk or tablet works where it is registered, whatever became of it since. What somebody could do formerly comes before what they may do today.
const rightsText = `
  SELECT 'staff/' || id AS name, '~' AS place, NULL AS until, roles, NULL::jsonb AS scopes, branches, status
    FROM staff WHERE tenant_id = $1 AND id = ANY($2::text[])
  UNION ALL
  SELECT 'clients/' || id, '~', NULL, roles, scopes, branches, status
    FROM clients WHERE tenant_id = $1 AND id = ANY($2::text[])
  UNION ALL
  SELECT 'devices/' || id, '~', NULL, '["device"]'::jsonb, NULL, jsonb_build_array(branch_id), 'active'
    FROM devices WHERE tenant_id = $1 AND id = ANY($2::text[]) AND device_type IN ('kiosk', 'bedside_tablet')
  UNION ALL
  SELECT register || '/' || author_id, until, until, roles, scopes, branches, status
    FROM former_rights WHERE tenant_id = $1 AND register IN ('staff', 'clients') AND author_id = ANY($2::text[])
  ORDER BY 1, 2`;

/** Who of the authors of some operations is in the tenant's registers, and what they may do. */
export async function authorsOf(
  { session, tenantId, judge }: IngestContext,
  items: readonly Sequenced[],
): Promise<Authors> {
  const authors = new Map(
    items.flatMap(({ operation: { actor } }) => {
      const name = authorName(actor);
      return name === null ? [] : [[name, actor.id] as const];
    }),
  );
  if (authors.size === 0 || judge.names.size === 0) return nobody;
  const ids = [...new Set(authors.values())];
  const rights = rightsByAuthor(await session.query(rightsText, [tenantId, ids]));
  const known = new Set([...rights].flatMap(([name, own]) => (own.some(isOfToday) ? [name] : [])));
  const names = new Set(authors.keys());
  return {
    known: names.intersection(known),
    strangers: names.difference(known),
    rights,
  };
}
