import { useMay } from "#ui/desk/session/permissions.ts";
import { Face } from "#ui/desk/patients/patient-face.tsx";
import { PhotoChoice } from "./photo-choice.tsx";
import { keptPicture } from "./photo-picture.ts";

interface RegistrationPhotoProps {
  readonly name: string;
  /** As it is kept with what is typed; "" where there is none. */
  readonly photo: string;
  readonly onChoose: (photo: string) => void;
}

/** The photo of whoever is being registered: part of the form until they are saved, then a file of theirs. */
export function RegistrationPhoto({ name, photo, onChoose }: RegistrationPhotoProps) {
  if (!useMay("documents", "create")) return null;
  return (
    <div className="registration-photo">
      <Face name={name} address={photo === "" ? undefined : photo} size="small" />
      <PhotoChoice
        hasPhoto={photo !== ""}
        onChoose={(chosen) => {
          if (chosen === null) onChoose("");
          else void keptPicture(chosen).then(onChoose);
        }}
      />
    </div>
  );
}
