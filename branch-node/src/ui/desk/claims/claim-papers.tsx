import { useState, type FormEvent } from "react";
import { claimPapers } from "@edgeward/shared/clinical/preauth/claim-parts.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { useDocuments } from "#ui/desk/documents/document-queries.ts";
import { useAskedStep, type AskedOfPayer } from "#ui/desk/payers/asked.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { Badge, Card } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";

interface PapersProps {
  readonly claim: AskedOfPayer;
}

/** Which of the patient's documents is which paper of what is asked of the payer. */
function useAttaching({ claim }: PapersProps) {
  const say = useSay();
  const [type, setType] = useState<string>(claim.documents_missing[0] ?? "other");
  const [id, setId] = useState("");
  const [isChecked, setChecked] = useState(false);
  const step = useAskedStep(claim);
  const path = `documents.${claim.documents.length}.document_id`;
  const faults = faultsAtFields(step.error, [path], say);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    const paper = claimPapers.find((one) => one === type);
    if (id === "" || paper === undefined || step.isPending) return;
    step.mutate({ documents: [...claim.documents, { type: paper, document_id: id }] });
  }

  const fault = isChecked && id === "" ? say("claims.documentNeeded") : faults.at(path);
  return { type, setType, id, setId, fault, error: faults.rest, submit };
}

/** Says which of the patient's documents is which paper of the claim. */
function AttachForm({ claim }: PapersProps) {
  const say = useSay();
  const { data: kept = [] } = useDocuments(claim.patient_id);
  const of = useAttaching({ claim });
  return (
    <form className="dialog-form" onSubmit={of.submit} noValidate>
      <div className="fields-row">
        <ChoiceField
          label={say("claims.paper")}
          value={of.type}
          onChange={of.setType}
          options={claimPapers.map((value) => ({ value, text: say(`claimPaper.${value}`) }))}
          testName={testNames.claimPaper}
        />
        <ChoiceField
          label={say("claims.document")}
          value={of.id}
          onChange={of.setId}
          empty={say("claims.choose")}
          options={kept.map((one) => ({ value: one.id, text: one.title }))}
          fault={of.fault}
          testName={testNames.claimDocument}
        />
      </div>
      <FaultNotice error={of.error} />
      <div className="form-actions">
        <Button type="submit" icon="add" testName={testNames.attachPaper}>
          {say("claims.attach")}
        </Button>
      </div>
    </form>
  );
}

/** The papers that go with a claim or a request, and those that lack. */
export function ClaimPapers({ claim, mayWrite }: PapersProps & { readonly mayWrite: boolean }) {
  const say = useSay();
  const { data: kept = [] } = useDocuments(claim.patient_id);
  const titles = new Map(kept.map(({ id, title }) => [id, title]));
  return (
    <Card title={say("claims.papers")}>
      <ul className="clearances" aria-label={say("claims.papers")}>
        {claim.documents_missing.map((type) => (
          <li key={type} className="clearance-line">
            <span>{say(`claimPaper.${type}`)}</span>
            <span>
              <Badge tone="warning">{say("claims.lacks")}</Badge>
            </span>
          </li>
        ))}
        {claim.documents.map((one) => {
          const kind = say(`claimPaper.${one.type}`);
          const title = titles.get(one.document_id) ?? "…";
          return (
            <li key={`${one.type} ${one.document_id}`} className="clearance-line">
              <span>{kind}</span>
              <span>
                {/* What is called by its kind need not be named twice. */}
                {title === kind ? null : <bdi>{title}</bdi>}
              </span>
            </li>
          );
        })}
      </ul>
      {mayWrite ? <AttachForm key={claim.version} claim={claim} /> : null}
    </Card>
  );
}
