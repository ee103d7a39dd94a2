import type { ClaimPaper } from "@edgeward/shared/clinical/preauth/claim-parts.contract.ts";
import { useDocuments } from "#ui/desk/documents/document-queries.ts";
import { DiagnosesField } from "#ui/desk/visits/diagnoses-field.tsx";
import { useDateLabels } from "#ui/i18n/date-labels.ts";
import { useSay } from "#ui/i18n/text.ts";
import { DateField } from "#ui/kit/date-field.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { holders, withPaper, type InsuredDraft, type InsuredGap } from "./policy-draft.ts";

/** A form in which a policy and what somebody has are typed. */
export interface InsuredForm {
  readonly fields: InsuredDraft;
  readonly write: (patch: Partial<InsuredDraft>) => void;
  readonly lacks: (gap: InsuredGap) => boolean;
  /** What the branch has refused, by its path. */
  readonly refused: (path: string) => string | undefined;
}

interface FieldsProps {
  readonly form: InsuredForm;
}

/** From when and until when the policy holds. */
function Validity({ form }: FieldsProps) {
  const say = useSay();
  const labels = useDateLabels();
  const { validFrom, validTo } = form.fields;
  return (
    <>
      <DateField
        label={say("policy.from")}
        value={validFrom === "" ? null : validFrom}
        onChange={(day) => form.write({ validFrom: day ?? "" })}
        labels={labels}
        fault={form.refused("policy.valid_from")}
      />
      <DateField
        label={say("policy.to")}
        value={validTo === "" ? null : validTo}
        onChange={(day) => form.write({ validTo: day ?? "" })}
        labels={labels}
        fault={form.lacks("validTo") ? say("policy.toWrong") : form.refused("policy.valid_to")}
      />
    </>
  );
}

/** Under which policy a payer pays. */
export function PolicyFields({ form }: FieldsProps) {
  const say = useSay();
  const { fields, write, lacks, refused } = form;
  return (
    <div className="cash-fields">
      <LineField
        label={say("policy.number")}
        value={fields.policyNo}
        onChange={(policyNo) => write({ policyNo })}
        fault={lacks("policyNo") ? say("policy.needsNumber") : refused("policy.policy_no")}
        testName={testNames.policyNumber}
      />
      <LineField
        label={say("policy.member")}
        value={fields.memberId}
        onChange={(memberId) => write({ memberId })}
        fault={lacks("memberId") ? say("policy.needsMember") : refused("policy.member_id")}
        testName={testNames.policyMember}
      />
      <LineField
        label={say("policy.holder")}
        value={fields.holder}
        onChange={(holder) => write({ holder })}
        fault={refused("policy.holder_name")}
      />
      <ChoiceField
        label={say("policy.relationship")}
        value={fields.relationship}
        onChange={(value) => write({ relationship: holders.find((one) => one === value) ?? "" })}
        empty={say("policy.unsaid")}
        options={holders.map((value) => ({ value, text: say(`policyHolder.${value}`) }))}
      />
      <Validity form={form} />
    </div>
  );
}

/** What somebody has and what is done about it, as the payer is told. */
export function IllnessFields({ form }: FieldsProps) {
  const say = useSay();
  const { fields, write, lacks, refused } = form;
  return (
    <>
      <DiagnosesField
        diagnosis={fields.diagnosis}
        diagnoses={fields.diagnoses}
        onChange={({ diagnosis, diagnoses }) =>
          write({
            ...(diagnosis === undefined ? {} : { diagnosis }),
            ...(diagnoses === undefined ? {} : { diagnoses: [...diagnoses] }),
          })
        }
        fault={lacks("diagnoses") ? say("insured.needsDiagnosis") : refused("diagnosis_codes")}
      />
      <LineField
        label={say("insured.procedures")}
        value={fields.procedures}
        onChange={(procedures) => write({ procedures })}
        hint={say("insured.proceduresHint")}
        fault={refused("procedure_codes")}
      />
    </>
  );
}

interface PapersProps extends FieldsProps {
  readonly patientId: string;
  /** The papers that the payer wants. */
  readonly wanted: readonly ClaimPaper[];
}

/** Which of the patient's documents is which paper; what lacks is attached later. */
export function PaperFields({ form, patientId, wanted }: PapersProps) {
  const say = useSay();
  const { data: kept = [] } = useDocuments(patientId);
  const { papers } = form.fields;
  if (wanted.length === 0) return null;
  return (
    <fieldset className="rx-fieldset">
      <legend>{say("claims.papers")}</legend>
      <div className="cash-fields">
        {wanted.map((type) => (
          <ChoiceField
            key={type}
            label={say(`claimPaper.${type}`)}
            value={papers.find((one) => one.type === type)?.documentId ?? ""}
            onChange={(id) => form.write({ papers: withPaper(papers, type, id) })}
            empty={say("claims.lacks")}
            options={kept.map(({ id, title }) => ({ value: id, text: title }))}
            testName={`${testNames.paperOf}-${type}`}
          />
        ))}
      </div>
      {form.refused("documents") === undefined ? null : (
        <p className="field-fault" role="alert">
          {say("claims.papersNeeded")}
        </p>
      )}
      {kept.length === 0 ? <p className="muted">{say("insured.noDocuments")}</p> : null}
    </fieldset>
  );
}
