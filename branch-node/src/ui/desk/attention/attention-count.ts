import { useSyncStatus } from "#ui/desk/data/queries.ts";
import { useUnfinishedForms } from "#ui/desk/drafts/drafts-context.tsx";
import { usePrintsToReview } from "./printing-panel.tsx";

/** How many things of the branch and of the person at the desk wait for somebody to look at them. */
export function useAttentionCount(): number {
  const sync = useSyncStatus().data;
  const refused = sync === undefined ? 0 : sync.conflicts + sync.rejected + sync.held;
  return refused + usePrintsToReview().length + useUnfinishedForms().length;
}
