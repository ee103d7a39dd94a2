import { useEffect, useState } from "react";
import { Label } from "react-aria-components/Label";
import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import { FieldError } from "react-aria-components/FieldError";
import { useSay, type Say, type TextId } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { parseBirthDate, writtenDay } from "./birth.ts";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { useToday } from "#ui/desk/shell/moments.ts";
import {
  ageHint,
  asksForGuardian,
  genderChoices,
  guardianChoices,
  type DraftFault,
  type DraftFaults,
  type RegistrationDraft,
} from "./registration-draft.ts";

interface FieldsProps {
  readonly draft: RegistrationDraft;
  readonly onChange: (patch: Partial<RegistrationDraft>) => void;
  readonly faults: DraftFaults;
}

function faultOf(fault: DraftFault | undefined, say: Say): string | undefined {
  if (fault === undefined) return undefined;
  return "id" in fault ? say(fault.id) : fault.text;
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
  const fault = faultOf(faults.gender, say);
  return (
    <RadioGroup
      className="field gender-field"
      // No choice made: every radio is then reachable by Tab and none is announced as chosen.
      value={draft.gender === "" ? null : draft.gender}
      onChange={(gender) => onChange({ gender })}
      orientation="horizontal"
      isInvalid={fault !== undefined}
      isRequired
      validationBehavior="aria"
    >
      <Label>{say("register.gender")}</Label>
      <div className="segments">
        {genderChoices.map((gender) => (
          <Radio key={gender} value={gender} className="segment" data-testid={`gender-${gender}`}>
            {say(genderTexts[gender])}
          </Radio>
        ))}
      </div>
      <FieldError className="field-fault">{fault}</FieldError>
    </RadioGroup>
  );
}

function BirthFields({ draft, onChange, faults }: FieldsProps) {
  const say = useSay();
  const today = useToday();
  const age = ageHint(draft, today);
  const ageTexts = { year: "age.years", month: "age.months", day: "age.days" } as const;
  const hint =
    age === null
      ? say("register.dobHint")
      : say(ageTexts[age.unit], { count: age.count, about: "" });
  return (
    <div className="field-pair">
      <LineField
        label={say("register.dob")}
        value={draft.dob}
        onChange={(dob) => onChange({ dob, age: "" })}
        onBlur={() => {
          const birth = parseBirthDate(draft.dob, today);
          if (birth !== null) onChange({ dob: writtenDay(birth) });
        }}
        hint={hint}
        fault={faultOf(faults.dob, say)}
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

/** What every registration needs. */
export function RegistrationEssentials(props: FieldsProps) {
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
      <BirthFields {...props} />
      <GenderField {...props} />
      <AbhaFields {...props} />
    </div>
  );
}

function AbhaFields({ draft, onChange, faults }: FieldsProps) {
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
      <label className="check">
        <input
          type="checkbox"
          checked={draft.hasConsent}
          onChange={(event) => onChange({ hasConsent: event.target.checked })}
        />
        {say("register.consent")}
      </label>
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

/** Where a patient lives. */
export function AddressFields({ draft, onChange, faults }: FieldsProps) {
  const say = useSay();
  const lines = [
    ["line1", "register.line1"],
    ["city", "register.city"],
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

// On the way to 40 years stands 4: the fold waits until the typing has come to rest.
const restMs = 500;

function useResolved(value: boolean): boolean {
  const [resolved, setResolved] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setResolved(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return resolved;
}

/** The rest, folded away until it is wanted; a child's guardian unfolds it. */
export function RegistrationDetails(props: FieldsProps) {
  const say = useSay();
  const today = useToday();
  const needsGuardian = useResolved(asksForGuardian(props.draft, today));
  const hasFault = ["line1", "city", "state", "postalCode", "guardianName", "guardianPhone"].some(
    (field) => field in props.faults,
  );
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOpen = chosen ?? (hasFault || needsGuardian);
  return (
    <details className="more-fields" open={isOpen}>
      <summary
        onClick={(event) => {
          event.preventDefault();
          setChosen(!isOpen);
        }}
      >
        {say("register.more")}
      </summary>
      {needsGuardian ? <p className="notice notice-info">{say("register.childNotice")}</p> : null}
      <GuardianFields {...props} />
      <AddressFields {...props} />
    </details>
  );
}
