import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useKeptFields } from "#ui/desk/drafts/kept-fields.ts";
import { registrationState } from "#ui/desk/drafts/form-state.ts";
import { wasAnswered, type Intent } from "#ui/desk/data/intent.ts";
import { useToday } from "#ui/desk/shell/moments.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { emptyDraft, registrationBody, type RegistrationDraft } from "./registration-draft.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

interface Opened {
  readonly prefill: Partial<RegistrationDraft>;
  /** The form that was begun before and is continued. */
  readonly resumed: Draft | null;
}

/** Keeps what is typed as a draft, with the key under which it is going to be saved. */
export function useKeptRegistration({ prefill, resumed }: Opened) {
  const [opened] = useState<RegistrationDraft>(() => ({ ...emptyDraft, ...prefill }));
  const [draft, setDraft] = useState(opened);
  const kept = useKeptFields({
    kind: draftKinds.registration,
    entityId: null,
    resumed,
    fields: draft,
    stateOf: registrationState,
  });
  return { ...kept, draft, setDraft };
}

/** Registers the patient described, once for each intent. */
export function useSavePatient(
  intent: Intent,
  onSaved: (patientId: string, wantsToken: boolean) => void,
) {
  const client = useClient();
  const queries = useQueryClient();
  const today = useToday();
  return useMutation({
    mutationFn: async ({
      draft,
    }: {
      readonly draft: RegistrationDraft;
      readonly wantsToken: boolean;
    }) => {
      const body = registrationBody(draft, today);
      const options = { idempotencyKey: intent.key() };
      return (await client.call(patientsContract.create, { body }, options)).body;
    },
    onSuccess: (patient, { wantsToken }) => {
      queries.setQueryData([...queryKeys.patients, patient.id], patient);
      void queries.invalidateQueries({ queryKey: [...queryKeys.patients, "search"] });
      onSaved(patient.id, wantsToken);
    },
    onError: (error) => {
      if (wasAnswered(error)) intent.finish();
    },
  });
}
