import {
  encountersContract,
  type LastVisit,
} from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useAboutPatients, type PatientPages } from "./about-patients.ts";
import { queryKeys } from "./query-keys.ts";

/** When each of some patients was last seen; who was never seen has no entry. */
export function useLastVisits(pages: PatientPages): ReadonlyMap<string, LastVisit> {
  return useAboutPatients<LastVisit>(pages, {
    mayRead: useMay("encounters", "read"),
    queryKey: [...queryKeys.encounters, "latest"],
    ask: async (client, ids, options) =>
      (await client.call(encountersContract.latest, { query: { patient_id: ids } }, options)).body
        .data,
  }).of;
}
