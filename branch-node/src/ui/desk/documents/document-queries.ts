import { useMutation, useQuery } from "@tanstack/react-query";
import {
  documentsContract,
  type Document,
} from "@edgeward/shared/clinical/documents/documents.contract.ts";
import { documentUploadContract } from "@edgeward/shared/clinical/documents/documents.upload.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { readAll } from "#ui/desk/data/read-all.ts";
import { useSaving, type KeptSending } from "#ui/desk/data/saving.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

type DocumentPatch = NonNullable<RequestOf<typeof documentsContract.update>["body"]>;

const stale = [queryKeys.documents, queryKeys.encounters];

/** What is kept of a patient, the newest first. */
export function useDocuments(patientId: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.documents, "patient", patientId],
    queryFn: ({ signal }) =>
      readAll(async (page) => {
        const query = { ...page, patient_id: patientId, sort: "-created_at" } as const;
        return (await client.call(documentsContract.list, { query }, { signal })).body;
      }),
  });
}

/** Brings a document. */
export function useBringDocument(onSaved: (document: Document) => void, kept: KeptSending) {
  return useSaving({
    stale,
    onSaved,
    kept,
    send: async (client, form: FormData, options) =>
      (await client.call(documentUploadContract.upload, {}, { ...options, form })).body,
  });
}

/** Names a document anew, or says that it was entered in error. */
export function useDocumentStep(id: string, onSaved: (document: Document) => void) {
  return useSaving({
    stale,
    onSaved,
    send: async (client, body: DocumentPatch, options) =>
      (await client.call(documentsContract.update, { params: { id }, body }, options)).body,
  });
}

/** Asks for a document as it is opened: only then is there an address of its file. */
export function useOpenDocument(onOpened: (document: Document) => void) {
  const client = useClient();
  return useMutation({
    mutationFn: async (id: string) =>
      (await client.call(documentsContract.get, { params: { id } })).body,
    onSuccess: onOpened,
  });
}
