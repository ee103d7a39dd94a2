import type { ClaimPaper } from "@edgeward/shared/clinical/preauth/claim-parts.contract.ts";
import { requestTypes } from "@edgeward/shared/clinical/preauth/preauth.contract.ts";
import { useProviders } from "#ui/desk/data/queries.ts";
import { DraftLine } from "#ui/desk/drafts/draft-line.tsx";
import { LeaveForm } from "#ui/desk/drafts/leave-form.tsx";
import { Sums } from "#ui/desk/money/money.tsx";
import { ChosenPatient } from "#ui/desk/payers/chosen-patient.tsx";
import { IllnessFields, PaperFields, PolicyFields } from "#ui/desk/payers/insured-fields.tsx";
import { useBillCurrency, usePayers } from "#ui/desk/payers/payer-queries.ts";
import { VisitField } from "#ui/desk/payers/visit-field.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { Card } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { estimateParts, wrongParts, type PreauthDraft } from "./preauth-draft.ts";
import { isAuthorised } from "./preauth-list.ts";
import { usePreauthForm, type PreauthForm, type PreauthFormProps } from "./use-preauth-form.ts";

interface FormProps {
  readonly form: PreauthForm;
}

/** For what is asked: anew, for more, or for the discharge, which go on from what was authorised. */
function RequestFields({ form }: FormProps) {
  const say = useSay();
  const { fields, write, lacks, refused, earlier } = form;
  const parents = earlier.filter(
    (one) => one.payer_id === fields.payerId && (isAuthorised(one) || one.id === fields.parentId),
  );
  return (
    <>
      <ChoiceField
        label={say("preauth.type")}
        value={fields.requestType}
        onChange={(value) =>
          write({ requestType: requestTypes.find((one) => one === value) ?? "initial" })
        }
        options={requestTypes.map((value) => ({ value, text: say(`preauthType.${value}`) }))}
        testName={testNames.preauthType}
      />
      {fields.requestType === "initial" ? null : (
        <ChoiceField
          label={say("preauth.parent")}
          value={fields.parentId}
          onChange={(parentId) => write({ parentId })}
          empty={say("rx.choose")}
          options={parents.map(({ id, authorization_no: number }) => ({
            value: id,
            text: number ?? "",
          }))}
          fault={lacks("parent") ? say("preauth.needsParent") : refused("parent_id")}
          testName={testNames.preauthParent}
        />
      )}
    </>
  );
}

/** Of which payer, of whose patient, for how long. */
function Head({ form }: FormProps) {
  const say = useSay();
  const { fields, write, lacks, refused } = form;
  const payers = usePayers();
  const { data: doctors = [] } = useProviders();
  return (
    <div className="cash-fields">
      <ChoiceField
        label={say("claims.payer")}
        value={fields.payerId}
        onChange={form.choosePayer}
        empty={say("rx.choose")}
        options={payers
          .filter(({ id, status }) => status === "active" || id === fields.payerId)
          .map(({ id, name }) => ({ value: id, text: name }))}
        fault={lacks("payer") ? say("claims.needsPayer") : refused("payer_id")}
        testName={testNames.claimPayer}
      />
      <RequestFields form={form} />
      <VisitField
        patientId={fields.patientId ?? ""}
        value={fields.visit}
        onChange={(visit) => write({ visit })}
        fault={refused("encounter_id") ?? refused("admission_id")}
      />
      <ChoiceField
        label={say("preauth.doctor")}
        value={fields.doctorId}
        onChange={(doctorId) => write({ doctorId })}
        empty={say("rx.choose")}
        options={doctors.map(({ id, name }) => ({ value: id, text: name }))}
        fault={lacks("doctor") ? say("preauth.needsDoctor") : refused("doctor_id")}
        testName={testNames.preauthDoctor}
      />
      <LineField
        label={say("preauth.days")}
        value={fields.days}
        onChange={(days) => write({ days })}
        inputMode="numeric"
        fault={lacks("days") ? say("preauth.daysWrong") : refused("expected_days")}
      />
    </div>
  );
}

/** What it is expected to cost. */
function Estimate({ form }: FormProps) {
  const say = useSay();
  const { fields, write, lacks, refused } = form;
  const currency = useBillCurrency(fields.patientId);
  const wrong = form.isChecked ? wrongParts(fields) : [];
  return (
    <fieldset className="rx-fieldset">
      <legend>{say("preauth.estimate")}</legend>
      <div className="cash-pieces">
        {estimateParts.map((part) => (
          <LineField
            key={part}
            label={say(`preauthPart.${part}`)}
            value={fields.estimate[part]}
            onChange={(typed) => write({ estimate: { ...fields.estimate, [part]: typed } })}
            inputMode="decimal"
            fault={wrong.includes(part) ? say("shift.amountNeeded") : refused(`estimate.${part}`)}
            testName={`${testNames.preauthPart}-${part}`}
          />
        ))}
      </div>
      {lacks("estimate") && form.asked === 0 ? (
        <p className="field-fault" role="alert">
          {say("preauth.needsEstimate")}
        </p>
      ) : null}
      <Sums
        currency={currency}
        rows={[{ id: "asked", text: say("preauth.asked"), minor: form.asked, isStrong: true }]}
      />
    </fieldset>
  );
}

const wanted: Readonly<Record<PreauthDraft["requestType"], readonly ClaimPaper[]>> = {
  initial: ["id_proof", "policy_card"],
  enhancement: [],
  discharge: ["discharge_summary", "final_bill"],
};

/** What a payer is asked to authorise. */
export function PreauthFormBody(props: PreauthFormProps) {
  const say = useSay();
  const form = usePreauthForm(props);
  const { fields, write } = form;
  const { patientId, requestType } = fields;
  return (
    <Card testName={testNames.preauthForm}>
      {/* A search has a form of its own. */}
      <ChosenPatient
        patientId={patientId}
        onChoose={form.choosePatient}
        fault={form.lacks("patient") ? say("calendar.choosePatient") : form.refused("patient_id")}
      />
      <form className="dispense-form" onSubmit={form.submit} noValidate>
        {patientId === null ? null : (
          <>
            <Head form={form} />
            <PolicyFields form={form} />
            <IllnessFields form={form} />
            <Estimate form={form} />
            <PaperFields form={form} patientId={patientId} wanted={wanted[requestType]} />
            <LineField
              label={say("claims.note")}
              value={fields.remarks}
              onChange={(remarks) => write({ remarks })}
              rows={2}
            />
          </>
        )}
        <FaultNotice error={form.rest} />
        <div className="form-actions">
          {patientId === null ? null : (
            <>
              <Button look="primary" type="submit" testName={testNames.submitPreauth}>
                {say(form.isPending ? "register.saving" : "preauth.ask")}
              </Button>
              <Button onPress={form.drawUp} testName={testNames.drawUpPreauth}>
                {say("claims.drawUp")}
              </Button>
            </>
          )}
          <LeaveForm keeper={form.keeper} onLeave={form.leave} />
        </div>
        <DraftLine keeper={form.keeper} onTake={form.take} />
      </form>
    </Card>
  );
}
