import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import { DraftLine } from "#ui/desk/drafts/draft-line.tsx";
import { DraftOffer } from "#ui/desk/drafts/draft-offer.tsx";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { KeptFormActions } from "#ui/desk/drafts/kept-form-actions.tsx";
import { useResumed } from "#ui/desk/drafts/use-resumed.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { VitalsFields } from "#ui/desk/vitals/vitals-fields.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { Banner } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { LevelField } from "./level-field.tsx";
import { RetriageHistory } from "./retriage-history.tsx";
import { useTriage } from "./triage-queries.ts";
import {
  useRetriageForm,
  type RetriageDialogProps,
  type RetriageFormProps,
} from "./use-retriage-form.ts";

function Body(props: RetriageFormProps) {
  const say = useSay();
  const form = useRetriageForm(props);
  const { draft, change, faults } = form;
  return (
    <form className="dialog-form" onSubmit={form.submit} noValidate>
      <DraftLine keeper={form.keeper} onTake={form.take} />
      {form.isOutdated ? <Banner tone="warning">{say("draft.outdatedRecord")}</Banner> : null}
      <LevelField
        value={draft.level}
        onChange={(level) => change({ level })}
        fault={faults.at("level")}
      />
      <LineField
        label={say("triage.whyAgain")}
        value={draft.reason}
        onChange={(reason) => change({ reason })}
        hint={say("triage.whyAgainHint")}
        fault={faults.at("retriage_reason")}
        testName={testNames.retriageReason}
      />
      <VitalsFields form={form.vitals} />
      <FaultNotice error={faults.rest} />
      <KeptFormActions
        action={say("triage.save")}
        testName={testNames.confirmTriage}
        keeper={form.keeper}
        onLeave={props.onClose}
      />
    </form>
  );
}

/** Judges anew how urgent somebody is; the time runs from then. */
export function RetriageDialog(props: RetriageDialogProps) {
  const { triage, name, onClose } = props;
  const say = useSay();
  const { resume } = useDesk();
  const resumed = useResumed(draftKinds.retriage, triage.id);
  // What was begun is continued in the page's own dialog.
  const goOn = (draft: Draft) => {
    onClose();
    resume(draft);
  };
  return (
    <Dialog
      title={say("triage.againFor", { name })}
      closeLabel={say("action.close")}
      shape="wide"
      onClose={onClose}
      testName={testNames.retriageDialog}
    >
      <RetriageHistory triage={triage} />
      <DraftOffer
        kind={draftKinds.retriage}
        entityId={triage.id}
        resumed={resumed}
        onContinue={goOn}
      >
        <Body key={resumed?.id ?? ""} {...props} resumed={resumed} />
      </DraftOffer>
    </Dialog>
  );
}

/** The emergency whose judgement is continued, wherever it stands now; nothing where none is. */
export function ContinuedRetriage() {
  const { resumed, formLeft } = useDesk();
  const id = resumed?.kind === draftKinds.retriage ? resumed.entity_id : null;
  const { data: triage, error } = useTriage(id);
  const { data: patient } = usePatient(triage?.patient_id ?? null);
  if (id === null) return null;
  if (triage === undefined) return <FaultNotice error={error} />;
  return <RetriageDialog triage={triage} name={patient?.name ?? "…"} onClose={formLeft} />;
}
