import type { ReactNode } from "react";
import { ItemName } from "#ui/desk/stock/item-name.tsx";
import type { Say, TextId } from "#ui/i18n/text.ts";
import type { ArrivalGap } from "./transfer-draft.ts";

interface GoodsLineProps {
  readonly line: { readonly item_id: string; readonly batch_no: string };
  readonly testName: string;
  readonly children: ReactNode;
}

/** What is asked of one batch of a transfer, under its name. */
export function GoodsLine({ line, testName, children }: GoodsLineProps) {
  return (
    <fieldset className="transfer-line" data-testid={testName}>
      <legend>
        <ItemName id={line.item_id} /> <bdi className="lab-number">{line.batch_no}</bdi>
      </legend>
      {children}
    </fieldset>
  );
}

/** Says the first of some gaps that stands at one field. */
export function gapText(
  gaps: readonly ArrivalGap[],
  texts: Readonly<Record<ArrivalGap, TextId>>,
  say: Say,
): (...of: readonly ArrivalGap[]) => string | undefined {
  return (...of) => {
    const gap = gaps.find((one) => of.includes(one));
    return gap === undefined ? undefined : say(texts[gap]);
  };
}
