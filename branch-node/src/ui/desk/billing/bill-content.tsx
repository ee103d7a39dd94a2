import { gstStateName } from "@edgeward/shared/kernel/gst-states.ts";
import { Money, Sums } from "#ui/desk/money/money.tsx";
import { usePayerName } from "#ui/desk/payers/payer-queries.ts";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Card } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import type { Invoice } from "./bill-queries.ts";

interface BillProps {
  readonly invoice: Invoice;
}

function Line({
  line,
  currency,
}: {
  readonly line: Invoice["lines"][number];
  readonly currency: string;
}) {
  const say = useSay();
  return (
    <tr>
      <td>
        <bdi>{line.description}</bdi>
        {line.discount_reason === null ? null : (
          <span className="muted">
            {" "}
            · {say("bills.discountFor", { reason: line.discount_reason })}
          </span>
        )}
      </td>
      <td>{line.quantity}</td>
      <td>
        <Money minor={line.unit_price_minor} currency={currency} />
      </td>
      <td>
        {line.discount_minor === 0 ? null : (
          <Money minor={line.discount_minor} currency={currency} />
        )}
      </td>
      <td>
        {line.tax_category === "taxable" ? `${line.gst_rate_bp / 100} %` : say("bills.exempt")}
      </td>
      <td>
        <Money minor={line.total_minor} currency={currency} />
      </td>
    </tr>
  );
}

type Row = Parameters<typeof Sums>[0]["rows"][number];

/** What a bill comes to: its taxes as they are split by the place of supply, and what has become of the total. */
function rowsOf(invoice: Invoice, say: Say): readonly Row[] {
  const tax = (name: "cgst_minor" | "sgst_minor" | "igst_minor") =>
    invoice.lines.reduce((sum, line) => sum + line[name], 0);
  const optional: readonly Row[] = [
    { id: "discount", text: say("bills.discount"), minor: -invoice.discount_total_minor },
    { id: "cgst", text: "CGST", minor: tax("cgst_minor") },
    { id: "sgst", text: "SGST", minor: tax("sgst_minor") },
    { id: "igst", text: "IGST", minor: tax("igst_minor") },
    { id: "round", text: say("bills.rounding"), minor: invoice.round_off_minor },
  ];
  const { payer_split: split } = invoice;
  const shares: readonly Row[] =
    split === null
      ? []
      : [
          { id: "payer", text: say("billPayer.share"), minor: split.payer_minor },
          { id: "patient", text: say("billPayer.patientShare"), minor: split.patient_minor },
        ];
  const after: readonly Row[] = [
    { id: "credited", text: say("bills.credited"), minor: -invoice.credited_minor },
    { id: "written", text: say("bills.writtenOff"), minor: -invoice.written_off_minor },
    { id: "paid", text: say("bills.paid"), minor: invoice.paid_minor },
    { id: "refunded", text: say("bills.refunded"), minor: -invoice.refunded_minor },
  ];
  const isSaid = ({ minor }: Row) => minor !== 0;
  return [
    { id: "subtotal", text: say("bills.subtotal"), minor: invoice.subtotal_minor },
    ...optional.filter(isSaid),
    {
      id: "total",
      text: say("bills.total"),
      minor: invoice.total_minor,
      isStrong: true,
      testName: testNames.billTotal,
    },
    ...shares,
    ...after.filter(isSaid),
    {
      id: "due",
      text: say("bills.due"),
      minor: invoice.due_minor,
      isStrong: true,
      testName: testNames.billDue,
    },
  ];
}

/** The lines of a bill and what they come to. */
export function BillContent({ invoice }: BillProps) {
  const say = useSay();
  const { currency, place_of_supply: place } = invoice;
  const payerName = usePayerName();
  const payer = invoice.payer_id === null ? "" : payerName(invoice.payer_id);
  const isTaxed = invoice.tax_total_minor > 0;
  return (
    <Card title={say("bills.lines")}>
      <div className="bill-scroll">
        <table className="bill-table">
          <thead>
            <tr>
              {(["item", "quantity", "price", "discount", "gst", "amount"] as const).map((name) => (
                <th key={name} scope="col">
                  {say(`bills.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {invoice.lines.map((line) => (
              <Line key={line.id} line={line} currency={currency} />
            ))}
          </tbody>
        </table>
      </div>
      {isTaxed && place !== null ? (
        <p className="muted">
          {say("bills.place")}: {gstStateName(place)}
        </p>
      ) : null}
      {payer === "" ? null : (
        <p className="muted" data-testid={testNames.billedTo}>
          {say("billPayer.billedTo", { name: payer })}
        </p>
      )}
      <Sums currency={currency} rows={rowsOf(invoice, say)} />
    </Card>
  );
}
