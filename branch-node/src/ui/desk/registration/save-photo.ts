import { useMutation, useQueryClient } from "@tanstack/react-query";
import { uploadContract } from "@edgeward/shared/clinical/files/files.contract.ts";
import {
  patientsContract,
  type Patient,
} from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";

async function uploaded(client: Client, patientId: string, photo: Blob): Promise<string> {
  const form = new FormData();
  form.set("category", "patient");
  form.set("entity_type", "patients");
  form.set("entity_id", patientId);
  form.set("file", photo, "photo.jpg");
  return (await client.call(uploadContract.create, {}, { form })).body.id;
}

/** Gives a patient a photo, or takes it away: the patient as they stand now. */
async function withPhoto(client: Client, patientId: string, photo: Blob | null): Promise<Patient> {
  const fileId = photo === null ? null : await uploaded(client, patientId, photo);
  const body = { photo_document_id: fileId };
  return (await client.call(patientsContract.update, { params: { id: patientId }, body })).body;
}

/** Saves a photo; of a patient who was just registered the photo comes after them, and its failure takes nothing back. */
export function useSavePhoto() {
  const say = useSay();
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, photo }: { readonly id: string; readonly photo: Blob | null }) =>
      withPhoto(client, id, photo),
    onSuccess: (saved, { photo }) => {
      queries.setQueryData([...queryKeys.patients, saved.id], saved);
      const text = say(photo === null ? "photo.removed" : "photo.saved", { name: saved.name });
      notify({ text, tone: "good" });
    },
    onError: () => notify({ text: say("photo.notSaved"), tone: "warning" }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.patients }),
  });
}
