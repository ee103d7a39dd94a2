import { Money } from "#ui/desk/money/money.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { IconButton } from "#ui/kit/button.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { amountsOf, gapsOf, gstRates, type LineDraft, type LineGap } from "./bill-draft.ts";

interface BillLineProps {
  readonly line: LineDraft;
  readonly nth: number;
  readonly currency: string;
  /** Whether the caller may take something off, and ask another price than the list's. */
  readonly mayApprove: boolean;
  readonly isChecked: boolean;
  /** What the branch has refused of it, by its field. */
  readonly refused: (name: string) => string | undefined;
  readonly onWrite: (patch: Partial<LineDraft>) => void;
  readonly onRemove: () => void;
}

interface AmountsProps extends Pick<BillLineProps, "line" | "mayApprove" | "onWrite"> {
  readonly fault: (gap: LineGap, name: string) => string | undefined;
}

/** How much of it, for how much, less what. */
function Amounts({ line, mayApprove, onWrite, fault }: AmountsProps) {
  const say = useSay();
  const isFixed = line.listed !== null && !mayApprove;
  return (
    <>
      <LineField
        label={say("bills.quantity")}
        value={line.quantity}
        onChange={(quantity) => onWrite({ quantity })}
        inputMode="numeric"
        isDisabled={line.source !== null}
        fault={fault("quantity", "quantity")}
        testName={testNames.lineQuantity}
      />
      <LineField
        label={say("bills.price")}
        value={line.price}
        onChange={(price) => onWrite({ price })}
        inputMode="decimal"
        isDisabled={isFixed}
        fault={fault("price", "unit_price_minor")}
        testName={testNames.linePrice}
      />
      <LineField
        label={say("bills.discount")}
        value={line.discount}
        onChange={(discount) => onWrite({ discount })}
        inputMode="decimal"
        isDisabled={!mayApprove}
        fault={fault("discount", "discount_minor")}
        testName={testNames.lineDiscount}
      />
    </>
  );
}

/** The rate of its tax. */
function Rate({ line, refused, onWrite }: Pick<BillLineProps, "line" | "refused" | "onWrite">) {
  const say = useSay();
  const isKnown = gstRates.some((rate) => rate === line.rate);
  const rates = isKnown ? gstRates : [...gstRates, line.rate];
  return (
    <ChoiceField
      label={say("bills.gst")}
      value={line.rate === "" ? "exempt" : line.rate}
      onChange={(rate) => onWrite({ rate: rate === "exempt" ? "" : rate })}
      options={rates.map((rate) => ({
        value: rate === "" ? "exempt" : rate,
        text: rate === "" ? say("bills.exempt") : `${Number(rate) / 100} %`,
      }))}
      fault={refused("gst_rate_bp")}
      testName={testNames.lineRate}
    />
  );
}

/** One line of a bill as it is typed. */
export function BillLine(props: BillLineProps) {
  const { line, nth, currency, isChecked, refused, onWrite, onRemove } = props;
  const say = useSay();
  const gaps = isChecked ? gapsOf(line) : [];
  const fault = (gap: LineGap, name: string) =>
    gaps.includes(gap) ? say(`bills.gap_${gap}`) : refused(name);
  const amounts = amountsOf(line);
  return (
    <fieldset className="bill-line" data-testid={testNames.billLine}>
      <legend className="visually-hidden">{say("bills.lineNo", { number: nth + 1 })}</legend>
      <LineField
        label={say("bills.item")}
        value={line.description}
        onChange={(description) => onWrite({ description })}
        fault={fault("description", "description") ?? refused("source_id")}
        testName={testNames.lineText}
      />
      <Amounts {...props} fault={fault} />
      <Rate {...props} />
      <span className="bill-line-total">
        {amounts === null ? "–" : <Money minor={amounts.total_minor} currency={currency} />}
      </span>
      <IconButton
        icon="close"
        label={say("bills.removeLine", { name: line.description })}
        onPress={onRemove}
      />
    </fieldset>
  );
}
