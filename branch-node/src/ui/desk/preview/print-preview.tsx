import { useState } from "react";
import { Button } from "#ui/kit/button.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { PdfDocument } from "./pdf-document.tsx";
import { previewFaultText } from "#ui/desk/data/print-fault-texts.ts";
import { usePreview, type PreviewWish, type PrintPreview } from "#ui/desk/data/print-queries.ts";

interface PreviewDocumentsProps {
  readonly title: string;
  readonly preview: PrintPreview;
}

/** The pictures of a preview, one below the other. */
export function PreviewDocuments({ title, preview }: PreviewDocumentsProps) {
  const say = useSay();
  const { papers } = preview;
  return (
    // A long paper is scrolled, also by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to take the focus
    <section className="preview-documents" aria-label={title} tabIndex={0}>
      {papers.map(({ content_type: type, content }, index) =>
        type === "application/pdf" ? (
          <PdfDocument
            key={content}
            title={title}
            name={preview.document_type}
            content={content}
            pages={preview.pages}
          />
        ) : (
          <img
            key={content}
            src={`data:${type};base64,${content}`}
            alt={say("preview.picture", { name: title, count: index + 1 })}
            data-testid={testNames.previewPicture}
          />
        ),
      )}
    </section>
  );
}

/** Why a document cannot be shown, and could not be printed. */
export function PreviewFault({ error }: { readonly error: unknown }) {
  const say = useSay();
  return (
    <p className="notice notice-danger" role="alert" data-testid={testNames.previewFault}>
      <Icon name="danger" />
      <span>{previewFaultText(error, say)}</span>
    </p>
  );
}

function PreviewBody({ title, wish }: { readonly title: string; readonly wish: PreviewWish }) {
  const say = useSay();
  const { data, error } = usePreview(wish);
  if (error !== null) return <PreviewFault error={error} />;
  if (data === undefined) return <output className="muted">{say("preview.drawing")}</output>;
  return (
    <>
      <output className="advice">{say("preview.ready", { count: data.papers.length })}</output>
      <PreviewDocuments title={title} preview={data} />
    </>
  );
}

interface PreviewDialogProps {
  readonly title: string;
  readonly wish: PreviewWish;
  readonly onClose: () => void;
  readonly onPrint?: (() => void) | undefined;
}

function PreviewDialog({ title, wish, onClose, onPrint }: PreviewDialogProps) {
  const say = useSay();
  return (
    <Dialog
      title={say("preview.title", { name: title })}
      closeLabel={say("action.close")}
      shape="paper"
      onClose={onClose}
      testName={testNames.preview}
    >
      <PreviewBody title={title} wish={wish} />
      {onPrint === undefined ? null : (
        <div className="form-actions">
          <Button
            look="primary"
            onPress={() => {
              onPrint();
              onClose();
            }}
            testName={testNames.previewPrint}
          >
            {say("preview.print")}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

interface PreviewButtonProps {
  /** What the document is called, in the page's language. */
  readonly title: string;
  readonly wish: () => PreviewWish;
  readonly onPrint?: () => void;
  readonly isSmall?: boolean;
}

/** Opens a picture of a document as it will come out. The focus returns to it when that is closed. */
export function PreviewButton({ title, wish, onPrint, isSmall = false }: PreviewButtonProps) {
  const say = useSay();
  const [shown, setShown] = useState<PreviewWish | null>(null);
  return (
    <>
      <Button
        isSmall={isSmall}
        onPress={() => setShown(wish())}
        testName={testNames.previewButton}
        about={title}
      >
        {say("preview.open")}
      </Button>
      {shown === null ? null : (
        <PreviewDialog
          title={title}
          wish={shown}
          onClose={() => setShown(null)}
          onPrint={onPrint}
        />
      )}
    </>
  );
}
