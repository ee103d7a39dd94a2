import { purposeCodes } from "@edgeward/shared/clinical/consents/consent-parts.contract.ts";
import { KeptForm } from "#ui/desk/drafts/kept-form.tsx";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useDateLabels } from "#ui/i18n/date-labels.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Segments } from "#ui/kit/choices.tsx";
import { DateField } from "#ui/kit/date-field.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { testNames } from "#ui/test-names.ts";
import { answers, deskTypes } from "./consent-draft.ts";
import { isDecided, needsPurpose } from "./consent-form.ts";
import { kindText, purposeText } from "./consent-texts.ts";
import { EvidenceFields } from "./evidence-fields.tsx";
import { useConsentForm, type ConsentForm, type ConsentFormProps } from "./use-consent-form.ts";

interface FieldsProps {
  readonly form: ConsentForm;
}

function KindFields({ form }: FieldsProps) {
  const say = useSay();
  const { draft, change, faultAt } = form;
  return (
    <div className="fields-row">
      <ChoiceField
        label={say("consents.kind")}
        value={draft.type}
        onChange={(value) => change({ type: deskTypes.find((each) => each === value) ?? "" })}
        {...(draft.type === "" ? { empty: say("consents.choose") } : {})}
        options={deskTypes.map((value) => ({ value, text: kindText(value, say) }))}
        fault={faultAt("consent_type")}
        isRequired
        testName={testNames.consentKind}
      />
      {needsPurpose(draft) ? (
        <ChoiceField
          label={say("consents.purpose")}
          value={draft.purpose}
          onChange={(value) =>
            change({ purpose: purposeCodes.find((each) => each === value) ?? "" })
          }
          {...(draft.purpose === "" ? { empty: say("consents.choose") } : {})}
          options={purposeCodes.map((value) => ({ value, text: purposeText(value, say) }))}
          fault={faultAt("purpose_code")}
          isRequired
          testName={testNames.consentPurpose}
        />
      ) : null}
    </div>
  );
}

function AnswerField({ form }: FieldsProps) {
  const say = useSay();
  const { draft, change, faultAt, isNew } = form;
  const offered = answers.filter((each) => isNew || each !== "ask");
  return (
    <Segments
      label={say("consents.answer")}
      value={draft.answer === "" ? null : draft.answer}
      onChange={(value) => change({ answer: offered.find((each) => each === value) ?? "" })}
      options={offered.map((value) => ({
        value,
        text: say(`consents.${value}`),
        testName: `${testNames.consentAnswer}-${value}`,
      }))}
      fault={faultAt("decision")}
      isRequired
    />
  );
}

function UntilField({ form }: FieldsProps) {
  const say = useSay();
  const labels = useDateLabels();
  const today = useToday();
  const { draft, change, faultAt } = form;
  return (
    <div className="fields-row">
      <DateField
        label={say("consents.untilDay")}
        value={draft.until === "" ? null : draft.until}
        onChange={(until) => change({ until: until ?? "" })}
        least={today}
        labels={labels}
        fault={faultAt("valid_until")}
        testName={testNames.consentUntil}
      />
    </div>
  );
}

/** Notes what a patient agrees to or not, or is to be asked; or answers what was asked. */
export function WriteConsent(props: ConsentFormProps) {
  const say = useSay();
  const form = useConsentForm(props);
  const { draft, isNew } = form;
  return (
    <KeptForm
      form={form}
      label={isNew ? say("consents.new") : kindText(draft.type, say)}
      saveText="consents.save"
      formName={testNames.consentForm}
      saveName={testNames.saveConsent}
      leaveName={testNames.leaveConsent}
    >
      {isNew ? <KindFields form={form} /> : null}
      <AnswerField form={form} />
      {isDecided(draft) ? <EvidenceFields form={form} /> : null}
      {isNew && draft.answer !== "deny" ? <UntilField form={form} /> : null}
    </KeptForm>
  );
}
