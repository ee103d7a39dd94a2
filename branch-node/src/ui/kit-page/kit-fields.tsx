import { useState } from "react";
import { Checkbox, Segments, Switch } from "#ui/kit/choices.tsx";
import { ComboField } from "#ui/kit/combo-box.tsx";
import { DateField } from "#ui/kit/date-field.tsx";
import { NumberField } from "#ui/kit/number-field.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { Card } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import type { KitWords } from "./words.ts";

interface FieldsProps {
  readonly words: KitWords;
}

const doctors = [
  { value: "kale", text: "Dr. Omkar Kale", more: "GEN" },
  { value: "saxena", text: "डॉ. नीता सक्सेना", more: "PAE" },
  { value: "sonawane", text: "Dr. Sonawane", more: "OBS" },
];

function Texts({ words }: FieldsProps) {
  const [text, setText] = useState("");
  const line = { value: text, onChange: setText };
  return (
    <>
      <LineField label={words.name} hint={words.nameHint} isRequired {...line} />
      <LineField label={words.phone} fault={words.phoneFault} {...line} />
      <LineField label={words.notes} rows={2} {...line} />
      <LineField label={words.name} isDisabled {...line} />
    </>
  );
}

function Lists({ words }: FieldsProps) {
  const [doctor, setDoctor] = useState("");
  const choice = { label: words.doctor, value: doctor, onChange: setDoctor, options: doctors };
  return (
    <>
      <ChoiceField
        {...choice}
        {...(doctor === "" ? { empty: words.choose } : {})}
        testName="kit-select"
      />
      <ChoiceField {...choice} empty={words.choose} fault={words.choose} isRequired />
      <ChoiceField {...choice} empty={words.choose} isDisabled />
      <ComboField
        label={words.find}
        value={doctor === "" ? null : doctor}
        onChange={(value) => setDoctor(value ?? "")}
        options={doctors}
        openLabel={words.open}
        testName="kit-combo"
      />
    </>
  );
}

function Numbers({ words }: FieldsProps) {
  const [days, setDays] = useState<number | null>(3);
  const [day, setDay] = useState<string | null>("2026-11-23");
  const steps = { fewerLabel: words.fewer, moreLabel: words.greater };
  const number = { label: words.days, value: days, onChange: setDays, ...steps };
  const date = { label: words.date, value: day, onChange: setDay, words };
  return (
    <>
      <NumberField {...number} least={1} most={30} testName="kit-number" />
      <NumberField {...number} isDisabled />
      <DateField {...date} hint={words.dateHint} testName="kit-date" />
      <DateField {...date} value={null} fault={words.dateFault} isRequired />
    </>
  );
}

/** Fields of every kind: at rest, required, wrong, out of use. */
export function Fields({ words }: FieldsProps) {
  const [gender, setGender] = useState<string | null>("female");
  const [isOn, setOn] = useState(true);
  const genders = (["female", "male", "other"] as const).map((value) => ({
    value,
    text: words[value],
  }));
  const segments = { label: words.gender, onChange: setGender, options: genders };
  return (
    <Card title={words.fields}>
      <div className="kit-grid">
        <Texts words={words} />
        <Lists words={words} />
        <Numbers words={words} />
        <Segments {...segments} value={gender} />
        <Segments {...segments} value={null} fault={words.choose} isRequired />
        <Checkbox isOn={isOn} onChange={setOn}>
          {words.consent}
        </Checkbox>
        <Checkbox isOn={false} onChange={setOn} isDisabled>
          {words.consent}
        </Checkbox>
        <Switch isOn={isOn} onChange={setOn}>
          {words.sound}
        </Switch>
        <Switch isOn={!isOn} onChange={(next) => setOn(!next)}>
          {words.sound}
        </Switch>
      </div>
    </Card>
  );
}
