import { faultText } from "#ui/desk/data/faults.ts";
import { packOf } from "#ui/desk/pharmacy/pack-scan.ts";
import { NextScanButton } from "#ui/desk/scans/next-scan-button.tsx";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { useToday } from "#ui/desk/shell/moments.ts";
import { batchesOfGtin, type Batch } from "#ui/desk/stock/stock-queries.ts";
import { useSay } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";
import { useScans } from "#ui/scan/scans.tsx";
import { testNames } from "#ui/test-names.ts";
import { packOnSheet } from "./found-draft.ts";
import type { CountSheetForm } from "./use-count-sheet.ts";

interface ScanProps {
  readonly form: CountSheetForm;
  readonly batches: readonly Batch[];
}

function goTo(stockId: string): void {
  const field = document.querySelector<HTMLInputElement>(`tr[data-stock="${stockId}"] input`);
  field?.focus();
  field?.select();
}

/** Takes a pack onto the sheet: to the line of its batch, or as one that was found besides. */
export function ScanOntoSheet({ form, batches }: ScanProps) {
  const say = useSay();
  const client = useClient();
  const thisYear = Number(useToday().slice(0, 4));

  async function take(pack: NonNullable<ReturnType<typeof packOf>>): Promise<void> {
    const known = await batchesOfGtin(client, pack.gtin);
    const standing = new Set(batches.map(({ id }) => id));
    const place = packOnSheet(pack, { known, standing, key: `${pack.gtin}/${Date.now()}` });
    if (place.kind === "standing") goTo(place.stockId);
    else if (place.kind === "found") form.addFound(place.line);
    else notify({ text: say("pack.unknown", { code: pack.gtin }), tone: "warning" });
  }

  function hear(text: string): boolean {
    const pack = packOf(text, thisYear);
    if (pack === null) return false;
    take(pack).catch((error: unknown) => notify({ text: faultText(error, say), tone: "warning" }));
    return true;
  }

  useScans(hear);
  return (
    <NextScanButton
      text="pack.scan"
      onScan={(text) => {
        if (!hear(text)) notify({ text: say("pack.none"), tone: "warning" });
      }}
      testName={testNames.scanFound}
    />
  );
}
