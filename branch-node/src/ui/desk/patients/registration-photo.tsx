import { useEffect, useState } from "react";
import { useMay } from "#ui/desk/shell/permissions.ts";
import { Face } from "./patient-face.tsx";
import { PhotoChoice } from "./photo-choice.tsx";
import { addressOfPicture } from "./photo-picture.ts";

function useShown(photo: Blob | null): string | undefined {
  const [shown, setShown] = useState<{ readonly of: Blob; readonly address: string } | null>(null);
  useEffect(() => {
    if (photo === null) return undefined;
    let isGone = false;
    void addressOfPicture(photo).then((address) => {
      if (!isGone) setShown({ of: photo, address });
    });
    return () => {
      isGone = true;
    };
  }, [photo]);
  return shown !== null && shown.of === photo ? shown.address : undefined;
}

interface RegistrationPhotoProps {
  readonly name: string;
  readonly photo: Blob | null;
  readonly onChoose: (photo: Blob | null) => void;
}

/** The photo of whoever is being registered; it is kept on this page alone until they are saved. */
export function RegistrationPhoto({ name, photo, onChoose }: RegistrationPhotoProps) {
  const address = useShown(photo);
  if (!useMay("documents", "create")) return null;
  return (
    <div className="registration-photo">
      <Face name={name} address={address} size="small" />
      <PhotoChoice hasPhoto={photo !== null} onChoose={onChoose} />
    </div>
  );
}
