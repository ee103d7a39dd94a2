import { useIntl } from "react-intl";
import type { Document } from "@edgeward/shared/clinical/documents/documents.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { testNames } from "#ui/test-names.ts";
import { isShown, sizeText } from "./document-texts.ts";
import { PdfView } from "./pdf-view.tsx";
import { PictureView } from "./picture-view.tsx";

const pdf = "application/pdf";

interface DocumentViewProps {
  readonly document: Document;
  readonly onClose: () => void;
}

function Content({ document }: Pick<DocumentViewProps, "document">) {
  const say = useSay();
  const { access_url: address, content_type: type, filename, title } = document;
  const { locale } = useIntl();
  if (address === null) return <p className="muted">{say("document.noAddress")}</p>;
  return (
    <>
      {isShown(type) ? <PictureView address={address} title={title} /> : null}
      {type === pdf ? <PdfView address={address} title={title} /> : null}
      {isShown(type) || type === pdf ? null : <p className="muted">{say("document.notShown")}</p>}
      <div className="form-actions">
        <a
          className="button look-file"
          href={address}
          download={filename}
          data-testid={testNames.saveDocumentFile}
        >
          {say("document.saveFile")}
        </a>
        <span className="muted">
          <bdi>{filename}</bdi> {sizeText(document.size_bytes, locale)}
        </span>
      </div>
    </>
  );
}

/** A document as it is opened: a picture is shown, every file can be saved and opened with the machine's own program. */
export function DocumentView({ document, onClose }: DocumentViewProps) {
  const say = useSay();
  return (
    <Dialog
      title={document.title}
      closeLabel={say("action.close")}
      shape="wide"
      onClose={onClose}
      testName={testNames.documentView}
    >
      <Content document={document} />
    </Dialog>
  );
}
