import {
  createContext,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { draftsContract, type Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { DraftDesk } from "./draft-desk.ts";
import type { DraftKeeper, Keeping } from "./draft-keeper.ts";
import type { DraftKind } from "./draft-wire.ts";

const DraftsContext = createContext<DraftDesk | null>(null);

/** The forms of this window. */
export function useDraftDesk(): DraftDesk {
  const desk = useContext(DraftsContext);
  if (desk === null) throw new Error("a form was drawn where nothing keeps it");
  return desk;
}

/** Sends what was typed before the page goes, and asks before something goes that the branch does not have. */
function useLeaving(desk: DraftDesk): void {
  useEffect(() => {
    const leave = () => desk.leave();
    const onHidden = () => {
      if (document.visibilityState === "hidden") desk.leave();
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      desk.leave();
      if (desk.isAway) event.preventDefault();
    };
    globalThis.addEventListener("pagehide", leave);
    globalThis.addEventListener("beforeunload", onUnload);
    document.addEventListener("visibilitychange", onHidden);
    return () => {
      globalThis.removeEventListener("pagehide", leave);
      globalThis.removeEventListener("beforeunload", onUnload);
      document.removeEventListener("visibilitychange", onHidden);
    };
  }, [desk]);
}

/** Keeps what is typed into the forms below it. */
export function DraftsProvider({ children }: { readonly children: ReactNode }) {
  const client = useClient();
  const queries = useQueryClient();
  const [desk] = useState(
    () => new DraftDesk(client, () => queries.invalidateQueries({ queryKey: queryKeys.drafts })),
  );
  useLeaving(desk);
  useEffect(() => () => desk.dispose(), [desk]);
  return <DraftsContext value={desk}>{children}</DraftsContext>;
}

/** Keeps one form as long as it is drawn. @param draft the draft that it continues */
export function useDraftKeeper(
  kind: DraftKind,
  entityId: string | null,
  draft: Draft | null,
): DraftKeeper {
  const desk = useDraftDesk();
  const [keeper] = useState(() => desk.open(kind, entityId, draft));
  useEffect(() => desk.hold(keeper), [desk, keeper]);
  return keeper;
}

/** How a form's keeping stands. */
export function useKeeping(keeper: DraftKeeper): Keeping {
  return useSyncExternalStore(keeper.subscribe, keeper.keeping);
}

// The list of a person at two desks at once follows at the pace at which people walk.
const renewMs = 30_000;
const mostShown = "50";

interface UnfinishedForms {
  readonly forms: readonly Draft[];
  /** Whether the branch has been asked: it has answered, or does not. */
  readonly isKnown: boolean;
}

/** The forms that the person at the desk has begun and not sent, and whether that is known already. */
export function useFormsBegun(): UnfinishedForms {
  const client = useClient();
  const mayRead = useMay("drafts", "read");
  const desk = useDraftDesk();
  const here = useSyncExternalStore(desk.subscribe, desk.get);
  const { data, failureCount, fetchStatus } = useQuery({
    queryKey: queryKeys.drafts,
    queryFn: async ({ signal }) => {
      const query = { status: "open", limit: mostShown } as const;
      return (await client.call(draftsContract.list, { query }, { signal })).body.data;
    },
    enabled: mayRead,
    refetchInterval: renewMs,
  });
  return {
    forms: (data ?? []).filter(({ id }) => !here.ids.includes(id)),
    isKnown: data !== undefined || failureCount > 0 || fetchStatus !== "fetching",
  };
}

/** Whether a draft is one of a kind and a record. @param entityId null for forms that are about no record yet */
export function isOf(kind: DraftKind, entityId: string | null): (draft: Draft) => boolean {
  return (draft) => draft.kind === kind && draft.entity_id === entityId;
}

/** The newest form that the same person has begun of a record; null for none, undefined until that is known. */
export function useBegunForm(kind: DraftKind, entityId: string): Draft | null | undefined {
  const { forms, isKnown } = useFormsBegun();
  return forms.find(isOf(kind, entityId)) ?? (isKnown ? null : undefined);
}

/** The forms that the person at the desk has begun and not sent, newest first, without those on this screen. */
export function useUnfinishedForms(): readonly Draft[] {
  return useFormsBegun().forms;
}
