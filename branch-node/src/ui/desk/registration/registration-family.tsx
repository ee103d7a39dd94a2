import { relativeRelations } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { payerChoices, type DraftFaults, type RegistrationDraft } from "./registration-draft.ts";

interface FamilyProps {
  readonly draft: RegistrationDraft;
  readonly onChange: (patch: Partial<RegistrationDraft>) => void;
  readonly faults: DraftFaults;
}

/** Whose son or daughter, wife or husband somebody is: by this registers tell people of one name apart. */
export function RelativeFields({ draft, onChange, faults }: FamilyProps) {
  const say = useSay();
  // Of nobody it is not said how they are related.
  const isNamed = draft.relativeName.trim() !== "";
  return (
    <div className="field-pair">
      <LineField
        label={say("register.relativeName")}
        value={draft.relativeName}
        onChange={(relativeName) => onChange({ relativeName })}
        fault={faults.relativeName === undefined ? undefined : say(faults.relativeName.id)}
        testName={testNames.fieldRelativeName}
      />
      <ChoiceField
        label={say("register.relativeRelation")}
        value={isNamed ? draft.relativeRelation : ""}
        {...(isNamed ? {} : { empty: "–", isDisabled: true })}
        onChange={(relativeRelation) => onChange({ relativeRelation })}
        options={relativeRelations.map((value) => ({ value, text: say(`relative.${value}`) }))}
        testName={testNames.fieldRelativeRelation}
      />
    </div>
  );
}

/** The village or town and the district: what a clerk asks everybody. */
export function PlaceFields({ draft, onChange, faults }: FamilyProps) {
  const say = useSay();
  return (
    <div className="field-pair">
      <LineField
        label={say("register.city")}
        value={draft.city}
        onChange={(city) => onChange({ city })}
        fault={faults.city === undefined ? undefined : say(faults.city.id)}
        testName={testNames.fieldCity}
      />
      <LineField
        label={say("register.district")}
        value={draft.district}
        onChange={(district) => onChange({ district })}
        fault={faults.district === undefined ? undefined : say(faults.district.id)}
        testName={testNames.fieldDistrict}
      />
    </div>
  );
}

/** Who may pay: a scheme or an insurance, with the number that it gave the patient. */
export function PayerFields({ draft, onChange, faults }: FamilyProps) {
  const say = useSay();
  const fault = faults.payerNumber ?? faults.payer;
  return (
    <fieldset>
      <legend>{say("register.payer")}</legend>
      <ChoiceField
        label={say("register.payerKind")}
        value={draft.payer}
        onChange={(payer) => onChange({ payer, ...(payer === "" ? { payerNumber: "" } : {}) })}
        empty={say("payer.self")}
        options={payerChoices.map((value) => ({ value, text: say(`payer.${value}`) }))}
        testName={testNames.fieldPayer}
      />
      {draft.payer === "" ? null : (
        <LineField
          label={say("register.payerNumber")}
          value={draft.payerNumber}
          onChange={(payerNumber) => onChange({ payerNumber })}
          fault={fault === undefined ? undefined : say(fault.id)}
          isRequired
          testName={testNames.fieldPayerNumber}
        />
      )}
    </fieldset>
  );
}
