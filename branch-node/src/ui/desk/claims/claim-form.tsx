import { schemes } from "@edgeward/shared/clinical/claims/claims.contract.ts";
import { DraftLine } from "#ui/desk/drafts/draft-line.tsx";
import { LeaveForm } from "#ui/desk/drafts/leave-form.tsx";
import { ChosenPatient } from "#ui/desk/payers/chosen-patient.tsx";
import { IllnessFields, PaperFields, PolicyFields } from "#ui/desk/payers/insured-fields.tsx";
import { VisitField } from "#ui/desk/payers/visit-field.tsx";
import { isClaimedUnder } from "#ui/desk/preauth/preauth-list.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { Card, Skeleton } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { ClaimBills, ClaimedField, PayerField } from "./claim-bills.tsx";
import type { Claimable } from "./claimable.ts";
import { useClaimForm, type ClaimForm, type ClaimFormProps } from "./use-claim-form.ts";

interface FormProps {
  readonly form: ClaimForm;
  readonly claimable: Claimable;
}

const reimbursed = "reimbursement";

/** Whether the payer has authorised it before: under which of its authorisations, and under which scheme. */
function Kind({ form, claimable }: FormProps) {
  const say = useSay();
  const { fields, write, refused } = form;
  const given = claimable.requests.filter(
    (one) => one.payer_id === fields.payerId && isClaimedUnder(one),
  );
  return (
    <>
      <ChoiceField
        label={say("claims.kind")}
        value={fields.type === "cashless" ? fields.preauthId : reimbursed}
        onChange={(value) =>
          value === reimbursed
            ? write({ type: "reimbursement", preauthId: "" })
            : write({ type: "cashless", preauthId: value })
        }
        options={[
          { value: reimbursed, text: say("claims.afterwards") },
          ...given.map(({ id, authorization_no: number }) => ({
            value: id,
            text: say("claims.cashlessUnder", { number: number ?? "" }),
          })),
        ]}
        fault={refused("preauth_id")}
        testName={testNames.claimKind}
      />
      <ChoiceField
        label={say("claims.scheme")}
        value={fields.scheme}
        onChange={(value) =>
          write({ scheme: schemes.find((one) => one === value) ?? fields.scheme })
        }
        options={schemes.map((value) => ({ value, text: say(`claimScheme.${value}`) }))}
      />
    </>
  );
}

const wanted = ["discharge_summary", "final_bill", "id_proof"] as const;

/** What is asked once the payer is chosen. */
function OfPayer(props: FormProps) {
  const { form } = props;
  const say = useSay();
  const { fields, write, lacks, refused } = form;
  const patientId = fields.patientId ?? "";
  const visitFault = lacks("visit") ? say("insured.needsVisit") : undefined;
  return (
    <>
      <ClaimBills {...props} />
      <div className="cash-fields">
        <ClaimedField {...props} />
        <VisitField
          patientId={patientId}
          value={fields.visit}
          onChange={(visit) => write({ visit })}
          fault={visitFault ?? refused("encounter_id") ?? refused("admission_id")}
        />
        <Kind {...props} />
      </div>
      <PolicyFields form={form} />
      <IllnessFields form={form} />
      <PaperFields form={form} patientId={patientId} wanted={wanted} />
      <LineField
        label={say("claims.note")}
        value={fields.remarks}
        onChange={(remarks) => write({ remarks })}
        rows={2}
      />
    </>
  );
}

function Fields(props: FormProps) {
  const { form, claimable } = props;
  const say = useSay();
  if (claimable.bills.length === 0)
    return (
      <p className="muted" data-testid={testNames.nothingToClaim}>
        {say("claims.nothing")}
      </p>
    );
  return (
    <>
      <div className="cash-fields">
        <PayerField {...props} />
      </div>
      {form.fields.payerId === "" ? null : <OfPayer {...props} />}
    </>
  );
}

/** A claim that is made: of somebody's bills, on the payer that has a share of them. */
export function ClaimFormBody(props: ClaimFormProps) {
  const say = useSay();
  const form = useClaimForm(props);
  const { data: claimable, error } = form.claimable;
  const isReading = form.fields.patientId !== null && claimable === undefined && error === null;
  return (
    <Card testName={testNames.claimForm}>
      {/* A search has a form of its own. */}
      <ChosenPatient
        patientId={form.fields.patientId}
        onChoose={form.choosePatient}
        fault={form.lacks("patient") ? say("calendar.choosePatient") : form.refused("patient_id")}
      />
      <form className="dispense-form" onSubmit={form.submit} noValidate>
        {isReading ? <Skeleton label={say("action.loading")} /> : null}
        {claimable === undefined ? null : <Fields form={form} claimable={claimable} />}
        <FaultNotice error={error ?? form.rest} />
        <div className="form-actions">
          {form.fields.patientId === null ? null : (
            <>
              <Button look="primary" type="submit" testName={testNames.submitClaim}>
                {say(form.isPending ? "register.saving" : "claims.to_submitted")}
              </Button>
              <Button onPress={form.drawUp} testName={testNames.drawUpClaim}>
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
