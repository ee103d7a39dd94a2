import { ChoosePatient } from "#ui/desk/appointments/choose-patient.tsx";
import { DraftLine } from "#ui/desk/drafts/draft-line.tsx";
import { DraftOffer } from "#ui/desk/drafts/draft-offer.tsx";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { KeptFormActions } from "#ui/desk/drafts/kept-form-actions.tsx";
import { useResumed } from "#ui/desk/drafts/use-resumed.ts";
import { AboutPatient } from "#ui/desk/patients/about-patient.tsx";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { testNames } from "#ui/test-names.ts";
import { StudyFields } from "./study-fields.tsx";
import { useOrderForm, type OrderForm, type StudyFormProps } from "./use-order-form.ts";

function Whose({ form }: { readonly form: OrderForm }) {
  const say = useSay();
  const { draft, change, faultAt } = form;
  if (draft.patientId === null)
    return (
      <ChoosePatient
        fault={faultAt("patient_id", "patient")}
        onChoose={(patientId) => change({ patientId })}
      />
    );
  return (
    <AboutPatient patientId={draft.patientId}>
      <Button isSmall look="quiet" onPress={() => change({ patientId: null })}>
        {say("ward.otherPatient")}
      </Button>
    </AboutPatient>
  );
}

function Body(props: Pick<StudyFormProps, "resumed" | "onLeave">) {
  const say = useSay();
  const form = useOrderForm({ ...props, patientId: null, visitId: null });
  return (
    <>
      <DraftLine keeper={form.keeper} onTake={form.take} />
      {/* A search has a form of its own. */}
      <Whose form={form} />
      <form className="dialog-form" onSubmit={form.submit} noValidate>
        <StudyFields form={form} />
        <FaultNotice error={form.rest} />
        <KeptFormActions
          action={say("radiology.order")}
          testName={testNames.confirmStudy}
          keeper={form.keeper}
          onLeave={props.onLeave}
        />
      </form>
    </>
  );
}

/** Orders a study: of whom, of what, and what is asked of the images. */
export function OrderDialog({ onClose }: { readonly onClose: () => void }) {
  const say = useSay();
  const { resume } = useDesk();
  const resumed = useResumed(draftKinds.study, null);
  return (
    <Dialog
      title={say("radiology.new")}
      closeLabel={say("action.close")}
      shape="wide"
      onClose={onClose}
      testName={testNames.studyDialog}
    >
      <DraftOffer
        kind={draftKinds.study}
        entityId={null}
        resumed={resumed}
        onContinue={resume}
        isOneOfMany
      >
        <Body key={resumed?.id ?? ""} resumed={resumed} onLeave={onClose} />
      </DraftOffer>
    </Dialog>
  );
}
