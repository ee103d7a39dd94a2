import { useState } from "react";
import { Checkbox, Segments, Switch } from "#ui/kit/choices.tsx";
import { ComboField } from "#ui/kit/combo-box.tsx";
import { DateField } from "#ui/kit/date-field.tsx";
import { NumberField } from "#ui/kit/number-field.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { Card } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import type { KitTexts } from "./texts.ts";

interface FieldsProps {
  readonly texts: KitTexts;
}

const doctors = [
  { value: "kale", text: "Dr. Omkar Kale", more: "GEN" },
  { value: "saxena", text: "डॉ. नीता सक्सेना", more: "PAE" },
  { value: "sonawane", text: "Dr. Sonawane", more: "OBS" },
];

function Texts({ texts }: FieldsProps) {
  const [text, setText] = useState("");
  const line = { value: text, onChange: setText };
  return (
    <>
      <LineField label={texts.name} hint={texts.nameHint} isRequired {...line} />
      <LineField label={texts.phone} fault={texts.phoneFault} {...line} />
      <LineField label={texts.notes} rows={2} {...line} />
      <LineField label={texts.name} isDisabled {...line} />
    </>
  );
}

function Lists({ texts }: FieldsProps) {
  const [doctor, setDoctor] = useState("");
  const choice = { label: texts.doctor, value: doctor, onChange: setDoctor, options: doctors };
  return (
    <>
      <ChoiceField
        {...choice}
        {...(doctor === "" ? { empty: texts.choose } : {})}
        testName="kit-select"
      />
      <ChoiceField {...choice} empty={texts.choose} fault={texts.choose} isRequired />
      <ChoiceField {...choice} empty={texts.choose} isDisabled />
      <ComboField
        label={texts.find}
        value={doctor === "" ? null : doctor}
        onChange={(value) => setDoctor(value ?? "")}
        options={doctors}
        openLabel={texts.open}
        testName="kit-combo"
      />
    </>
  );
}

function Numbers({ texts }: FieldsProps) {
  const [days, setDays] = useState<number | null>(3);
  const [day, setDay] = useState<string | null>("2026-11-23");
  const steps = { fewerLabel: texts.fewer, moreLabel: texts.greater };
  const number = { label: texts.days, value: days, onChange: setDays, ...steps };
  const date = { label: texts.date, value: day, onChange: setDay, labels: texts };
  return (
    <>
      <NumberField {...number} least={1} most={30} testName="kit-number" />
      <NumberField {...number} isDisabled />
      <DateField {...date} hint={texts.dateHint} testName="kit-date" />
      <DateField {...date} value={null} fault={texts.dateFault} isRequired />
    </>
  );
}

/** Fields of every kind: at rest, required, wrong, out of use. */
export function Fields({ texts }: FieldsProps) {
  const [gender, setGender] = useState<string | null>("female");
  const [isOn, setOn] = useState(true);
  const genders = (["female", "male", "other"] as const).map((value) => ({
    value,
    text: texts[value],
  }));
  const segments = { label: texts.gender, onChange: setGender, options: genders };
  return (
    <Card title={texts.fields}>
      <div className="kit-grid">
        <Texts texts={texts} />
        <Lists texts={texts} />
        <Numbers texts={texts} />
        <Segments {...segments} value={gender} />
        <Segments {...segments} value={null} fault={texts.choose} isRequired />
        <Checkbox isOn={isOn} onChange={setOn}>
          {texts.consent}
        </Checkbox>
        <Checkbox isOn={false} onChange={setOn} isDisabled>
          {texts.consent}
        </Checkbox>
        <Switch isOn={isOn} onChange={setOn}>
          {texts.sound}
        </Switch>
        <Switch isOn={!isOn} onChange={(next) => setOn(!next)}>
          {texts.sound}
        </Switch>
      </div>
    </Card>
  );
}
