import { useState } from "react";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { testNames } from "#ui/test-names.ts";
import { PhotoCamera } from "./photo-camera.tsx";
import { squareOfFile, squarePicture } from "./photo-picture.ts";

interface PhotoChoiceProps {
  readonly hasPhoto: boolean;
  /** A square JPEG, or null to have none. */
  readonly onChoose: (photo: Blob | null) => void;
}

function FileChoice({ onFile }: { readonly onFile: (file: File) => void }) {
  const say = useSay();
  return (
    // The browser's own words beside a file field are in the browser's language.
    <label className="button button-small look-file">
      {say("photo.choose")}
      <input
        className="visually-hidden"
        type="file"
        accept="image/jpeg,image/png,image/webp"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file again, put right meanwhile, is another choice.
          target.value = "";
          if (file !== undefined) onFile(file);
        }}
        data-testid={testNames.photoFile}
      />
    </label>
  );
}

/** The ways to a photo: the camera of this screen, or a file; and to none. */
export function PhotoChoice({ hasPhoto, onChoose }: PhotoChoiceProps) {
  const say = useSay();
  const [isTaking, setTaking] = useState(false);
  const [isNoPicture, setNoPicture] = useState(false);

  async function choose(file: File): Promise<void> {
    const photo = await squareOfFile(file);
    setNoPicture(photo === null);
    if (photo !== null) onChoose(photo);
  }

  return (
    <div className="photo-choice">
      <Button isSmall icon="camera" onPress={() => setTaking(true)} testName={testNames.takePhoto}>
        {say("photo.take")}
      </Button>
      <FileChoice onFile={(file) => void choose(file)} />
      {hasPhoto ? (
        <Button
          isSmall
          look="quiet"
          onPress={() => onChoose(null)}
          testName={testNames.removePhoto}
        >
          {say("photo.remove")}
        </Button>
      ) : null}
      {isNoPicture ? (
        <span className="field-fault" role="alert">
          <Icon name="warning" />
          {say("photo.noPicture")}
        </span>
      ) : null}
      {isTaking ? (
        <PhotoCamera
          title={say("photo.take")}
          advice={say("photo.hold")}
          facing="user"
          draw={squarePicture}
          onPhoto={(photo) => {
            setTaking(false);
            setNoPicture(false);
            onChoose(photo);
          }}
          onClose={() => setTaking(false)}
        />
      ) : null}
    </div>
  );
}
