import { useEffect, useRef } from "react";
import { useSay } from "#ui/i18n/text.ts";
import { FindField } from "#ui/kit/find-field.tsx";
import type { Choice } from "#ui/kit/list-items.tsx";
import { testNames } from "#ui/test-names.ts";
import { namedMedicine } from "./known-medicines.ts";
import { medicineLine } from "./medicine-line.ts";
import { draftOfLine } from "./rx-draft.ts";
import { useDrugs } from "./rx-queries.ts";
import { lineText } from "./rx-texts.ts";
import type { RxForm } from "./use-rx-form.ts";

// The medicine as it is typed; every other choice is the id of a drug of the list.
const asTyped = "typed";

/** The line in which medicines are typed, one after the other: Enter takes one, and the line is there for the next, below it. */
export function MedicineLineField({ form }: { readonly form: RxForm }) {
  const say = useSay();
  const line = medicineLine(form.typed);
  const place = useRef<HTMLDivElement>(null);
  const count = form.medicines.length;
  useEffect(() => {
    if (count > 0) place.current?.scrollIntoView({ block: "nearest" });
  }, [count]);
  const drugs = useDrugs(line?.name ?? "");
  const typed: readonly Choice[] =
    line === null ? [] : [{ value: asTyped, text: line.name, more: lineText(line, say) }];
  const listed = drugs.map(({ id, name }): Choice => ({ value: id, text: name }));

  function choose(value: string): void {
    if (line === null) return;
    const drug = drugs.find(({ id }) => id === value);
    if (drug === undefined) return form.add((key) => draftOfLine(key, line));
    const isKnown = namedMedicine(line.name).known !== null;
    const generic = isKnown ? line.generic : namedMedicine(drug.name).generic;
    form.add((key) => ({
      ...draftOfLine(key, { ...line, name: drug.name, generic }),
      itemId: drug.id,
    }));
  }

  return (
    <div ref={place} className="rx-line">
      <FindField
        label={say("rx.line")}
        typed={form.typed}
        onType={form.setTyped}
        found={[...typed, ...listed]}
        onChoose={choose}
        hint={say("rx.lineHint")}
        empty={say("rx.lineHint")}
        fault={form.faultAt("items")}
        focusTurn={form.removals}
        testName={testNames.rxLine}
      />
    </div>
  );
}
