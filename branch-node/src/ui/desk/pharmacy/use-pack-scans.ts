import { useState } from "react";
import { faultText } from "#ui/desk/data/faults.ts";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
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

/** The lines with a pack among them; null where no line is of that item. */
function withPack(form: DispenseForm, found: { readonly itemId: string; readonly batch: string }) {
  const { fields, rx, drawn, onShelf } = form;
  const placed = placePack(fields.lines, found, { mayAdd: rx === null, serial: Date.now() });
  if (placed === null) return null;
  const before = placed.lines[placed.lines.findIndex(({ key }) => key === placed.key) - 1];
  const there = onShelf
    .get(before?.itemId ?? "")
    ?.find(({ batch_no: no }) => no === before?.batch)?.on_hand;
  const isWhole = before === undefined || there === undefined || !drawn.has(before.key);
  return isWhole ? placed.lines : splitLine(placed.lines, before.key, there);
}

/** Listens to packs while medicines are given out: each picks its line and batch, or is refused with the reason. */
export function usePackScans(form: DispenseForm) {
  const say = useSay();
  const client = useClient();
  const today = useToday();
  const [notice, setNotice] = useState<PackNotice | null>(null);
  const refuse = (text: string) => setNotice({ tone: "danger", text });

  async function take(pack: Pack): Promise<void> {
    const where = { today, shelf: form.shelf };
    const found = findPack(pack, await batchesOfGtin(client, pack.gtin), where);
    if (found.refusal !== null) {
      refuse(say(found.refusal.text, found.refusal.values));
      return;
    }
    const lines = withPack(form, found);
    if (lines === null) {
      refuse(say("pack.notPrescribed"));
      return;
    }
    form.write({ lines: [...lines] });
    const { batch } = found;
    const text = batch === "" ? say("pack.noBatch") : say("pack.taken", { batch });
    setNotice({ tone: "good", text });
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
