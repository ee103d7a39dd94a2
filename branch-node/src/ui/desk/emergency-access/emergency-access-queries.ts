import { useQuery } from "@tanstack/react-query";
import {
  emergencyAccessesContract,
  type EmergencyAccess,
} from "@edgeward/shared/clinical/emergency-accesses/emergency-accesses.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { readAll } from "#ui/desk/data/read-all.ts";
import { useSaving } from "#ui/desk/data/saving.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

type OpeningBody = NonNullable<RequestOf<typeof emergencyAccessesContract.create>["body"]>;

// What other branches hold of the patient comes with it.
const stale = [
  queryKeys.emergencyAccesses,
  queryKeys.patients,
  queryKeys.encounters,
  queryKeys.labResults,
  queryKeys.documents,
];

/** Opens a patient's record for an hour. */
export function useEmergencyOpening(onOpened: (opened: EmergencyAccess) => void) {
  return useSaving({
    stale,
    onSaved: onOpened,
    send: async (client, body: OpeningBody, options) =>
      (await client.call(emergencyAccessesContract.create, { body }, options)).body,
  });
}

/** What was opened in emergencies at this branch and nobody has looked at yet, the newest first. */
export function useUnreviewedAccesses() {
  const client = useClient();
  const mayReview = useMay("emergency_accesses", "update");
  return useQuery({
    queryKey: [...queryKeys.emergencyAccesses, "open"],
    queryFn: ({ signal }) =>
      readAll(async (page) => {
        const query = { ...page, status: "open" } as const;
        return (await client.call(emergencyAccessesContract.list, { query }, { signal })).body;
      }),
    enabled: mayReview,
  });
}

/** Notes that one was looked at, and what was found. */
export function useReview(id: string) {
  return useSaving({
    stale: [queryKeys.emergencyAccesses],
    send: async (client, note: string, options) => {
      const body = { status: "reviewed", review_note: note } as const;
      const request = { params: { id }, body };
      return (await client.call(emergencyAccessesContract.update, request, options)).body;
    },
  });
}
