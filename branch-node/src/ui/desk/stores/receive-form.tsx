import { DraftLine } from "#ui/desk/drafts/draft-line.tsx";
import { KeptFormActions } from "#ui/desk/drafts/kept-form-actions.tsx";
import { NextScanButton } from "#ui/desk/scans/next-scan-button.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { ItemName } from "#ui/desk/stock/item-name.tsx";
import { useItem } from "#ui/desk/stock/item-queries.ts";
import { usePlaces } from "#ui/desk/stock/place-queries.ts";
import { useDateLabels } from "#ui/i18n/date-labels.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button, IconButton } from "#ui/kit/button.tsx";
import { DateField } from "#ui/kit/date-field.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { Card } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { costText, orderedLine, type ReceivedDraft, type ReceivedGap } from "./receive-draft.ts";
import { useReceiveForm, type ReceiveForm, type ReceiveFormProps } from "./use-receive-form.ts";

interface FormProps {
  readonly form: ReceiveForm;
}

/** Of which invoice it is, and where it goes. */
function Head({ form }: FormProps) {
  const say = useSay();
  const labels = useDateLabels();
  const { data: places = [] } = usePlaces();
  const { invoiceNo, invoiceDay, place } = form.fields;
  return (
    <div className="cash-fields">
      <LineField
        label={say("receive.invoiceNo")}
        value={invoiceNo}
        onChange={(typed) => form.write({ invoiceNo: typed })}
        isRequired
        takesFocus
        fault={form.headFault("invoiceNo", "supplier_invoice_no", "receive.needsInvoice")}
        testName={testNames.receiveInvoice}
      />
      <DateField
        label={say("receive.invoiceDay")}
        value={invoiceDay === "" ? null : invoiceDay}
        onChange={(day) => form.write({ invoiceDay: day ?? "" })}
        most={form.today}
        isRequired
        labels={labels}
        fault={form.headFault("invoiceDay", "supplier_invoice_date", "receive.needsDay")}
        testName={testNames.receiveDay}
      />
      <ChoiceField
        label={say("stores.place")}
        value={place}
        onChange={(chosen) => form.write({ place: chosen })}
        empty={say("rx.choose")}
        options={places
          .filter(({ status }) => status === "active")
          .map(({ id, name }) => ({ value: id, text: name }))}
        fault={form.headFault("place", "location_id", "stores.needsPlace")}
        testName={testNames.receivePlace}
      />
    </div>
  );
}

interface LineProps extends FormProps {
  readonly line: ReceivedDraft;
}

const counted = [
  ["quantity", "receive.came", testNames.receivedQuantity],
  ["free", "receive.free", testNames.receivedFree],
  ["rejected", "receive.rejected", testNames.receivedRejected],
] as const;

/** Which batch it is, and until when it may be used. */
function Label({ form, line }: LineProps) {
  const say = useSay();
  const labels = useDateLabels();
  const fault = (gap: ReceivedGap) => form.faultOf(line, gap);
  return (
    <>
      <LineField
        label={say("dispense.batch")}
        value={line.batch}
        onChange={(batch) => form.writeLine(line.key, { batch })}
        fault={fault("batch")}
        testName={testNames.receivedBatch}
      />
      <DateField
        label={say("dispense.expiry")}
        value={line.expiry === "" ? null : line.expiry}
        onChange={(day) => form.writeLine(line.key, { expiry: day ?? "" })}
        labels={labels}
        fault={fault("expiry")}
        testName={testNames.receivedExpiry}
      />
      <LineField
        label={say("stores.mrp")}
        value={line.mrp}
        onChange={(mrp) => form.writeLine(line.key, { mrp })}
        inputMode="decimal"
        fault={fault("mrp")}
        testName={testNames.receivedMrp}
      />
      <LineField
        label={say("orders.cost")}
        value={costText(line, orderedLine(form.order, line)?.unit_cost_minor)}
        onChange={(cost) => form.writeLine(line.key, { cost })}
        inputMode="decimal"
        fault={fault("cost")}
        testName={testNames.receivedCost}
      />
    </>
  );
}

/** What it is, and what is done with its line. */
function LineHead({ form, line }: LineProps) {
  const say = useSay();
  const name = useItem(line.itemId)?.name ?? "";
  const isSecond = form.fields.lines.find(({ poLine }) => poLine === line.poLine) !== line;
  const rate = orderedLine(form.order, line)?.gst_rate_bp ?? 0;
  const scan = (text: string) => {
    if (!form.scan(line.key, text)) notify({ text: say("pack.none"), tone: "warning" });
  };
  return (
    <div className="dispense-item">
      <strong>
        <ItemName id={line.itemId} />
      </strong>
      <span className="muted">
        {say("bills.gst")}: {rate === 0 ? say("bills.exempt") : <bdi dir="ltr">{rate / 100} %</bdi>}
      </span>
      <NextScanButton text="pack.scan" onScan={scan} testName={testNames.scanReceived} />
      <Button
        isSmall
        look="quiet"
        about={name}
        onPress={() => form.addBatch(line.key)}
        testName={testNames.anotherBatch}
      >
        {say("receive.anotherBatch")}
      </Button>
      {isSecond ? (
        <IconButton
          icon="close"
          label={say("bills.removeLine", { name })}
          onPress={() => form.removeLine(line.key)}
        />
      ) : null}
    </div>
  );
}

/** One batch of what was ordered: what its pack says, how much has come, what was given besides, and what goes back. */
function Line({ form, line }: LineProps) {
  const say = useSay();
  const name = useItem(line.itemId)?.name ?? "";
  return (
    <fieldset
      className="dispense-line"
      aria-label={`${name} ${line.poLine}`}
      data-testid={testNames.receivedLine}
    >
      <LineHead form={form} line={line} />
      <div className="receive-fields">
        <Label form={form} line={line} />
        {counted.map(([field, text, testName]) => (
          <LineField
            key={field}
            label={say(text)}
            value={line[field]}
            onChange={(typed) => form.writeLine(line.key, { [field]: typed })}
            inputMode="numeric"
            fault={form.faultOf(line, field)}
            testName={testName}
          />
        ))}
        {line.rejected.trim() === "" ? null : (
          <LineField
            label={say("receive.reason")}
            value={line.reason}
            onChange={(reason) => form.writeLine(line.key, { reason })}
            fault={form.faultOf(line, "reason")}
            testName={testNames.receivedReason}
          />
        )}
      </div>
    </fieldset>
  );
}

/** What has come of a supplier for an order: by batch, with free goods and what goes back. */
export function ReceiveFormBody(props: ReceiveFormProps) {
  const say = useSay();
  const form = useReceiveForm(props);
  return (
    <Card title={say("receive.title")}>
      <form
        className="dispense-form"
        onSubmit={form.submit}
        noValidate
        data-testid={testNames.receiveForm}
      >
        <Head form={form} />
        {form.fields.lines.map((line) => (
          <Line key={line.key} form={form} line={line} />
        ))}
        {form.isEmpty ? (
          <p className="field-fault" role="alert">
            {say("receive.needsLine")}
          </p>
        ) : null}
        <FaultNotice error={form.rest} />
        <KeptFormActions
          action={say(form.isPending ? "register.saving" : "receive.save")}
          testName={testNames.saveReceipt}
          keeper={form.keeper}
          onLeave={form.leave}
        />
        <DraftLine keeper={form.keeper} onTake={form.take} />
      </form>
    </Card>
  );
}
