import { Button } from "#ui/kit/button.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { usePrint } from "#ui/desk/data/print-queries.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import type { WholeLook } from "./look.ts";
import { usePrinterFor } from "./template-preview.tsx";
import { usePrintJob } from "./template-queries.ts";
import { sampleOutcome } from "./sample-outcome.ts";
import { sampleOf, type SampleType } from "./samples.ts";

interface SamplePrintProps {
  readonly type: SampleType;
  readonly look: WholeLook;
  /** RFC 3339. */
  readonly at: string;
  /** Something was typed that is not saved: a printer knows only what is. */
  readonly isUnsaved: boolean;
}

/** Prints the sample that is looked at, and says what becomes of it. */
export function SamplePrint({ type, look, at, isUnsaved }: SamplePrintProps) {
  const say = useSay();
  const print = usePrint();
  const job = usePrintJob(print.data ?? null);
  const hasPrinter = usePrinterFor(type) !== undefined;
  const [language = "en"] = look.languages;
  const send = () => {
    if (isUnsaved || print.isPending) return;
    print.mutate(sampleOf(type, language, at));
  };
  const outcome = job === null ? null : sampleOutcome(job, hasPrinter, say);
  return (
    <div className="look-sample">
      <Button isUnavailable={isUnsaved} onPress={send} testName={testNames.printSample}>
        {say("look.printSample")}
      </Button>
      {isUnsaved ? <span className="advice">{say("look.saveFirst")}</span> : null}
      {outcome === null || isUnsaved ? null : (
        <output className={`device-health tone-${outcome.tone}`} data-testid={testNames.sampleJob}>
          <Icon name={outcome.tone} />
          <span>{outcome.text}</span>
        </output>
      )}
      <FaultNotice error={print.error} />
    </div>
  );
}
