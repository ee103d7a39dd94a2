import { useState } from "react";
import { useSay, type Say, type TextId } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { parseBirthDate, writtenDay } from "#ui/desk/patients/birth.ts";
import { PlaceFields, RelativeFields } from "./registration-family.tsx";
import { Segments } from "#ui/kit/choices.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { useToday } from "#ui/desk/shell/moments.ts";
import {
  ageHint,
  genderChoices,
  guardianChoices,
  type DraftFault,
  type DraftFaults,
  typedBirthFault,
  type RegistrationDraft,
} from "./registration-draft.ts";

/** What a part of the form is given. */
export interface FieldsProps {
  readonly draft: RegistrationDraft;
  readonly onChange: (patch: Partial<RegistrationDraft>) => void;
  readonly faults: DraftFaults;
}

/** What is wrong with a field, in the page's language. */
function faultOf(fault: DraftFault | undefined, say: Say): string | undefined {
  return fault === undefined ? undefined : say(fault.id);
}

const genderTexts: Readonly<Record<(typeof genderChoices)[number], TextId>> = {
  female: "gender.female",
  male: "gender.male",
  other: "gender.other",
  unknown: "gender.unknown",
};

const relationshipTexts: Readonly<Record<(typeof guardianChoices)[number], TextId>> = {
  parent: "relationship.parent",
  guardian: "relationship.guardian",
  sibling: "relationship.sibling",
  spouse: "relationship.spouse",
  friend: "relationship.friend",
  other: "relationship.other",
};

function GenderField({ draft, onChange, faults }: FieldsProps) {
  const say = useSay();
  return (
    <Segments
      label={say("register.gender")}
      // No choice made: every radio is then reachable by Tab and none is announced as chosen.
      value={draft.gender === "" ? null : draft.gender}
      onChange={(gender) => onChange({ gender })}
      options={genderChoices.map((gender) => ({
        value: gender,
        text: say(genderTexts[gender]),
        testName: `gender-${gender}`,
      }))}
      fault={faultOf(faults.gender, say)}
      isRequired
    />
  );
}

function BirthFields({ draft, onChange, faults }: FieldsProps) {
  const say = useSay();
  const today = useToday();
  const age = ageHint(draft, today);
  const typed = typedBirthFault(draft.dob, today);
  const ageTexts = { year: "age.years", month: "age.months", day: "age.days" } as const;
  const hint =
    age === null
      ? say("register.dobHint")
      : say(ageTexts[age.unit], { count: age.count, about: "" });
  return (
    <div className="birth-fields">
      <LineField
        label={say("register.dob")}
        value={draft.dob}
        onChange={(dob) => onChange({ dob, age: "" })}
        onBlur={() => {
          const birth = parseBirthDate(draft.dob, today);
          if (birth !== null) onChange({ dob: writtenDay(birth) });
        }}
        hint={hint}
        fault={faultOf(faults.dob, say) ?? (typed === null ? undefined : say(typed))}
        isRequired={draft.age === ""}
        inputMode="numeric"
        testName={testNames.fieldDob}
      />
      <LineField
        label={say("register.age")}
        value={draft.age}
        onChange={(years) => onChange({ age: years, dob: "" })}
        hint={say("register.ageHint")}
        fault={faultOf(faults.age, say)}
        inputMode="numeric"
        testName={testNames.fieldAge}
      />
    </div>
  );
}

interface EssentialsProps extends FieldsProps {
  /** Whether the consent is asked for here; who is registered has it among the consents, with who has said it and how. */
  readonly asksConsent: boolean;
}

/** What every registration needs. */
export function RegistrationEssentials({ asksConsent, ...props }: EssentialsProps) {
  const { draft, onChange, faults } = props;
  const say = useSay();
  const [startsAtPhone] = useState(draft.name !== "");
  return (
    <div className="fields">
      <div className="field-pair">
        <LineField
          label={say("register.name")}
          value={draft.name}
          onChange={(name) => onChange({ name })}
          fault={faultOf(faults.name, say)}
          testName={testNames.fieldName}
          takesFocus={!startsAtPhone}
          isRequired
        />
        <LineField
          label={say("register.phone")}
          value={draft.phone}
          onChange={(phone) => onChange({ phone })}
          fault={faultOf(faults.phone, say)}
          inputMode="tel"
          testName={testNames.fieldPhone}
          takesFocus={startsAtPhone}
        />
      </div>
      <div className="birth-row">
        <BirthFields {...props} />
        <GenderField {...props} />
      </div>
      <RelativeFields {...props} />
      <PlaceFields {...props} />
      <AbhaFields {...props} asksConsent={asksConsent} />
    </div>
  );
}

function AbhaFields({ draft, onChange, faults, asksConsent }: EssentialsProps) {
  const say = useSay();
  return (
    <div className="field-pair">
      <LineField
        label={say("register.abha")}
        value={draft.abhaId}
        onChange={(abhaId) => onChange({ abhaId })}
        hint={say("register.abhaHint")}
        fault={faultOf(faults.abhaId, say)}
        inputMode="numeric"
        testName={testNames.fieldAbha}
      />
      {asksConsent ? (
        <label className="check">
          <input
            type="checkbox"
            checked={draft.hasConsent}
            onChange={(event) => onChange({ hasConsent: event.target.checked })}
          />
          {say("register.consent")}
        </label>
      ) : null}
    </div>
  );
}

/** Who answers for a child, or is called in need. */
export function GuardianFields({ draft, onChange, faults }: FieldsProps) {
  const say = useSay();
  return (
    <fieldset>
      <legend>{say("register.guardian")}</legend>
      <LineField
        label={say("register.guardianName")}
        value={draft.guardianName}
        onChange={(guardianName) => onChange({ guardianName })}
        fault={faultOf(faults.guardianName, say)}
        testName={testNames.fieldGuardianName}
      />
      <ChoiceField
        label={say("register.relationship")}
        value={draft.guardianRelationship}
        onChange={(guardianRelationship) => onChange({ guardianRelationship })}
        options={guardianChoices.map((value) => ({ value, text: say(relationshipTexts[value]) }))}
      />
      <LineField
        label={say("register.guardianPhone")}
        value={draft.guardianPhone}
        onChange={(guardianPhone) => onChange({ guardianPhone })}
        fault={faultOf(faults.guardianPhone, say)}
        inputMode="tel"
        testName={testNames.fieldGuardianPhone}
      />
    </fieldset>
  );
}

/** The rest of where a patient lives. */
export function AddressFields({ draft, onChange, faults }: FieldsProps) {
  const say = useSay();
  const lines = [
    ["line1", "register.line1"],
    ["state", "register.state"],
    ["postalCode", "register.postalCode"],
  ] as const;
  return (
    <fieldset>
      <legend>{say("register.address")}</legend>
      {lines.map(([field, label]) => (
        <LineField
          key={field}
          label={say(label)}
          value={draft[field]}
          onChange={(value) => onChange({ [field]: value })}
          fault={faultOf(faults[field], say)}
        />
      ))}
    </fieldset>
  );
}
