import { useQuery } from "@tanstack/react-query";
import {
  encountersContract,
  type Encounter,
} from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { triageContract, type Triage } from "@edgeward/shared/clinical/triage/triage.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { readAll } from "#ui/desk/data/read-all.ts";
import { useSaving, type KeptSending } from "#ui/desk/data/saving.ts";
import { useClient, useSignedIn } from "#ui/desk/session/session-context.tsx";

/** What a triage says. */
export type TriageBody = NonNullable<RequestOf<typeof triageContract.create>["body"]>;

/** What is changed of a triage. */
export type TriagePatch = NonNullable<RequestOf<typeof triageContract.update>["body"]>;

const stale = [queryKeys.triage, queryKeys.encounters];

/** Those who wait or are treated, the most urgent first. */
export function useOpenTriage() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.triage, "open"],
    queryFn: ({ signal }) =>
      readAll(async (page) => {
        const query = { ...page, open: "true" } as const;
        return (await client.call(triageContract.list, { query }, { signal })).body;
      }),
  });
}

/** One triage, whatever has become of it; null is asked of nobody. */
export function useTriage(id: string | null) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.triage, id],
    enabled: id !== null,
    queryFn: async ({ signal }) =>
      (await client.call(triageContract.get, { params: { id: id ?? "" } }, { signal })).body,
  });
}

/** The emergencies of the branch that have come and that nobody has triaged, the longest first. */
export function useUntriaged() {
  const client = useClient();
  const { branch } = useSignedIn();
  return useQuery({
    queryKey: [...queryKeys.encounters, "untriaged"],
    queryFn: async ({ signal }) => {
      const arrived = await readAll(async (page) => {
        const query = {
          ...page,
          branch_id: branch.id,
          encounter_type: "emergency",
          visit_status: "arrived",
          sort: "created_at",
        } as const;
        return (await client.call(encountersContract.list, { query }, { signal })).body;
      });
      return arrived.filter((visit) => visit.triage_id === null);
    },
  });
}

/** Opens somebody's emergency visit. */
export function useOpenEmergency(kept: KeptSending) {
  return useSaving<string, Encounter>({
    kept,
    stale,
    send: async (client, patientId, options) => {
      const body = { patient_id: patientId, encounter_type: "emergency" } as const;
      return (await client.call(encountersContract.create, { body }, options)).body;
    },
  });
}

/** Triages an emergency. */
export function useRecordTriage(kept: KeptSending, onSaved: (triage: Triage) => void) {
  return useSaving({
    kept,
    stale,
    onSaved,
    send: async (client, body: TriageBody, options) =>
      (await client.call(triageContract.create, { body }, options)).body,
  });
}

/** Triages again, begins treatment or ends it. */
export function useTriageChange(
  id: string,
  onSaved?: (triage: Triage) => void,
  kept?: KeptSending,
) {
  return useSaving({
    kept,
    stale,
    onSaved,
    send: async (client, body: TriagePatch, options) =>
      (await client.call(triageContract.update, { params: { id }, body }, options)).body,
  });
}
