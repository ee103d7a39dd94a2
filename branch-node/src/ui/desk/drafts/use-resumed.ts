import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import type { DraftKind } from "./draft-wire.ts";
import { isOf } from "./drafts-context.tsx";

/** The form of a record that its writer goes on with; null where none is. */
export function useResumed(kind: DraftKind, entityId: string | null): Draft | null {
  const { resumed } = useDesk();
  return resumed !== null && isOf(kind, entityId)(resumed) ? resumed : null;
}
