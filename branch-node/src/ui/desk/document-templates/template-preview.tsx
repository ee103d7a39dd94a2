import { useEffect, useState } from "react";
import type { Device } from "@edgeward/shared/clinical/devices/devices.contract.ts";
import { useDevices } from "#ui/desk/settings/device-queries.ts";
import { PreviewFault, PreviewDocuments } from "#ui/desk/preview/print-preview.tsx";
import type { PreviewWish } from "#ui/desk/data/print-queries.ts";
import { roleOf } from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { triedLook, type WholeLook } from "./look.ts";
import { documentTexts } from "./template-texts.ts";
import { useLivePreview } from "./template-queries.ts";
import { sampleOf, type SampleType } from "./samples.ts";

// Nobody sees a letter's worth of change while typing the next.
const debounceMs = 300;

/** A wish once it has not changed for a moment. */
function useDebounced(wish: PreviewWish): PreviewWish {
  // Every drawing of the page makes it anew; as a text it is the same as long as it says the same.
  const text = JSON.stringify(wish);
  const [still, setStill] = useState({ wish, text });
  useEffect(() => {
    if (text === still.text) return undefined;
    const timer = setTimeout(() => setStill({ wish, text }), debounceMs);
    return () => clearTimeout(timer);
  }, [wish, text, still.text]);
  return still.wish;
}

/** The printer that prints a type of document at this branch: the first of those at work that have its role. */
export function usePrinterFor(type: SampleType): Device | undefined {
  const role = roleOf(type);
  return useDevices().find(({ status, roles }) => status === "active" && roles.includes(role));
}

/** When the samples of this window say that they were made: as long as it is open, the same look is the same picture. */
export function useSampleTime(): string {
  const [at] = useState(() => new Date().toISOString());
  return at;
}

interface TemplatePreviewProps {
  readonly type: SampleType;
  readonly look: WholeLook;
  /** RFC 3339. */
  readonly at: string;
}

function wishFor(
  { type, look, at }: TemplatePreviewProps,
  printer: Device | undefined,
): PreviewWish {
  const [language = "en"] = look.languages;
  return {
    ...sampleOf(type, language, at),
    template: triedLook(look),
    ...(printer === undefined ? {} : { device_id: printer.id }),
  };
}

/** The sample of a document with a look that is being tried out, as the branch's printer for it prints it. */
export function TemplatePreview(props: TemplatePreviewProps) {
  const say = useSay();
  const printer = usePrinterFor(props.type);
  const wish = useDebounced(wishFor(props, printer));
  const { data, error, isPlaceholderData } = useLivePreview(wish);
  const title = say(documentTexts[props.type]);
  return (
    <section className="look-preview" data-testid={testNames.templatePreview}>
      <p className="advice">
        {printer === undefined
          ? say("look.onUsual")
          : say("look.onPrinter", { name: printer.name })}
      </p>
      {error === null ? null : <PreviewFault error={error} />}
      {error === null && data === undefined ? (
        <output className="muted">{say("preview.drawing")}</output>
      ) : null}
      {error !== null || data === undefined ? null : (
        <div aria-busy={isPlaceholderData} data-sha256={data.sha256}>
          <PreviewDocuments title={title} preview={data} />
        </div>
      )}
    </section>
  );
}
