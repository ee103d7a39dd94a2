import { readAmount } from "#ui/desk/money/amounts.ts";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { Button, IconButton } from "#ui/kit/button.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { deskMethods, hasBank, hasReference, tenderOf, type TenderDraft } from "./payment-draft.ts";

interface TenderFieldsProps {
  readonly tenders: readonly TenderDraft[];
  readonly onChange: (tenders: readonly TenderDraft[]) => void;
  /** How the means is asked for: it is paid by, or paid back by. */
  readonly paidBy: TextId;
  /** What is still to be paid beyond the means that stand here. */
  readonly left: number;
  readonly isChecked: boolean;
  /** What the branch has refused, by the path of its field. */
  readonly refused: (path: string) => string | undefined;
}

interface TenderLineProps extends Omit<TenderFieldsProps, "left"> {
  readonly one: TenderDraft;
  readonly nth: number;
}

interface FoundProps {
  readonly one: TenderDraft;
  readonly refused: (name: string) => string | undefined;
  readonly onWrite: (patch: Partial<TenderDraft>) => void;
}

/** By what a means is found again: its reference, and the bank on which it is drawn. */
function Found({ one, refused, onWrite }: FoundProps) {
  const say = useSay();
  const { method } = one;
  return (
    <>
      {hasReference(method) ? (
        <LineField
          label={say(method === "upi" ? "bills.utr" : "bills.reference")}
          value={one.reference}
          onChange={(reference) => onWrite({ reference })}
          fault={refused("reference")}
          testName={testNames.tenderReference}
        />
      ) : null}
      {hasBank(method) ? (
        <LineField
          label={say("bills.bank")}
          value={one.bank}
          onChange={(bank) => onWrite({ bank })}
          fault={refused("bank")}
          testName={testNames.tenderBank}
        />
      ) : null}
    </>
  );
}

function TenderLine(props: TenderLineProps) {
  const { one, nth, tenders, onChange, isChecked, refused } = props;
  const say = useSay();
  const write = (patch: Partial<TenderDraft>) =>
    onChange(tenders.map((each) => (each.key === one.key ? { ...each, ...patch } : each)));
  const isNone = (readAmount(one.amount) ?? 0) === 0;
  return (
    <fieldset className="tender-line" data-testid={testNames.tenderLine}>
      <legend className="visually-hidden">{say(`tender.${one.method}`)}</legend>
      <ChoiceField
        label={say(props.paidBy)}
        value={one.method}
        onChange={(method) =>
          write({ method: deskMethods.find((each) => each === method) ?? "cash" })
        }
        options={deskMethods.map((method) => ({ value: method, text: say(`tender.${method}`) }))}
        fault={refused(`tenders.${nth}.method`)}
        testName={testNames.tenderMethod}
      />
      <LineField
        label={say("shift.amount")}
        value={one.amount}
        onChange={(amount) => write({ amount })}
        inputMode="decimal"
        fault={
          isChecked && isNone ? say("shift.amountNeeded") : refused(`tenders.${nth}.amount_minor`)
        }
        takesFocus={nth === 0}
        isRequired
        testName={testNames.tenderAmount}
      />
      <Found one={one} refused={(name) => refused(`tenders.${nth}.${name}`)} onWrite={write} />
      {tenders.length > 1 ? (
        <IconButton
          icon="close"
          label={say("bills.removeTender", { name: say(`tender.${one.method}`) })}
          onPress={() => onChange(tenders.filter((each) => each.key !== one.key))}
        />
      ) : null}
    </fieldset>
  );
}

/** With what is paid: one means or several. */
export function TenderFields(props: TenderFieldsProps) {
  const { tenders, onChange, left } = props;
  const say = useSay();
  const addOne = () => {
    const unused = deskMethods.find((method) => tenders.every((one) => one.method !== method));
    onChange([...tenders, tenderOf(Date.now(), unused ?? "card", left)]);
  };
  return (
    <>
      {tenders.map((one, nth) => (
        <TenderLine key={one.key} {...props} one={one} nth={nth} />
      ))}
      <div className="form-actions">
        <Button isSmall icon="add" onPress={addOne} testName={testNames.addTender}>
          {say("bills.addTender")}
        </Button>
      </div>
    </>
  );
}
