import { useCallback } from "react";
import { useQuery } from "@tanstack/react-query";
import { staffContract } from "@edgeward/shared/clinical/staff/staff.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { kindOfActor } from "./actor-kind.ts";
import { queryKeys } from "./query-keys.ts";
import { readAll } from "./read-all.ts";

/** Everybody who works for the tenant. */
export function useEverybody() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.staff, "everybody"],
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      readAll(async (query) => (await client.call(staffContract.list, { query }, { signal })).body),
  });
}

/**
 * What somebody who did something is called: a member of staff by their name, a device or a program by what it is; nothing
 * for nobody, and while it is not known.
 */
export function useStaffName(): (actorId: string) => string {
  const say = useSay();
  const { data } = useEverybody();
  return useCallback(
    (actorId) => {
      if (actorId === "" || data === undefined) return "";
      return data.find(({ id }) => id === actorId)?.name ?? say(kindOfActor(actorId));
    },
    [data, say],
  );
}
