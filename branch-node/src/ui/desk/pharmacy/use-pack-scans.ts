import { useState } from "react";
import { faultText } from "#ui/desk/data/faults.ts";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useClient } from "#ui/desk/shell/session-context.tsx";
import { batchesOfGtin } from "#ui/desk/stock/stock-queries.ts";
import { useSay } from "#ui/i18n/text.ts";
import { useScans } from "#ui/scan/scans.tsx";
import { findPack, packOf, placePack, splitLine, type Pack } from "./pack-scan.ts";
import type { DispenseForm } from "./use-dispense-form.ts";

/** What is said of the last pack. */
export interface PackNotice {
  readonly tone: "good" | "danger";
  readonly text: string;
}

/** Listens to packs while medicines are given out: each picks its line and batch, or is refused with the reason. */
export function usePackScans(form: DispenseForm) {
  const say = useSay();
  const client = useClient();
  const today = useToday();
  const [notice, setNotice] = useState<PackNotice | null>(null);
  const refuse = (text: string) => setNotice({ tone: "danger", text });

  async function take(pack: Pack): Promise<void> {
    const { shelf, fields, rx, drawn, onShelf } = form;
    const found = findPack(pack, await batchesOfGtin(client, pack.gtin), { today, shelf });
    if (found.refusal !== null) {
      refuse(say(found.refusal.text, found.refusal.values));
      return;
    }
    const placed = placePack(fields.lines, found, { mayAdd: rx === null, serial: Date.now() });
    if (placed === null) {
      refuse(say("pack.notPrescribed"));
      return;
    }
    const before = placed.lines[placed.lines.findIndex(({ key }) => key === placed.key) - 1];
    const there = onShelf
      .get(before?.itemId ?? "")
      ?.find(({ batch_no: no }) => no === before?.batch)?.on_hand;
    const lines =
      before === undefined || there === undefined || !drawn.has(before.key)
        ? placed.lines
        : splitLine(placed.lines, before.key, there);
    form.write({ lines: [...lines] });
    setNotice({
      tone: "good",
      text: found.batch === "" ? say("pack.noBatch") : say("pack.taken", { batch: found.batch }),
    });
  }

  function hear(text: string): boolean {
    const pack = packOf(text, Number(today.slice(0, 4)));
    if (pack === null) return false;
    take(pack).catch((error: unknown) => refuse(faultText(error, say)));
    return true;
  }

  useScans(hear);
  return {
    notice,
    dismiss: () => setNotice(null),
    /** For a scan that was asked for: what is no pack is said. */
    hearAsked: (text: string) => {
      if (!hear(text)) refuse(say("pack.none"));
    },
  };
}
