import { admissionTypes } from "@edgeward/shared/clinical/admissions/admissions.contract.ts";
import { ChoosePatient } from "#ui/desk/appointments/choose-patient.tsx";
import { useProviderOptions } from "#ui/desk/data/provider-choice.ts";
import { useProviders } from "#ui/desk/data/queries.ts";
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
import { Segments } from "#ui/kit/choices.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { Banner } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { AdmitDetails } from "./admit-details.tsx";
import { admitKinds } from "./admit-form.ts";
import { AdmitPlace } from "./admit-place.tsx";
import { useAdmitForm, type AdmitDialogProps, type AdmitForm } from "./use-admit.ts";

function Who({ form }: { readonly form: AdmitForm }) {
  const say = useSay();
  const { draft, change, faultAt } = form;
  const fault = faultAt("patient_id", "patient");
  if (draft.patientId === null)
    return <ChoosePatient fault={fault} onChoose={(patientId) => change({ patientId })} />;
  return (
    <AboutPatient patientId={draft.patientId}>
      <Button isSmall look="quiet" onPress={() => change({ patientId: null })}>
        {say("ward.otherPatient")}
      </Button>
      {fault === undefined ? null : (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      )}
    </AboutPatient>
  );
}

function DoctorAndType({ form }: { readonly form: AdmitForm }) {
  const say = useSay();
  const { draft, change, faultAt } = form;
  const doctorOptions = useProviderOptions(useProviders().data ?? []);
  return (
    <div className="fields-row">
      <ChoiceField
        label={say("calendar.doctor")}
        value={draft.doctorId}
        onChange={(doctorId) => change({ doctorId })}
        empty={say("walkIn.choose")}
        options={doctorOptions}
        fault={faultAt("admitting_doctor_id", "doctor")}
        isRequired
        testName={testNames.admitDoctor}
      />
      <ChoiceField
        label={say("stay.type")}
        value={draft.type}
        onChange={(value) =>
          change({ type: admissionTypes.find((known) => known === value) ?? "elective" })
        }
        options={admissionTypes.map((value) => ({ value, text: say(`admissionType.${value}`) }))}
        testName={testNames.admissionType}
      />
    </div>
  );
}

function AdmitBody(props: AdmitDialogProps) {
  const { board, onClose } = props;
  const say = useSay();
  const form = useAdmitForm(props);
  const { draft, change, submit, rest } = form;
  return (
    <>
      <DraftLine keeper={form.keeper} onTake={form.take} />
      {form.isOutdated ? <Banner tone="warning">{say("draft.outdatedRecord")}</Banner> : null}
      <Who form={form} />
      <form className="dialog-form" onSubmit={submit} noValidate>
        <Segments
          label={say("stay.beginsAs")}
          value={draft.kind}
          onChange={(value) =>
            change({ kind: admitKinds.find((known) => known === value) ?? "admitted" })
          }
          options={admitKinds.map((value) => ({
            value,
            text: say(`stayKind.${value}`),
            testName: `${testNames.admitKind}-${value}`,
          }))}
        />
        <AdmitPlace form={form} board={board} />
        <DoctorAndType form={form} />
        <AdmitDetails form={form} />
        <FaultNotice error={rest} />
        <KeptFormActions
          action={say(`stayConfirm.${draft.kind}`)}
          testName={testNames.confirmAdmit}
          keeper={form.keeper}
          onLeave={onClose}
        />
      </form>
    </>
  );
}

/** Admits a patient to a bed, keeps one, or asks for one; the inpatient visit begins with it. */
export function AdmitDialog(props: Omit<AdmitDialogProps, "resumed">) {
  const say = useSay();
  const { resume } = useDesk();
  const resumed = useResumed(draftKinds.admission, null);
  return (
    <Dialog
      title={say("ward.admit")}
      closeLabel={say("action.close")}
      shape="wide"
      onClose={props.onClose}
      testName={testNames.admitDialog}
    >
      <DraftOffer
        kind={draftKinds.admission}
        entityId={null}
        resumed={resumed}
        onContinue={resume}
        isOneOfMany
      >
        <AdmitBody key={resumed?.id ?? ""} {...props} resumed={resumed} />
      </DraftOffer>
    </Dialog>
  );
}
