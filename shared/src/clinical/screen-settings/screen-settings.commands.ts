import type { ScreenLanguage } from "./screen-settings.contract.ts";
import type { Viewer } from "#db/read.ts";
import { deterministicId } from "#kernel/deterministic-id.ts";

/** The id of a branch's settings. */
export function screenSettingsId(tenantId: string, branchId: string): string {
  return deterministicId("scs", tenantId, branchId);
}

// Where nobody has said, a board has room for two.
const usualLanguages: readonly ScreenLanguage[] = ["en", "hi"];

/** What the screens of a branch speak, the first first; English and Hindi where nobody has said. */
export async function languagesOfScreens(
  { db, tenantId }: Viewer,
  branchId: string,
): Promise<readonly ScreenLanguage[]> {
  const row = await db
    .selectFrom("screen_settings")
    .select("languages")
    .where("tenant_id", "=", tenantId)
    .where("id", "=", screenSettingsId(tenantId, branchId))
    .executeTakeFirst();
  return row?.languages ?? usualLanguages;
}
