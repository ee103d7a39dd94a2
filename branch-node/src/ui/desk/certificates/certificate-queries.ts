import { useQuery } from "@tanstack/react-query";
import {
  certificatesContract,
  type Certificate,
} from "@edgeward/shared/clinical/certificates/certificates.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { readAll } from "#ui/desk/data/read-all.ts";
import { useSaving, type KeptSending } from "#ui/desk/data/saving.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

/** A certificate as it is issued. */
export type CertificateBody = NonNullable<RequestOf<typeof certificatesContract.create>["body"]>;

const stale = [queryKeys.certificates];

/** What was certified of a patient at this branch, the newest first. */
export function useCertificates(patientId: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.certificates, "patient", patientId],
    queryFn: ({ signal }) =>
      readAll(async (page) => {
        const query = { ...page, patient_id: patientId };
        return (await client.call(certificatesContract.list, { query }, { signal })).body;
      }),
  });
}

/** Issues a certificate. */
export function useIssue(kept: KeptSending, onSaved: (certificate: Certificate) => void) {
  return useSaving({
    kept,
    stale,
    onSaved,
    send: async (client, body: CertificateBody, options) =>
      (await client.call(certificatesContract.create, { body }, options)).body,
  });
}

/** Cancels a certificate. */
export function useCancel(id: string, onSaved: () => void) {
  return useSaving({
    stale,
    onSaved,
    send: async (client, reason: string, options) => {
      const body = { status: "cancelled", status_reason: reason } as const;
      return (await client.call(certificatesContract.update, { params: { id }, body }, options))
        .body;
    },
  });
}
