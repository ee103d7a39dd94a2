import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import {
  consentsContract,
  type Consent,
} from "@edgeward/shared/clinical/consents/consents.contract.ts";
import { staffContract } from "@edgeward/shared/clinical/staff/staff.contract.ts";
import { documentUploadContract } from "@edgeward/shared/clinical/documents/documents.upload.contract.ts";
import type { CallOptions, Client } from "@edgeward/shared/contract/client.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { readAll } from "#ui/desk/data/read-all.ts";
import { useSaving, type KeptSending } from "#ui/desk/data/saving.ts";
import { emptyDocument, formOf } from "#ui/desk/documents/document-draft.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

/** What another consent says. */
type ConsentBody = NonNullable<RequestOf<typeof consentsContract.create>["body"]>;

/** A signature that is kept as the paper of a consent, and what the paper is called. */
export interface Signed {
  readonly patientId: string;
  readonly title: string;
  readonly picture: Blob;
}

/** What is sent of a form, and what was signed on the screen, if anything was. */
interface Signing<Body> {
  readonly body: Body;
  readonly signed: Signed | null;
}

/** What becomes of one. */
type ConsentPatch = NonNullable<RequestOf<typeof consentsContract.update>["body"]>;

// The patient's own record says how the consent to keeping it stands.
const stale = [queryKeys.consents, queryKeys.patients, queryKeys.documents];

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

/** The papers of signatures that have been kept already: what is refused afterwards and sent again needs no second one. */
type KeptPapers = WeakMap<Blob, string>;

async function keptPaper(
  client: Client,
  papers: KeptPapers,
  signed: Signed | null,
  { idempotencyKey }: CallOptions,
): Promise<{ readonly document_id?: string }> {
  if (signed === null) return {};
  const { patientId, title, picture } = signed;
  const known = papers.get(picture);
  if (known !== undefined) return { document_id: known };
  const paper = { ...emptyDocument, category: "consent", title } as const;
  const form = formOf(paper, patientId, { blob: picture, name: "signature.png" }, null);
  // An attempt that nobody answered is made again under the same key, and keeps one paper.
  const options = { idempotencyKey: `${idempotencyKey ?? ""}-paper`, form };
  const { id } = (await client.call(documentUploadContract.upload, {}, options)).body;
  papers.set(picture, id);
  return { document_id: id };
}

/** Notes another consent. */
export function useNoteConsent(onSaved: (consent: Consent) => void, kept: KeptSending) {
  const [papers] = useState((): KeptPapers => new WeakMap());
  return useSaving({
    stale,
    onSaved,
    kept,
    send: async (client, { body, signed }: Signing<ConsentBody>, options) => {
      const paper = await keptPaper(client, papers, signed, options);
      return (await client.call(consentsContract.create, { body: { ...body, ...paper } }, options))
        .body;
    },
  });
}

/** Grants, refuses or withdraws a consent. @param kept the form in which that was written, if it was one */
export function useConsentStep(
  id: string,
  onSaved: (consent: Consent) => void,
  kept?: KeptSending,
) {
  const [papers] = useState((): KeptPapers => new WeakMap());
  return useSaving({
    stale,
    onSaved,
    kept,
    send: async (client, { body, signed }: Signing<ConsentPatch>, options) => {
      const paper = await keptPaper(client, papers, signed, options);
      const request = { params: { id }, body: { ...body, ...paper } };
      return (await client.call(consentsContract.update, request, options)).body;
    },
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
