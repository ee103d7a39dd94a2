import { useState } from "react";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { stockContract } from "@edgeward/shared/clinical/stock/stock.contract.ts";
import { gstRates } from "#ui/desk/billing/bill-draft.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useItem, useStockedItems } from "#ui/desk/stock/item-queries.ts";
import { usePlaces } from "#ui/desk/stock/place-queries.ts";
import type { Batch } from "#ui/desk/stock/stock-queries.ts";
import { useSuppliers } from "#ui/desk/stores/orders-queries.ts";
import { useDateLabels } from "#ui/i18n/date-labels.ts";
import { useSay } from "#ui/i18n/text.ts";
import { IconButton } from "#ui/kit/button.tsx";
import { DateField } from "#ui/kit/date-field.tsx";
import { FindField } from "#ui/kit/find-field.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { emptyOpening, openingBody, openingGaps, type OpeningDraft } from "./opening-draft.ts";
import { RecordCard } from "./record-card.tsx";
import { useRecordForm } from "./record-form.ts";

interface OpeningFormProps {
  /** Where what was put on record before stands: the next batch is there as well. */
  readonly place: string;
  /** The form that was begun before and is continued. */
  readonly resumed: Draft | null;
  readonly onSaved: (batch: Batch) => void;
  readonly onLeave: () => void;
}

const paths =
  "item_id location_id batch_no expiry_date quantity mrp_minor cost_minor gst_rate_bp gtin supplier_id note".split(
    " ",
  );

function useOpeningForm({ place, resumed, onSaved }: OpeningFormProps) {
  const begun: OpeningDraft = { ...emptyOpening, place };
  const form = useRecordForm({
    kind: draftKinds.opening,
    entityId: null,
    resumed,
    begun,
    gapsOf: openingGaps,
    bodyOf: openingBody,
    paths,
    stale: [queryKeys.stock],
    send: async (client, body, options) =>
      (await client.call(stockContract.create, { body }, options)).body,
    onSaved,
  });
  return { ...form, item: useItem(form.fields.itemId) };
}

type OpeningForm = ReturnType<typeof useOpeningForm>;

interface FieldsProps {
  readonly form: OpeningForm;
}

/** Of what it is. */
function ItemChoice({ form }: FieldsProps) {
  const say = useSay();
  const [typed, setTyped] = useState("");
  const items = useStockedItems(typed);
  const { fields, item, write, lacks, refused } = form;
  if (fields.itemId !== "")
    return (
      <span className="stores-chosen" data-testid={testNames.openingItem}>
        <strong>
          <bdi>{item?.name ?? "…"}</bdi>
        </strong>
        <IconButton
          icon="close"
          label={say("catalogue.otherItem")}
          onPress={() => write({ itemId: "" })}
        />
      </span>
    );
  return (
    <FindField
      label={say("stores.item")}
      typed={typed}
      onType={setTyped}
      found={items.map(({ id, name, code }) => ({ value: id, text: `${name} · ${code}` }))}
      onChoose={(id) => {
        write({ itemId: id });
        setTyped("");
      }}
      empty={say("dispense.noItem")}
      fault={lacks("itemId") ? say("catalogue.needsItem") : refused("item_id")}
      focusTurn={0}
      testName={testNames.openingFind}
    />
  );
}

/** Which batch, where it stands, and how much of it is there. */
function Counted({ form }: FieldsProps) {
  const say = useSay();
  const labels = useDateLabels();
  const { data: places = [] } = usePlaces();
  const { fields, item, write, lacks, refused } = form;
  const inUse = places.filter(({ status }) => status === "active");
  return (
    <div className="cash-fields">
      <ChoiceField
        label={say("stores.place")}
        value={fields.place}
        onChange={(place) => write({ place })}
        empty={say("rx.choose")}
        options={inUse.map(({ id, name }) => ({ value: id, text: name }))}
        fault={lacks("place") ? say("stores.needsPlace") : refused("location_id")}
        testName={testNames.openingPlace}
      />
      <LineField
        label={say("stores.batch")}
        value={fields.batch}
        onChange={(batch) => write({ batch })}
        fault={lacks("batch") ? say("receive.needsBatch") : refused("batch_no")}
        testName={testNames.openingBatch}
      />
      <DateField
        label={say("dispense.expiry")}
        value={fields.expiry === "" ? null : fields.expiry}
        onChange={(day) => write({ expiry: day ?? "" })}
        labels={labels}
        fault={refused("expiry_date")}
        testName={testNames.openingExpiry}
      />
      <LineField
        label={
          item === undefined
            ? say("dispense.quantity")
            : say("dispense.quantityIn", { unit: say(`stockUnit.${item.unit}`) })
        }
        value={fields.quantity}
        onChange={(quantity) => write({ quantity })}
        inputMode="numeric"
        fault={lacks("quantity") ? say("dispense.needsQuantity") : refused("quantity")}
        testName={testNames.openingQuantity}
      />
    </div>
  );
}

/** What it costs, and how it is taxed. */
function Priced({ form }: FieldsProps) {
  const say = useSay();
  const { fields, write, lacks, refused } = form;
  return (
    <>
      <LineField
        label={say("stores.mrp")}
        value={fields.mrp}
        onChange={(mrp) => write({ mrp })}
        inputMode="decimal"
        fault={lacks("mrp") ? say("bills.gap_price") : refused("mrp_minor")}
        testName={testNames.openingMrp}
      />
      <LineField
        label={say("orders.cost")}
        value={fields.cost}
        onChange={(cost) => write({ cost })}
        inputMode="decimal"
        fault={lacks("cost") ? say("bills.gap_price") : refused("cost_minor")}
        testName={testNames.openingCost}
      />
      <ChoiceField
        label={say("bills.gst")}
        value={fields.rate}
        onChange={(rate) => write({ rate })}
        options={gstRates.map((rate) => ({
          value: rate,
          text: rate === "" ? say("bills.exempt") : `${Number(rate) / 100} %`,
        }))}
        fault={refused("gst_rate_bp")}
        testName={testNames.openingRate}
      />
    </>
  );
}

/** Of whom it came, and what else is known of it. */
function Origin({ form }: FieldsProps) {
  const say = useSay();
  const { data: suppliers = [] } = useSuppliers();
  const { fields, write, refused } = form;
  return (
    <>
      <LineField
        label="GTIN"
        value={fields.gtin}
        onChange={(gtin) => write({ gtin })}
        inputMode="numeric"
        fault={refused("gtin")}
        testName={testNames.openingGtin}
      />
      <ChoiceField
        label={say("orders.supplier")}
        value={fields.supplierId}
        onChange={(supplierId) => write({ supplierId })}
        empty={say("catalogue.unknown")}
        options={suppliers.map(({ id, name }) => ({ value: id, text: name }))}
        fault={refused("supplier_id")}
        testName={testNames.openingSupplier}
      />
      <LineField
        label={say("stores.note")}
        value={fields.note}
        onChange={(note) => write({ note })}
        fault={refused("note")}
        testName={testNames.openingNote}
      />
    </>
  );
}

/** A batch that is there and is put on record with what is there of it. */
export function OpeningForm(props: OpeningFormProps) {
  const form = useOpeningForm(props);
  return (
    <RecordCard
      form={form}
      saveText="move.opening"
      onLeave={props.onLeave}
      formName={testNames.openingForm}
      saveName={testNames.saveOpening}
    >
      <ItemChoice form={form} />
      <Counted form={form} />
      <div className="cash-fields">
        <Priced form={form} />
        <Origin form={form} />
      </div>
    </RecordCard>
  );
}
