import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import {
  drugSchedules,
  itemKinds,
  itemsContract,
  itemUnits,
} from "@edgeward/shared/clinical/items/items.contract.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import type { Item } from "#ui/desk/stock/item-queries.ts";
import { useSay } from "#ui/i18n/text.ts";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { itemBody, itemDraft, itemGaps, itemPatch } from "./item-draft.ts";
import { RecordCard } from "./record-card.tsx";
import { useRecordForm } from "./record-form.ts";

interface ItemFormProps {
  /** Null for a new one. */
  readonly item: Item | null;
  /** The form that was begun before and is continued. */
  readonly resumed: Draft | null;
  readonly onSaved: (item: Item) => void;
  readonly onLeave: () => void;
}

const paths = ["code", "name", "unit", "kind", "schedule", "price_minor", "reorder_level"];

function useItemForm({ item, resumed, onSaved }: ItemFormProps) {
  return useRecordForm({
    kind: item === null ? draftKinds.newItem : draftKinds.item,
    entityId: item?.id ?? null,
    resumed,
    begun: itemDraft(item),
    gapsOf: itemGaps,
    bodyOf: (fields) => fields,
    paths,
    stale: [queryKeys.items],
    send: async (client, fields, options) => {
      if (item === null)
        return (await client.call(itemsContract.create, { body: itemBody(fields) }, options)).body;
      const request = { params: { id: item.id }, body: itemPatch(fields, item) };
      return (await client.call(itemsContract.update, request, options)).body;
    },
    onSaved,
  });
}

type ItemForm = ReturnType<typeof useItemForm>;

interface FieldsProps {
  readonly form: ItemForm;
  readonly isNew: boolean;
}

/** What it is called, and by which code it is found. */
function Names({ form, isNew }: FieldsProps) {
  const say = useSay();
  const { fields, write, lacks, refused } = form;
  return (
    <div className="cash-fields">
      <LineField
        label={say("clinic.name")}
        value={fields.name}
        onChange={(name) => write({ name })}
        fault={lacks("name") ? say("stores.needsText") : refused("name")}
        takesFocus
        isRequired
        testName={testNames.itemName}
      />
      {isNew ? (
        <LineField
          label={say("clinic.code")}
          hint={say("clinic.codeHint")}
          value={fields.code}
          onChange={(code) => write({ code })}
          fault={lacks("code") ? say("stores.needsText") : refused("code")}
          isRequired
          testName={testNames.itemCode}
        />
      ) : null}
    </div>
  );
}

/** What it is, and in what it is counted. */
function Kinds({ form }: Pick<FieldsProps, "form">) {
  const say = useSay();
  const { fields, write, refused } = form;
  return (
    <div className="cash-fields">
      <ChoiceField
        label={say("stores.kind")}
        value={fields.kind}
        onChange={(kind) => write({ kind })}
        options={itemKinds.map((value) => ({ value, text: say(`itemKind.${value}`) }))}
        fault={refused("kind")}
        testName={testNames.itemKind}
      />
      <ChoiceField
        label={say("catalogue.unit")}
        value={fields.unit}
        onChange={(unit) => write({ unit })}
        options={itemUnits.map((value) => ({ value, text: say(`stockUnit.${value}`) }))}
        fault={refused("unit")}
        testName={testNames.itemUnit}
      />
      {fields.kind === "drug" ? (
        <ChoiceField
          label={say("catalogue.schedule")}
          value={fields.schedule}
          onChange={(schedule) => write({ schedule })}
          empty={say("catalogue.noSchedule")}
          options={drugSchedules.map((value) => ({ value, text: say(`drugSchedule.${value}`) }))}
          fault={refused("schedule")}
          testName={testNames.itemSchedule}
        />
      ) : null}
    </div>
  );
}

/** What one unit costs, and when more of it is ordered. */
function Amounts({ form }: Pick<FieldsProps, "form">) {
  const say = useSay();
  const { fields, write, lacks, refused } = form;
  return (
    <div className="cash-fields">
      <LineField
        label={say("catalogue.price")}
        value={fields.price}
        onChange={(price) => write({ price })}
        inputMode="decimal"
        fault={lacks("price") ? say("bills.gap_price") : refused("price_minor")}
        testName={testNames.itemPrice}
      />
      <LineField
        label={say("stores.level")}
        value={fields.level}
        onChange={(level) => write({ level })}
        inputMode="numeric"
        fault={lacks("level") ? say("dispense.needsQuantity") : refused("reorder_level")}
        testName={testNames.itemLevel}
      />
    </div>
  );
}

/** An item that is added to the list, or changed. */
export function ItemForm(props: ItemFormProps) {
  const form = useItemForm(props);
  return (
    <RecordCard
      form={form}
      onLeave={props.onLeave}
      formName={testNames.itemForm}
      saveName={testNames.saveItem}
    >
      <Names form={form} isNew={props.item === null} />
      <Kinds form={form} />
      <Amounts form={form} />
    </RecordCard>
  );
}
