import { useState } from "react";
import { useIntl } from "react-intl";
import { PhotoCamera } from "#ui/desk/registration/photo-camera.tsx";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { FileDrop } from "#ui/kit/drop-zone.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { testNames } from "#ui/test-names.ts";
import type { ChosenFile } from "./document-draft.ts";
import { sizeText } from "./document-texts.ts";
import { pagePicture } from "./page-picture.ts";

interface DocumentFileProps {
  readonly chosen: ChosenFile | null;
  readonly onChoose: (file: ChosenFile) => void;
  readonly fault: string | undefined;
}

const accepted =
  ".pdf,.jpg,.jpeg,.png,.webp,.tif,.tiff,.heic,.heif,.dcm,.docx,.xlsx,.txt,.csv,.mp4,.webm";

function FileChoice({ onFile }: { readonly onFile: (file: File) => void }) {
  const say = useSay();
  return (
    // The browser's own words beside a file field are in the browser's language.
    <label className="button button-small look-file">
      {say("document.choose")}
      <input
        className="visually-hidden"
        type="file"
        accept={accepted}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file again, put right meanwhile, is another choice.
          target.value = "";
          if (file !== undefined) onFile(file);
        }}
        data-testid={testNames.documentFile}
      />
    </label>
  );
}

function Chosen({ chosen }: { readonly chosen: ChosenFile | null }) {
  const say = useSay();
  const { locale } = useIntl();
  if (chosen === null) return <span className="muted">{say("document.drop")}</span>;
  return (
    <span data-testid={testNames.documentChosen}>
      <bdi>{chosen.name}</bdi> <span className="muted">{sizeText(chosen.blob.size, locale)}</span>
    </span>
  );
}

/** The file of a document: chosen, dropped, or photographed with the screen's camera. */
export function DocumentFile({ chosen, onChoose, fault }: DocumentFileProps) {
  const say = useSay();
  const today = useToday();
  const [isTaking, setTaking] = useState(false);
  const take = (file: File) => onChoose({ blob: file, name: file.name });
  return (
    <FileDrop label={say("document.drop")} onFile={take} testName={testNames.documentDrop}>
      <div className="form-actions">
        <FileChoice onFile={take} />
        <Button
          isSmall
          icon="camera"
          onPress={() => setTaking(true)}
          testName={testNames.photographDocument}
        >
          {say("document.photograph")}
        </Button>
        <Chosen chosen={chosen} />
      </div>
      {fault === undefined ? null : (
        <span className="field-fault" role="alert">
          <Icon name="warning" />
          {fault}
        </span>
      )}
      {isTaking ? (
        <PhotoCamera
          title={say("document.photograph")}
          advice={say("document.hold")}
          facing="environment"
          draw={pagePicture}
          onPhoto={(blob) => {
            setTaking(false);
            onChoose({ blob, name: `${say("document.photographed", { day: today })}.jpg` });
          }}
          onClose={() => setTaking(false)}
        />
      ) : null}
    </FileDrop>
  );
}
