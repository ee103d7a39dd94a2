import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import {
  patientsContract,
  type Patient,
} from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { TakenField } from "@edgeward/shared/clinical/patients/patients.merging.contract.ts";
import { useIntent, wasAnswered } from "#ui/desk/data/intent.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

/** The merge as it was chosen, by the versions that were in sight. */
export interface MergeWish {
  readonly merged: Patient;
  readonly survivor: Patient;
  readonly take: readonly TakenField[];
  readonly reason: string;
}

/** Both records as they stand now; visits, appointments and conflicts are read again. */
function readAgain(queries: QueryClient): void {
  const { patients, appointments, encounters, conflicts } = queryKeys;
  for (const queryKey of [patients, appointments, encounters, conflicts])
    void queries.invalidateQueries({ queryKey });
}

function versionOf({ version }: Patient) {
  return { "if-match": `"v${version}"` };
}

/** Merges a record into another, once for each intent, and only while both are what was compared. */
export function useMerge(onMerged: (survivor: Patient) => void) {
  const client = useClient();
  const queries = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: async ({ merged, survivor, take, reason }: MergeWish) => {
      const body = {
        survivor_id: survivor.id,
        survivor_version: survivor.version,
        reason,
        take: [...take],
      };
      const request = { params: { id: merged.id }, body };
      const options = { idempotencyKey: intent.key(), headers: versionOf(merged) };
      return (await client.call(patientsContract.merge, request, options)).body;
    },
    onSuccess: ({ patient, survivor }) => {
      intent.finish();
      queries.setQueryData([...queryKeys.patients, patient.id], patient);
      queries.setQueryData([...queryKeys.patients, survivor.id], survivor);
      onMerged(survivor);
    },
    onError: (error) => {
      if (wasAnswered(error)) intent.finish();
    },
    onSettled: () => readAgain(queries),
  });
}

/** Makes two records of one again. @param onUndone given the fields that stay because they were changed since */
export function useUnmerge(merged: Patient, onUndone: (keptFields: readonly string[]) => void) {
  const client = useClient();
  const queries = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: async (reason: string) => {
      const request = { params: { id: merged.id }, body: { reason } };
      const options = { idempotencyKey: intent.key(), headers: versionOf(merged) };
      return (await client.call(patientsContract.unmerge, request, options)).body;
    },
    onSuccess: ({ patient, survivor, kept_fields: kept }) => {
      intent.finish();
      onUndone(kept);
      queries.setQueryData([...queryKeys.patients, patient.id], patient);
      queries.setQueryData([...queryKeys.patients, survivor.id], survivor);
    },
    onError: (error) => {
      if (wasAnswered(error)) intent.finish();
    },
    onSettled: () => readAgain(queries),
  });
}
