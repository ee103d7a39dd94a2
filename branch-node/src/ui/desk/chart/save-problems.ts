import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  patientsContract,
  type Patient,
} from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { ApiError, type Client } from "@edgeward/shared/contract/client.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { useIntent, wasAnswered, type Intent } from "#ui/desk/data/intent.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

type Body = NonNullable<RequestOf<typeof patientsContract.update>["body"]>;

/** What becomes of a patient as they stand at that moment. */
export type PatientStep = (patient: Patient) => Body;

const mostAttempts = 4;

function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.code === "version_conflict";
}

/** Lists travel whole: what another desk adds meanwhile is read again and kept, not replaced. */
async function changed(
  client: Client,
  id: string,
  step: PatientStep,
  intent: Intent,
  attempt = 1,
): Promise<Patient> {
  const params = { id };
  const { body: current } = await client.call(patientsContract.get, { params });
  const headers = { "if-match": `"v${current.version}"` };
  const options = { idempotencyKey: intent.key(), headers };
  try {
    return (await client.call(patientsContract.update, { params, body: step(current) }, options))
      .body;
  } catch (error) {
    if (wasAnswered(error)) intent.finish();
    if (attempt >= mostAttempts || !isOutdated(error)) throw error;
    return changed(client, id, step, intent, attempt + 1);
  }
}

/** Changes what is known of a patient by what is to be done with it. */
export function useSaveProblems(patientId: string, onSaved: () => void) {
  const client = useClient();
  const queries = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: (step: PatientStep) => changed(client, patientId, step, intent),
    onSuccess: (saved) => {
      intent.finish();
      queries.setQueryData([...queryKeys.patients, saved.id], saved);
      onSaved();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.patients }),
  });
}
