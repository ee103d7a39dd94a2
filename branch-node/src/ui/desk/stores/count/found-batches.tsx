import { useState } from "react";
import { gstRates } from "#ui/desk/billing/bill-draft.ts";
import { ItemName } from "#ui/desk/stock/item-name.tsx";
import { useItem, useStockedItems } from "#ui/desk/stock/item-queries.ts";
import { MoveReasonField } from "#ui/desk/stores/reason-field.tsx";
import { useDateLabels } from "#ui/i18n/date-labels.ts";
import { useSay } from "#ui/i18n/text.ts";
import { IconButton } from "#ui/kit/button.tsx";
import { DateField } from "#ui/kit/date-field.tsx";
import { FindField } from "#ui/kit/find-field.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { emptyFound, type FoundDraft } from "./found-draft.ts";
import type { CountSheetForm } from "./use-count-sheet.ts";

interface FormProps {
  readonly form: CountSheetForm;
}

interface LineProps extends FormProps {
  readonly line: FoundDraft;
}

/** What its label says. */
function Label({ form, line }: LineProps) {
  const say = useSay();
  const labels = useDateLabels();
  const write = (patch: Partial<FoundDraft>) => form.writeFound(line.key, patch);
  return (
    <>
      <LineField
        label={say("dispense.batch")}
        value={line.batch}
        onChange={(batch) => write({ batch })}
        fault={form.foundFault(line, "batch")}
        takesFocus
        testName={testNames.foundBatch}
      />
      <DateField
        label={say("dispense.expiry")}
        value={line.expiry === "" ? null : line.expiry}
        onChange={(day) => write({ expiry: day ?? "" })}
        labels={labels}
        fault={form.foundFault(line, "expiry")}
        testName={testNames.foundExpiry}
      />
      <LineField
        label={say("stores.mrp")}
        value={line.mrp}
        onChange={(mrp) => write({ mrp })}
        inputMode="decimal"
        fault={form.foundFault(line, "mrp")}
        testName={testNames.foundMrp}
      />
      <ChoiceField
        label={say("bills.gst")}
        value={line.rate}
        onChange={(rate) => write({ rate })}
        empty={say("count.asElsewhere")}
        options={gstRates
          .filter((rate) => rate !== "")
          .map((rate) => ({ value: rate, text: `${Number(rate) / 100} %` }))}
        testName={testNames.foundRate}
      />
    </>
  );
}

/** One batch that was found: what it is, how much of it there is, and why it was not on record. */
function Line({ form, line }: LineProps) {
  const say = useSay();
  const name = useItem(line.itemId)?.name ?? "";
  return (
    <fieldset className="dispense-line" aria-label={name} data-testid={testNames.foundLine}>
      <div className="dispense-item">
        <strong>
          <ItemName id={line.itemId} />
        </strong>
        <IconButton
          icon="close"
          label={say("bills.removeLine", { name })}
          onPress={() => form.removeFound(line.key)}
        />
      </div>
      <div className="receive-fields">
        <Label form={form} line={line} />
        <LineField
          label={say("count.found")}
          value={line.counted}
          onChange={(counted) => form.writeFound(line.key, { counted })}
          inputMode="numeric"
          fault={form.foundFault(line, "quantity")}
          testName={testNames.foundCount}
        />
        <MoveReasonField
          value={line.reason}
          onChange={(reason) => form.writeFound(line.key, { reason })}
          fault={form.foundFault(line, "reason")}
          testName={testNames.foundReason}
        />
      </div>
    </fieldset>
  );
}

/** What stands at the place and is not on the sheet: each batch by what its label says. */
export function FoundBatches({ form }: FormProps) {
  const say = useSay();
  const [typed, setTyped] = useState("");
  const items = useStockedItems(typed);
  return (
    <>
      {form.fields.found.map((line) => (
        <Line key={line.key} form={form} line={line} />
      ))}
      <FindField
        label={say("count.addFound")}
        typed={typed}
        onType={setTyped}
        found={items.map(({ id, name, code }) => ({ value: id, text: `${name} · ${code}` }))}
        onChoose={(id) => {
          form.addFound(emptyFound(`${id}/${Date.now()}`, id));
          setTyped("");
        }}
        empty={say("dispense.noItem")}
        testName={testNames.addFound}
      />
    </>
  );
}
