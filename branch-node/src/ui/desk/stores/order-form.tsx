import { useState, type FormEvent } from "react";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { gstRates } from "#ui/desk/billing/bill-draft.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { DraftLine } from "#ui/desk/drafts/draft-line.tsx";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useKeptFields } from "#ui/desk/drafts/kept-fields.ts";
import { KeptFormActions } from "#ui/desk/drafts/kept-form-actions.tsx";
import { useToday } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { ItemName } from "#ui/desk/stock/item-name.tsx";
import { useItem, useStockedItems } from "#ui/desk/stock/item-queries.ts";
import { usePlaces } from "#ui/desk/stock/place-queries.ts";
import { useDateLabels } from "#ui/i18n/date-labels.ts";
import { useSay } from "#ui/i18n/text.ts";
import { IconButton } from "#ui/kit/button.tsx";
import { DateField } from "#ui/kit/date-field.tsx";
import { FindField } from "#ui/kit/find-field.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { Card } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import {
  orderBody,
  orderGaps,
  orderLine,
  orderLineGaps,
  orderState,
  readOrder,
  type OrderDraft,
  type OrderLineDraft,
} from "./order-draft.ts";
import type { Order } from "./orders-list.ts";
import { useDrawOrder, useSuppliers } from "./orders-queries.ts";

interface OrderFormProps {
  /** With what an empty form begins. */
  readonly begun: OrderDraft;
  /** The form that was begun before and is continued. */
  readonly resumed: Draft | null;
  readonly onSaved: (order: Order) => void;
  readonly onLeave: () => void;
}

const lineFields = ["item_id", "quantity", "unit_cost_minor", "gst_rate_bp"];

function shownPaths(count: number): readonly string[] {
  const places = Array.from({ length: count }, (_, place) => place);
  const ofLines = places.flatMap((nth) => lineFields.map((name) => `lines.${nth}.${name}`));
  return ["supplier_id", "location_id", "expected_by", ...ofLines];
}

function useOrderForm({ begun, resumed, onSaved, onLeave }: OrderFormProps) {
  const say = useSay();
  const today = useToday();
  const [fields, setFields] = useState<OrderDraft>(
    () => (resumed === null ? null : readOrder(resumed.form_state)) ?? begun,
  );
  const [isChecked, setChecked] = useState(false);
  const kept = useKeptFields({
    kind: draftKinds.order,
    entityId: null,
    resumed,
    fields,
    stateOf: orderState,
  });
  const saving = useDrawOrder(kept, onSaved);
  const faults = faultsAtFields(saving.error, shownPaths(fields.lines.length), say);
  const gaps = orderGaps(fields, today);
  const isWhole = gaps.length === 0 && fields.lines.every((one) => orderLineGaps(one).length === 0);
  const write = (patch: Partial<OrderDraft>) => {
    setFields((now) => ({ ...now, ...patch }));
    saving.reset();
  };
  return {
    fields,
    write,
    writeLine: (key: string, patch: Partial<OrderLineDraft>) =>
      write({ lines: fields.lines.map((one) => (one.key === key ? { ...one, ...patch } : one)) }),
    lacks: (gap: (typeof gaps)[number]) => isChecked && gaps.includes(gap),
    isChecked,
    faults,
    today,
    isPending: saving.isPending,
    keeper: kept.keeper,
    take: (state: Draft["form_state"]) => setFields(readOrder(state) ?? fields),
    submit: (event: FormEvent) => {
      event.preventDefault();
      setChecked(true);
      if (isWhole && !saving.isPending) saving.mutate(orderBody(fields));
    },
    leave: onLeave,
  };
}

type OrderForm = ReturnType<typeof useOrderForm>;

interface FormProps {
  readonly form: OrderForm;
}

/** Of whom, where to, and by when. */
function Head({ form }: FormProps) {
  const say = useSay();
  const labels = useDateLabels();
  const { data: suppliers = [] } = useSuppliers();
  const { data: places = [] } = usePlaces();
  const { supplierId, place, expected } = form.fields;
  const active = <T extends { readonly status: string }>(all: readonly T[]) =>
    all.filter(({ status }) => status === "active");
  return (
    <div className="cash-fields">
      <ChoiceField
        label={say("orders.supplier")}
        value={supplierId}
        onChange={(chosen) => form.write({ supplierId: chosen })}
        empty={say("rx.choose")}
        options={active(suppliers).map(({ id, name }) => ({ value: id, text: name }))}
        fault={form.lacks("supplier") ? say("orders.needsSupplier") : form.faults.at("supplier_id")}
        testName={testNames.orderSupplier}
      />
      <ChoiceField
        label={say("stores.place")}
        value={place}
        onChange={(chosen) => form.write({ place: chosen })}
        empty={say("rx.choose")}
        options={active(places).map(({ id, name }) => ({ value: id, text: name }))}
        fault={form.lacks("place") ? say("stores.needsPlace") : form.faults.at("location_id")}
        testName={testNames.orderPlace}
      />
      <DateField
        label={say("orders.by")}
        value={expected === "" ? null : expected}
        onChange={(day) => form.write({ expected: day ?? "" })}
        least={form.today}
        labels={labels}
        fault={form.lacks("expected") ? say("fault.pastDay") : form.faults.at("expected_by")}
        testName={testNames.orderExpected}
      />
    </div>
  );
}

interface LineProps extends FormProps {
  readonly line: OrderLineDraft;
  readonly nth: number;
}

/** How much of it, for how much, at which tax. */
function Amounts({ form, line, nth }: LineProps) {
  const say = useSay();
  const unit = useItem(line.itemId)?.unit;
  const gaps = form.isChecked ? orderLineGaps(line) : [];
  const refused = (name: string) => form.faults.at(`lines.${nth}.${name}`);
  const write = (patch: Partial<OrderLineDraft>) => form.writeLine(line.key, patch);
  return (
    <>
      <LineField
        label={
          unit === undefined
            ? say("dispense.quantity")
            : say("dispense.quantityIn", { unit: say(`stockUnit.${unit}`) })
        }
        value={line.quantity}
        onChange={(quantity) => write({ quantity })}
        inputMode="numeric"
        fault={gaps.includes("quantity") ? say("dispense.needsQuantity") : refused("quantity")}
        testName={testNames.orderQuantity}
      />
      <LineField
        label={say("orders.cost")}
        value={line.cost}
        onChange={(cost) => write({ cost })}
        inputMode="decimal"
        fault={gaps.includes("cost") ? say("bills.gap_price") : refused("unit_cost_minor")}
        testName={testNames.orderCost}
      />
      <ChoiceField
        label={say("bills.gst")}
        value={line.rate}
        onChange={(rate) => write({ rate })}
        options={gstRates.map((rate) => ({
          value: rate,
          text: rate === "" ? say("bills.exempt") : `${Number(rate) / 100} %`,
        }))}
        fault={refused("gst_rate_bp")}
        testName={testNames.orderRate}
      />
    </>
  );
}

function Line(props: LineProps) {
  const { form, line, nth } = props;
  const say = useSay();
  const name = useItem(line.itemId)?.name ?? "";
  const refused = form.faults.at(`lines.${nth}.item_id`);
  return (
    <fieldset className="order-line" aria-label={name} data-testid={testNames.orderLine}>
      <div className="dispense-what">
        <strong>
          <ItemName id={line.itemId} />
        </strong>
        {refused === undefined ? null : <p className="field-fault">{refused}</p>}
      </div>
      <Amounts {...props} />
      <IconButton
        icon="close"
        label={say("bills.removeLine", { name })}
        onPress={() => form.write({ lines: form.fields.lines.filter((one) => one !== line) })}
      />
    </fieldset>
  );
}

function AddItem({ form }: FormProps) {
  const say = useSay();
  const [typed, setTyped] = useState("");
  const items = useStockedItems(typed);
  return (
    <FindField
      label={say("dispense.add")}
      typed={typed}
      onType={setTyped}
      found={items.map(({ id, name, code }) => ({ value: id, text: `${name} · ${code}` }))}
      onChoose={(id) => {
        form.write({ lines: [...form.fields.lines, orderLine(id, 1, Date.now())] });
        setTyped("");
      }}
      empty={say("dispense.noItem")}
      fault={form.lacks("lines") ? say("orders.needsLine") : undefined}
      testName={testNames.addLine}
    />
  );
}

/** An order that is drawn up for a supplier. */
export function OrderFormBody(props: OrderFormProps) {
  const say = useSay();
  const form = useOrderForm(props);
  return (
    <Card>
      <form
        className="dispense-form"
        onSubmit={form.submit}
        noValidate
        data-testid={testNames.orderForm}
      >
        <Head form={form} />
        {form.fields.lines.map((line, nth) => (
          <Line key={line.key} form={form} line={line} nth={nth} />
        ))}
        <AddItem form={form} />
        <FaultNotice error={form.faults.rest} />
        <KeptFormActions
          action={say(form.isPending ? "register.saving" : "orders.draw")}
          testName={testNames.saveOrder}
          keeper={form.keeper}
          onLeave={form.leave}
        />
        <DraftLine keeper={form.keeper} onTake={form.take} />
      </form>
    </Card>
  );
}
