import {
  doseUnits,
  drugForms,
  frequencies,
  routes,
} from "@edgeward/shared/clinical/prescriptions/prescription-parts.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { IconButton } from "#ui/kit/button.tsx";
import { Checkbox } from "#ui/kit/choices.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { doseUnitOf, routeOf } from "./line-texts.ts";
import type { MedicineDraft } from "./rx-draft.ts";
import type { RxForm } from "./use-rx-form.ts";

interface FieldsProps {
  readonly form: RxForm;
  readonly draft: MedicineDraft;
}

function Names({ form, draft }: FieldsProps) {
  const say = useSay();
  const { change, faultOf } = form;
  const { key } = draft;
  return (
    <>
      <LineField
        label={say("rx.name")}
        value={draft.name}
        // Another name is another drug than that of the list.
        onChange={(name) => change(key, { name, itemId: null })}
        fault={faultOf(draft, "drug_name") ?? faultOf(draft, "item_id")}
        isRequired
      />
      <LineField
        label={say("rx.generic")}
        value={draft.generic}
        onChange={(generic) => change(key, { generic })}
        fault={faultOf(draft, "generic_name")}
        isRequired
        testName={testNames.rxGeneric}
      />
      <LineField
        label={say("rx.strength")}
        value={draft.strength}
        onChange={(strength) => change(key, { strength })}
        fault={faultOf(draft, "strength")}
      />
    </>
  );
}

function FormAndRoute({ form, draft }: FieldsProps) {
  const say = useSay();
  const { change, faultOf } = form;
  const { key } = draft;
  return (
    <>
      <ChoiceField
        label={say("rx.form")}
        value={draft.form}
        onChange={(value) => {
          const next = drugForms.find((known) => known === value) ?? "other";
          change(key, { form: next, doseUnit: doseUnitOf(next), route: routeOf(next) });
        }}
        options={drugForms.map((value) => ({ value, text: say(`drugForm.${value}`) }))}
        fault={faultOf(draft, "form")}
      />
      <ChoiceField
        label={say("rx.route")}
        value={draft.route}
        onChange={(value) => change(key, { route: routes.find((known) => known === value) ?? "" })}
        empty={say("rx.choose")}
        options={routes.map((value) => ({ value, text: say(`route.${value}`) }))}
        fault={faultOf(draft, "route")}
        isRequired
      />
    </>
  );
}

function HowMuch({ form, draft }: FieldsProps) {
  const say = useSay();
  const { change, faultOf } = form;
  const { key } = draft;
  return (
    <>
      <LineField
        label={say("rx.dose")}
        value={draft.dose}
        onChange={(dose) => change(key, { dose })}
        fault={faultOf(draft, "dose")}
        isRequired
        testName={testNames.rxDose}
      />
      <ChoiceField
        label={say("rx.unit")}
        value={draft.doseUnit}
        onChange={(value) =>
          change(key, { doseUnit: doseUnits.find((known) => known === value) ?? "unit" })
        }
        options={doseUnits.map((value) => ({ value, text: say(`unit.${value}`) }))}
        fault={faultOf(draft, "dose_unit")}
      />
      <ChoiceField
        label={say("rx.frequency")}
        value={draft.frequency}
        onChange={(value) =>
          change(key, { frequency: frequencies.find((known) => known === value) ?? "" })
        }
        empty={say("rx.choose")}
        options={frequencies.map((value) => ({ value, text: say(`frequency.${value}`) }))}
        fault={faultOf(draft, "frequency")}
        isRequired
        testName={testNames.rxFrequency}
      />
      {draft.frequency === "custom" ? (
        <LineField
          label={say("rx.customText")}
          value={draft.customText}
          onChange={(customText) => change(key, { customText })}
          fault={faultOf(draft, "custom_text")}
          isRequired
        />
      ) : null}
    </>
  );
}

function HowLong({ form, draft }: FieldsProps) {
  const say = useSay();
  const { change, faultOf } = form;
  const { key } = draft;
  return (
    <>
      <LineField
        label={say("rx.days")}
        value={draft.days}
        onChange={(days) => change(key, { days })}
        inputMode="numeric"
        fault={faultOf(draft, "duration_days")}
        testName={testNames.rxDays}
      />
      <LineField
        label={say("rx.quantity")}
        hint={say("rx.quantityHint")}
        value={draft.quantity}
        onChange={(quantity) => change(key, { quantity })}
        fault={faultOf(draft, "quantity")}
        testName={testNames.rxQuantity}
      />
      <div className="rx-wide">
        <LineField
          label={say("rx.instructions")}
          value={draft.instructions}
          onChange={(instructions) => change(key, { instructions })}
          fault={faultOf(draft, "instructions")}
          testName={testNames.rxInstructions}
        />
      </div>
    </>
  );
}

/** One medicine, each part of it a field that can be corrected. */
export function MedicineFields({ form, draft }: FieldsProps) {
  const say = useSay();
  const { name } = draft;
  return (
    <li className="rx-medicine" data-testid={testNames.rxMedicine}>
      <fieldset className="rx-fieldset">
        <legend className="visually-hidden">{name}</legend>
        <div className="rx-fields">
          <Names form={form} draft={draft} />
          <FormAndRoute form={form} draft={draft} />
          <HowMuch form={form} draft={draft} />
          <HowLong form={form} draft={draft} />
          <div className="rx-medicine-end">
            <Checkbox
              isOn={draft.asNeeded || draft.frequency === "sos"}
              isDisabled={draft.frequency === "sos"}
              onChange={(asNeeded) => form.change(draft.key, { asNeeded })}
            >
              {say("rx.asNeeded")}
            </Checkbox>
            <IconButton
              icon="close"
              label={say("rx.remove", { name })}
              onPress={() => form.remove(draft.key)}
              testName={testNames.removeMedicine}
            />
          </div>
        </div>
      </fieldset>
    </li>
  );
}
