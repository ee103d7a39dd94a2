import { useState } from "react";
import { DraftLine } from "#ui/desk/drafts/draft-line.tsx";
import { LeaveForm } from "#ui/desk/drafts/leave-form.tsx";
import { Sums } from "#ui/desk/money/money.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { gstStateCodes, gstStateName } from "@edgeward/shared/kernel/gst-states.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Checkbox } from "#ui/kit/choices.tsx";
import { FindField } from "#ui/kit/find-field.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { billSums, hasDiscount, hasTax } from "./bill-draft.ts";
import { BillLine } from "./bill-line-fields.tsx";
import { BillPayer } from "./bill-payer.tsx";
import { useFoundItems } from "./bill-queries.ts";
import { useBillForm, type BillForm, type BillFormProps } from "./use-bill-form.ts";

const freeLine = "free";

/** Adds a line: something of the catalogue, or what was typed. */
function AddLine({ of }: { readonly of: BillForm }) {
  const say = useSay();
  const [written, setWritten] = useState("");
  const items = useFoundItems(written);
  const typed = written.trim();
  const found = [
    ...items.map(({ id, name, code }) => ({ value: id, text: `${name} · ${code}` })),
    ...(typed === "" ? [] : [{ value: freeLine, text: say("bills.freeLine", { name: typed }) }]),
  ];
  return (
    <FindField
      label={say("bills.addLine")}
      typed={written}
      onType={setWritten}
      found={found}
      onChoose={(value) => {
        const item = items.find(({ id }) => id === value);
        of.add(item ?? { id: null, name: typed, price_minor: null });
        setWritten("");
      }}
      empty={say("bills.noItem")}
      testName={testNames.addLine}
    />
  );
}

function Lines({ of, currency }: { readonly of: BillForm; readonly currency: string }) {
  const say = useSay();
  if (of.fields.lines.length === 0)
    return <p className="muted">{say(of.isChecked ? "bills.needsLine" : "bills.noLines")}</p>;
  return (
    <div className="bill-lines">
      {of.fields.lines.map((line, nth) => (
        <BillLine
          key={line.key}
          line={line}
          nth={nth}
          currency={currency}
          mayApprove={of.mayApprove}
          isChecked={of.isChecked}
          refused={(name) => of.faults.at(`lines.${nth}.${name}`)}
          onWrite={(patch) => of.writeLine(line.key, patch)}
          onRemove={() => of.removeLine(line.key)}
        />
      ))}
    </div>
  );
}

function Conditions({ of }: { readonly of: BillForm }) {
  const say = useSay();
  const { fields, write } = of;
  return (
    <div className="cash-fields">
      {hasDiscount(fields) ? (
        <LineField
          label={say("bills.discountReason")}
          value={fields.reason}
          onChange={(reason) => write({ reason })}
          fault={of.needsReason ? say("shift.reasonNeeded") : undefined}
          testName={testNames.discountReason}
        />
      ) : null}
      {hasTax(fields) ? (
        <ChoiceField
          label={say("bills.place")}
          value={fields.place}
          onChange={(place) => write({ place })}
          empty={say("bills.ownState")}
          options={gstStateCodes.map((code) => ({ value: code, text: gstStateName(code) }))}
          fault={of.faults.at("place_of_supply")}
          testName={testNames.billPlace}
        />
      ) : null}
    </div>
  );
}

function Totals({ of, currency }: { readonly of: BillForm; readonly currency: string }) {
  const say = useSay();
  const sums = billSums(of.fields);
  const parts = [
    { id: "subtotal", text: say("bills.subtotal"), minor: sums.subtotal_minor },
    { id: "discount", text: say("bills.discount"), minor: -sums.discount_total_minor },
    { id: "gst", text: say("bills.gst"), minor: sums.tax_total_minor },
    { id: "round", text: say("bills.rounding"), minor: sums.round_off_minor },
  ].filter(({ minor }) => minor !== 0);
  // A sum of its own says nothing where nothing comes to it.
  return parts.length > 1 ? <Sums currency={currency} rows={parts} /> : null;
}

/** What the bill comes to, and what is done with it: in sight however many lines there are. */
function Foot({ of, currency }: { readonly of: BillForm; readonly currency: string }) {
  const say = useSay();
  const { total_minor: minor } = billSums(of.fields);
  const total = { id: "total", text: say("bills.total"), minor, isStrong: true };
  return (
    <div className="bill-foot">
      <div className="form-actions">
        <Button look="primary" type="submit" testName={testNames.issueBill}>
          {say(of.isPending ? "register.saving" : "bills.issue")}
        </Button>
        <Button onPress={of.drawUp} testName={testNames.drawUpBill}>
          {say("bills.drawUp")}
        </Button>
        <LeaveForm keeper={of.keeper} onLeave={of.leave} />
      </div>
      <Sums currency={currency} rows={[{ ...total, testName: testNames.billTotal }]} />
    </div>
  );
}

/** Makes a bill: what was done stands on it already, more is found in the catalogue or typed. */
export function BillForm(props: BillFormProps) {
  const say = useSay();
  const of = useBillForm(props);
  const { currency } = props;
  return (
    <form
      className="rx-form"
      onSubmit={of.submit}
      noValidate
      aria-label={say("bills.new")}
      data-testid={testNames.billForm}
    >
      <h3>{say("bills.new")}</h3>
      <Lines of={of} currency={currency} />
      <AddLine of={of} />
      <Conditions of={of} />
      <Checkbox
        isOn={of.fields.isRounded}
        onChange={(isRounded) => of.write({ isRounded })}
        testName={testNames.billRounded}
      >
        {say("bills.round")}
      </Checkbox>
      <BillPayer of={of} currency={currency} />
      <Totals of={of} currency={currency} />
      <FaultNotice error={of.faults.rest} />
      <Foot of={of} currency={currency} />
      <DraftLine keeper={of.keeper} onTake={of.take} />
    </form>
  );
}
