import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  encountersContract,
  type Encounter,
} from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { useIntent, wasAnswered } from "#ui/desk/data/intent.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useClient, useSignedIn } from "#ui/desk/session/session-context.tsx";
import { isOpenVisit } from "#ui/desk/visits/visit-state.ts";
import type { ReadVitals } from "./vitals-form.ts";

/** The patient's open visit at this branch, the newest; null where there is none. */
export function useOpenVisit(patientId: string) {
  const client = useClient();
  const { branch } = useSignedIn();
  return useQuery({
    queryKey: [...queryKeys.encounters, "patient", patientId, "open"],
    queryFn: async ({ signal }) => {
      const query = { patient_id: patientId, branch_id: branch.id, limit: "20" };
      const { body } = await client.call(encountersContract.list, { query }, { signal });
      return body.data.find(isOpenVisit) ?? null;
    },
  });
}

/** Adds a set of measurements to a visit, once for each intent. */
export function useSaveVitals(onSaved: (visit: Encounter) => void) {
  const client = useClient();
  const queries = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: async ({ visitId, values }: { visitId: string; values: ReadVitals["values"] }) => {
      const request = { params: { id: visitId }, body: { vitals: values } };
      const options = { idempotencyKey: intent.key() };
      return (await client.call(encountersContract.update, request, options)).body;
    },
    onSuccess: (visit) => {
      intent.finish();
      void queries.invalidateQueries({ queryKey: queryKeys.encounters });
      onSaved(visit);
    },
    onError: (error) => {
      if (wasAnswered(error)) intent.finish();
    },
  });
}
