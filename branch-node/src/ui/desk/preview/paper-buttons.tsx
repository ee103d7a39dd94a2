import { usePrintPaper } from "#ui/desk/data/print-state.ts";
import type { PreviewWish } from "#ui/desk/data/print-queries.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { Button } from "#ui/kit/button.tsx";
import { PreviewButton } from "./print-preview.tsx";

interface PaperButtonsProps {
  /** What the paper is called, in the page's language. */
  readonly title: string;
  /** What the button says. */
  readonly action: string;
  /** Beside which of several it stands. */
  readonly about?: string | undefined;
  readonly type: NonNullable<PreviewWish["document_type"]>;
  readonly sourceId: string;
  readonly takesFocus?: boolean;
  readonly testName: string;
}

/** Prints a paper of a record, or shows it first; nothing for who may not print. */
export function PaperButtons(props: PaperButtonsProps) {
  const { title, action, about, type, sourceId, takesFocus = false, testName } = props;
  const print = usePrintPaper();
  if (!useMay("print_jobs", "create")) return null;
  const wish = { document_type: type, source_id: sourceId } as const;
  const send = () => print(wish, title);
  return (
    <>
      <Button
        isSmall
        icon="print"
        {...(about === undefined ? {} : { about })}
        takesFocus={takesFocus}
        onPress={send}
        testName={testName}
      >
        {action}
      </Button>
      <PreviewButton title={title} wish={() => wish} onPrint={send} isSmall />
    </>
  );
}
