import { certificateTypes } from "@edgeward/shared/clinical/certificates/certificate-parts.contract.ts";
import { DraftLine } from "#ui/desk/drafts/draft-line.tsx";
import { LeaveForm } from "#ui/desk/drafts/leave-form.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useDateLabels } from "#ui/i18n/date-labels.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Checkbox, Segments } from "#ui/kit/choices.tsx";
import { DateField } from "#ui/kit/date-field.tsx";
import { Banner } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { typeOf } from "./certificate-draft.ts";
import {
  useCertificateForm,
  type CertificateForm,
  type CertificateFormProps,
} from "./use-certificate-form.ts";

interface PartProps {
  readonly form: CertificateForm;
}

function Rest({ form: { draft, change, faultAt } }: PartProps) {
  const say = useSay();
  const labels = useDateLabels();
  return (
    <div className="fields-row">
      <DateField
        label={say("letters.restFrom")}
        value={draft.restFrom}
        onChange={(restFrom) => change({ restFrom })}
        fault={faultAt("rest_from")}
        isRequired
        labels={labels}
        testName={testNames.restFrom}
      />
      <DateField
        label={say("letters.restTo")}
        value={draft.restTo}
        onChange={(restTo) => change({ restTo })}
        fault={faultAt("rest_to")}
        isRequired
        labels={labels}
        testName={testNames.restTo}
      />
    </div>
  );
}

function Fitness({ form: { draft, change, faultAt } }: PartProps) {
  const say = useSay();
  const labels = useDateLabels();
  return (
    <div className="fields-row">
      <DateField
        label={say("letters.fitFrom")}
        value={draft.fitFrom}
        onChange={(fitFrom) => change({ fitFrom })}
        fault={faultAt("fit_from")}
        isRequired
        labels={labels}
        testName={testNames.fitFrom}
      />
      <LineField
        label={say("letters.fitFor")}
        value={draft.fitFor}
        onChange={(fitFor) => change({ fitFor })}
        fault={faultAt("fit_for")}
        testName={testNames.fitFor}
      />
    </div>
  );
}

function Referral({ form: { draft, change, faultAt } }: PartProps) {
  const say = useSay();
  return (
    <>
      <div className="fields-row">
        <LineField
          label={say("letters.referredTo")}
          value={draft.referredTo}
          onChange={(referredTo) => change({ referredTo })}
          fault={faultAt("referred_to")}
          isRequired
          testName={testNames.referredTo}
        />
        <LineField
          label={say("letters.referredPlace")}
          value={draft.referredPlace}
          onChange={(referredPlace) => change({ referredPlace })}
          fault={faultAt("referred_place")}
          testName={testNames.referredPlace}
        />
      </div>
      <LineField
        label={say("letters.reason")}
        hint={say("letters.summaryHint")}
        value={draft.reason}
        onChange={(reason) => change({ reason })}
        rows={3}
        fault={faultAt("reason")}
        isRequired
        testName={testNames.referralReason}
      />
    </>
  );
}

const parts = { sick_leave: Rest, fitness: Fitness, referral: Referral } as const;

/** What every certificate may say besides: the diagnosis only where the doctor wants it to be read. */
function Besides({ form: { draft, change, faultAt } }: PartProps) {
  const say = useSay();
  const fault = faultAt("shows_diagnosis");
  return (
    <>
      <Checkbox
        isOn={draft.showsDiagnosis}
        onChange={(showsDiagnosis) => change({ showsDiagnosis })}
        testName={testNames.showsDiagnosis}
      >
        {say("letters.showsDiagnosis")}
      </Checkbox>
      {fault === undefined ? null : (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      )}
      <LineField
        label={say("letters.remarks")}
        value={draft.remarks}
        onChange={(remarks) => change({ remarks })}
        rows={2}
        fault={faultAt("remarks")}
        testName={testNames.certificateRemarks}
      />
    </>
  );
}

/** Writes a sick leave, a certificate of fitness or a referral, kept as a draft until it is issued. */
export function WriteCertificate(props: CertificateFormProps) {
  const say = useSay();
  const form = useCertificateForm(props);
  const { draft, change } = form;
  const Part = parts[draft.type];
  return (
    <form
      className="rx-form"
      noValidate
      onSubmit={form.submit}
      aria-label={say("letters.write")}
      data-testid={testNames.certificateForm}
    >
      <DraftLine keeper={form.keeper} onTake={form.take} />
      {form.isOutdated ? <Banner tone="warning">{say("draft.outdatedRecord")}</Banner> : null}
      <Segments
        label={say("letters.type")}
        value={draft.type}
        onChange={(value) => change({ type: typeOf(value) })}
        options={certificateTypes.map((value) => ({
          value,
          text: say(`certificateType.${value}`),
          testName: `${testNames.certificateType}-${value}`,
        }))}
      />
      <Part form={form} />
      <Besides form={form} />
      {form.isVisitOver ? <Banner tone="danger">{say("letters.visitOver")}</Banner> : null}
      <FaultNotice error={form.rest} />
      <div className="form-actions">
        <Button look="primary" icon="good" type="submit" testName={testNames.issueCertificate}>
          {say(form.isPending ? "register.saving" : "letters.issue")}
        </Button>
        <LeaveForm keeper={form.keeper} onLeave={props.onLeave} />
      </div>
    </form>
  );
}
