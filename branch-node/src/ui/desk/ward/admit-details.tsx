import { attendantRelationships } from "@edgeward/shared/clinical/admissions/admission-parts.contract.ts";
import {
  admitSources,
  diets,
  payerTypes,
} from "@edgeward/shared/clinical/admissions/admissions.contract.ts";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useDateLabels } from "#ui/i18n/date-labels.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Checkbox } from "#ui/kit/choices.tsx";
import { DateField } from "#ui/kit/date-field.tsx";
import { Disclosure } from "#ui/kit/disclosure.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import type { AdmitForm } from "./use-admit.ts";

interface DetailsProps {
  readonly form: AdmitForm;
}

function PayerAndEnd({ form: { draft, change, faultAt } }: DetailsProps) {
  const say = useSay();
  const today = useToday();
  const labels = useDateLabels();
  return (
    <div className="fields-row">
      <ChoiceField
        label={say("stay.payer")}
        value={draft.payer}
        onChange={(value) =>
          change({ payer: payerTypes.find((known) => known === value) ?? "self" })
        }
        options={payerTypes.map((value) => ({ value, text: say(`stayPayer.${value}`) }))}
        testName={testNames.stayPayer}
      />
      <DateField
        label={say("stay.until")}
        value={draft.until}
        onChange={(until) => change({ until })}
        least={today}
        fault={faultAt("expected_discharge_date")}
        labels={labels}
        testName={testNames.stayUntil}
      />
    </div>
  );
}

function SourceAndDiet({ form: { draft, change } }: DetailsProps) {
  const say = useSay();
  return (
    <div className="fields-row">
      <ChoiceField
        label={say("stay.source")}
        value={draft.source}
        onChange={(value) => change({ source: admitSources.find((one) => one === value) ?? "" })}
        empty={say("stay.unsaid")}
        options={admitSources.map((value) => ({ value, text: say(`admitSource.${value}`) }))}
        testName={testNames.admitSource}
      />
      <ChoiceField
        label={say("stay.diet")}
        value={draft.diet}
        onChange={(value) => change({ diet: diets.find((one) => one === value) ?? "" })}
        empty={say("stay.unsaid")}
        options={diets.map((value) => ({ value, text: say(`diet.${value}`) }))}
        testName={testNames.stayDiet}
      />
    </div>
  );
}

function Police({ form: { draft, change, faultAt } }: DetailsProps) {
  const say = useSay();
  return (
    <>
      <Checkbox
        isOn={draft.isMlc}
        onChange={(isMlc) => change({ isMlc })}
        testName={testNames.stayMlc}
      >
        {say("stay.isMlc")}
      </Checkbox>
      {draft.isMlc ? (
        <LineField
          label={say("stay.mlcNo")}
          value={draft.mlcNo}
          onChange={(mlcNo) => change({ mlcNo })}
          fault={faultAt("mlc_no", "mlcNo")}
          isRequired
          testName={testNames.stayMlcNo}
        />
      ) : null}
    </>
  );
}

function Attendant({ form: { draft, change, faultAt } }: DetailsProps) {
  const say = useSay();
  return (
    <div className="fields-row">
      <LineField
        label={say("stay.attendant")}
        value={draft.attendantName}
        onChange={(attendantName) => change({ attendantName })}
        fault={faultAt("attendant.name", "attendant")}
        testName={testNames.attendantName}
      />
      <LineField
        label={say("stay.attendantPhone")}
        value={draft.attendantPhone}
        onChange={(attendantPhone) => change({ attendantPhone })}
        fault={faultAt("attendant.phone")}
        inputMode="tel"
        testName={testNames.attendantPhone}
      />
      <ChoiceField
        label={say("stay.relationship")}
        value={draft.relationship}
        onChange={(value) =>
          change({ relationship: attendantRelationships.find((one) => one === value) ?? "" })
        }
        empty={say("stay.unsaid")}
        options={attendantRelationships.map((value) => ({
          value,
          text: say(`relationship.${value}`),
        }))}
        testName={testNames.attendantRelationship}
      />
    </div>
  );
}

/** What is known of a stay besides: who pays, how long, and folded away what is rarely said. */
export function AdmitDetails({ form }: DetailsProps) {
  const say = useSay();
  return (
    <>
      <PayerAndEnd form={form} />
      <Police form={form} />
      <Disclosure title={say("stay.more")} testName={testNames.stayMore}>
        <div className="dialog-form">
          <SourceAndDiet form={form} />
          <Attendant form={form} />
        </div>
      </Disclosure>
    </>
  );
}
