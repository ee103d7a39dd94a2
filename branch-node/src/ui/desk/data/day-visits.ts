import { useQueries, useQuery } from "@tanstack/react-query";
import type { Client } from "@edgeward/shared/contract/client.ts";
import {
  encountersContract,
  type Encounter,
  type LastVisit,
} from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import type { Page } from "@edgeward/shared/contract/paging.ts";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { queryKeys } from "./query-keys.ts";

const pageLimit = "100";
const mostPages = 10;
// So long before its day of UTC a calendar day begins where it begins first; what is older is nobody's of today.
const earliestMs = 14 * 3_600_000;

async function readSince(
  client: Client,
  from: string,
  signal: AbortSignal,
): Promise<readonly Encounter[]> {
  const found: Encounter[] = [];
  let cursor: string | null = null;
  for (let count = 0; count < mostPages; count += 1) {
    const next: object = cursor === null ? {} : { cursor };
    const query = { created_from: from, limit: pageLimit, ...next };
    const page: Page<Encounter> = (
      await client.call(encountersContract.list, { query }, { signal })
    ).body;
    found.push(...page.data);
    cursor = page.next_cursor;
    if (cursor === null) break;
  }
  return found;
}

/** Today's visits of the branch, by the appointments that they are about. */
export function useVisitsOfToday(isWanted = true) {
  const client = useClient();
  const today = useToday();
  const from = new Date(Date.parse(today) - earliestMs).toISOString();
  return useQuery({
    queryKey: [...queryKeys.encounters, "since", from],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Encounter>> => {
      const visits = await readSince(client, from, signal);
      return new Map(
        visits.flatMap((each) =>
          each.appointment_id === null ? [] : [[each.appointment_id, each] as const],
        ),
      );
    },
    enabled: isWanted,
  });
}

/** The last blood pressure of an earlier visit, as far as there is one. */
export type Pressure = NonNullable<LastVisit["blood_pressure"]>;

/** The last blood pressures of some patients, by their ids: one question for each hundred. */
export function useLastPressures(ids: readonly string[]): ReadonlyMap<string, Pressure> {
  const client = useClient();
  const pages = Array.from({ length: Math.ceil(ids.length / 100) }, (_, page) =>
    ids.slice(page * 100, page * 100 + 100),
  );
  return useQueries({
    queries: pages.map((page) => ({
      queryKey: [...queryKeys.encounters, "pressures", ...page],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
        const query = { patient_id: page.join(","), with: "blood_pressure" } as const;
        return (await client.call(encountersContract.latest, { query }, { signal })).body.data;
      },
      retry: false,
    })),
    combine: (answers) =>
      new Map(
        answers.flatMap(({ data = [] }) =>
          data.flatMap(({ patient_id: id, blood_pressure: pressure }) =>
            pressure === null || pressure === undefined ? [] : [[id, pressure] as const],
          ),
        ),
      ),
  });
}
