import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { ChoosePatient } from "#ui/desk/appointments/choose-patient.tsx";
import { DraftLine } from "#ui/desk/drafts/draft-line.tsx";
import { DraftOffer } from "#ui/desk/drafts/draft-offer.tsx";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { KeptFormActions } from "#ui/desk/drafts/kept-form-actions.tsx";
import { AboutPatient } from "#ui/desk/patients/about-patient.tsx";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { VitalsFields } from "#ui/desk/vitals/vitals-fields.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { Disclosure } from "#ui/kit/disclosure.tsx";
import { testNames } from "#ui/test-names.ts";
import { LevelField } from "./level-field.tsx";
import { ScaleFields } from "./scale-fields.tsx";
import { ComplaintFields, ConsciousnessFields, MarkFields } from "./triage-fields.tsx";
import {
  useTriageForm,
  type TriageDialogProps,
  type TriageForm,
  type TriageFormProps,
} from "./use-triage-form.ts";

function Fault({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p className="field-fault" role="alert">
      {text}
    </p>
  );
}

function Who({ form }: { readonly form: TriageForm }) {
  const say = useSay();
  const { draft, change, faultAt, isOpened } = form;
  if (draft.patientId === null)
    return (
      <ChoosePatient
        fault={faultAt("patient_id", "patient")}
        onChoose={(patientId) => change({ patientId })}
      />
    );
  return (
    <AboutPatient patientId={draft.patientId}>
      {isOpened ? null : (
        <Button isSmall look="quiet" onPress={() => change({ patientId: null })}>
          {say("ward.otherPatient")}
        </Button>
      )}
      <Fault text={faultAt("encounter_id") === undefined ? undefined : say("triage.visitTaken")} />
    </AboutPatient>
  );
}

function Body(props: TriageFormProps) {
  const say = useSay();
  const form = useTriageForm(props);
  const { draft, change, faultAt, vitals } = form;
  return (
    <>
      <DraftLine keeper={form.keeper} onTake={form.take} />
      <Who form={form} />
      <form className="dialog-form" onSubmit={form.submit} noValidate>
        <LevelField
          value={draft.level}
          onChange={(level) => change({ level })}
          fault={faultAt("level", "level")}
        />
        <ComplaintFields form={form} />
        <VitalsFields form={vitals} />
        <Fault text={faultAt("vitals")} />
        <ConsciousnessFields form={form} />
        <MarkFields form={form} />
        <Disclosure title={say("triage.more")} testName={testNames.triageMore}>
          <div className="dialog-form">
            <ScaleFields form={form} />
          </div>
        </Disclosure>
        <FaultNotice error={form.rest} />
        <KeptFormActions
          action={say("triage.save")}
          testName={testNames.confirmTriage}
          keeper={form.keeper}
          onLeave={props.onClose}
        />
      </form>
    </>
  );
}

/** Triages somebody who has come: how urgent it is, why, how they came and what is measured. */
export function TriageDialog({ visit, onClose }: TriageDialogProps) {
  const say = useSay();
  const { resume, resumed: begun } = useDesk();
  // What was begun, on a visit or not, is continued in the page's own dialog.
  const resumed = visit === null && begun?.kind === draftKinds.triage ? begun : null;
  const goOn = (draft: Draft) => {
    if (visit !== null) onClose();
    resume(draft);
  };
  return (
    <Dialog
      title={say("triage.title")}
      closeLabel={say("action.close")}
      shape="wide"
      onClose={onClose}
      testName={testNames.triageDialog}
    >
      <DraftOffer
        kind={draftKinds.triage}
        entityId={visit?.id ?? null}
        resumed={resumed}
        onContinue={goOn}
        isOneOfMany={visit === null}
      >
        <Body key={resumed?.id ?? ""} visit={visit} resumed={resumed} onClose={onClose} />
      </DraftOffer>
    </Dialog>
  );
}
