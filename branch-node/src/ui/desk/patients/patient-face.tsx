import { useQuery } from "@tanstack/react-query";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { patientPhotoContract } from "@edgeward/shared/clinical/patients/patients.photo.contract.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { testNames } from "#ui/test-names.ts";
import { initialsOf } from "./initials.ts";
import { addressOfPicture } from "#ui/desk/registration/photo-picture.ts";

type Pictured = Pick<Patient, "id" | "name" | "photo_document_id">;

/** The address of a patient's photo, as soon as it is here; a photo never changes under its id. */
function usePhoto({ id, photo_document_id: fileId }: Pictured): string | undefined {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ["patient-photos", id, fileId],
    queryFn: async ({ signal }) => {
      const { body } = await client.call(patientPhotoContract.get, { params: { id } }, { signal });
      return addressOfPicture(body);
    },
    enabled: fileId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    // What cannot be had here is perhaps there the next time somebody looks.
    retry: false,
  });
  return fileId === null ? undefined : data;
}

function Initials({ name }: { readonly name: string }) {
  const initials = initialsOf(name);
  return initials === "" ? <Icon name="person" /> : <span aria-hidden="true">{initials}</span>;
}

/** A face, or the initials where there is none. */
export function Face({
  name,
  address,
  size,
  about = "",
}: {
  readonly name: string;
  readonly address: string | undefined;
  readonly size: "small" | "large";
  /** What a screen reader says of the picture; nothing where the name stands beside it. */
  readonly about?: string;
}) {
  return (
    <span className={`face face-${size}`} data-testid={testNames.patientFace}>
      {address === undefined ? (
        <Initials name={name} />
      ) : (
        <img src={address} alt={about} draggable={false} />
      )}
    </span>
  );
}

/** How a patient looks, beside the name. */
export function PatientFace({
  patient,
  size,
  about,
}: {
  readonly patient: Pictured;
  readonly size: "small" | "large";
  readonly about?: string;
}) {
  const address = usePhoto(patient);
  return <Face name={patient.name} address={address} size={size} about={about ?? ""} />;
}
