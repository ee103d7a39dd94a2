import { useQuery } from "@tanstack/react-query";
import {
  consentsContract,
  type Consent,
} from "@edgeward/shared/clinical/consents/consents.contract.ts";
import { staffContract } from "@edgeward/shared/clinical/staff/staff.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { readAll } from "#ui/desk/data/read-all.ts";
import { useSaving, type KeptSending } from "#ui/desk/data/saving.ts";
import { useClient } from "#ui/desk/shell/session-context.tsx";

/** What another consent says. */
type ConsentBody = NonNullable<RequestOf<typeof consentsContract.create>["body"]>;

/** What becomes of one. */
type ConsentPatch = NonNullable<RequestOf<typeof consentsContract.update>["body"]>;

// The patient's own record says how the consent to keeping it stands.
const stale = [queryKeys.consents, queryKeys.patients];

/** What a patient was asked, the newest first. */
export function useConsents(patientId: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.consents, "patient", patientId],
    queryFn: ({ signal }) =>
      readAll(async (page) => {
        const query = { ...page, patient_id: patientId, sort: "-created_at" } as const;
        return (await client.call(consentsContract.list, { query }, { signal })).body;
      }),
  });
}

/** Notes another consent. */
export function useNoteConsent(onSaved: (consent: Consent) => void, kept: KeptSending) {
  return useSaving({
    stale,
    onSaved,
    kept,
    send: async (client, body: ConsentBody, options) =>
      (await client.call(consentsContract.create, { body }, options)).body,
  });
}

/** Grants, refuses or withdraws a consent. @param kept the form in which that was written, if it was one */
export function useConsentStep(
  id: string,
  onSaved: (consent: Consent) => void,
  kept?: KeptSending,
) {
  return useSaving({
    stale,
    onSaved,
    kept,
    send: async (client, body: ConsentPatch, options) =>
      (await client.call(consentsContract.update, { params: { id }, body }, options)).body,
  });
}

/** Everybody of the staff who is at work, by name. */
export function useColleagues() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.staff, "at work"],
    queryFn: ({ signal }) =>
      readAll(async (page) => {
        const query = { ...page, status: "active" } as const;
        return (await client.call(staffContract.list, { query }, { signal })).body;
      }),
    staleTime: 10 * 60_000,
  });
}
