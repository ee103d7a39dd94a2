import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { draftsContract, type Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { useIntent, wasAnswered } from "#ui/desk/data/intent.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { emptyVitals, vitalNames, type VitalsDraft } from "#ui/desk/vitals/vitals-form.ts";

/** What is typed at a bedside. */
export interface Measured {
  readonly vitals: VitalsDraft;
  readonly note: string;
}

const kind = "vitals";

/** What the person at the tablet measured of a patient and could not put into a visit; null where there is nothing. */
export function useOwnDraft(patientId: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.drafts, kind, patientId],
    queryFn: async ({ signal }) => {
      const query = { kind, entity_id: patientId, status: "open", limit: "1" } as const;
      const { body } = await client.call(draftsContract.list, { query }, { signal });
      return body.data[0] ?? null;
    },
    // What is typed meanwhile is not replaced.
    staleTime: Infinity,
  });
}

/** What a draft holds, as far as it is understood: another version of the page may have written it. */
export function measuredIn(draft: Draft | null): Measured {
  const state = draft?.form_state ?? {};
  const text = (name: string) => {
    const value = state[name];
    return typeof value === "string" ? value : "";
  };
  const typed = Object.fromEntries(vitalNames.map((name) => [name, text(name)]));
  return { vitals: { ...emptyVitals, ...typed }, note: text("note") };
}

/**
 * Keeps a draft, and ends it once all of it stands in a visit. The branch keeps it: a tablet that breaks or is wiped loses
 * nothing that was saved. @param initial the draft that is gone on with
 */
export function useKeepDraft(patientId: string, initial: Draft | null) {
  const client = useClient();
  const intent = useIntent();
  const [draftId, setDraftId] = useState(initial?.id ?? null);
  const onError = (error: unknown) => {
    if (wasAnswered(error)) intent.finish();
  };
  const keep = useMutation({
    mutationFn: async ({ vitals, note }: Measured) => {
      const form_state = { ...vitals, note };
      const options = { idempotencyKey: intent.key() };
      if (draftId !== null) {
        const request = { params: { id: draftId }, body: { form_state } };
        return (await client.call(draftsContract.update, request, options)).body;
      }
      const body = { kind, entity_id: patientId, form_state };
      return (await client.call(draftsContract.create, { body }, options)).body;
    },
    onSuccess: ({ id }) => {
      intent.finish();
      setDraftId(id);
    },
    onError,
  });
  const ending = useIntent();
  const end = useMutation({
    mutationFn: async (id: string) => {
      const request = { params: { id }, body: { status: "submitted" } } as const;
      return client.call(draftsContract.update, request, { idempotencyKey: ending.key() });
    },
    onSuccess: () => {
      ending.finish();
      setDraftId(null);
    },
    onError: (error) => {
      if (wasAnswered(error)) ending.finish();
    },
  });
  return {
    keep,
    end: () => (draftId === null ? undefined : end.mutate(draftId)),
    endError: end.error,
  };
}
