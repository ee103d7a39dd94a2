import { useEffect, useState, type FormEvent } from "react";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Banner } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { ConsentStanding } from "#ui/desk/chart/consent-standing.tsx";
import { DraftLine } from "#ui/desk/drafts/draft-line.tsx";
import { DraftOffer } from "#ui/desk/drafts/draft-offer.tsx";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { KeptFormActions } from "#ui/desk/drafts/kept-form-actions.tsx";
import { useResumed } from "#ui/desk/drafts/use-resumed.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { PatientFace } from "./patient-face.tsx";
import { PhotoChoice } from "#ui/desk/registration/photo-choice.tsx";
import { PayerFields } from "#ui/desk/registration/registration-family.tsx";
import {
  AddressFields,
  GuardianFields,
  RegistrationEssentials,
} from "#ui/desk/registration/registration-fields.tsx";
import { useSavePhoto } from "#ui/desk/registration/save-photo.ts";
import { useDetails } from "./use-details.ts";

/** How the patient looks; another photo, or none, is saved at once. */
function ChartPhoto({ patient }: { readonly patient: Patient }) {
  const say = useSay();
  const save = useSavePhoto();
  return (
    <div className="registration-photo">
      <PatientFace patient={patient} size="large" about={say("photo.of", { name: patient.name })} />
      <PhotoChoice
        hasPhoto={patient.photo_document_id !== null}
        onChoose={(photo) => {
          if (!save.isPending) save.mutate({ id: patient.id, photo });
        }}
      />
    </div>
  );
}

interface ChartDetailsProps {
  readonly patient: Patient;
  readonly onLeave: () => void;
}

interface FootProps extends Pick<ReturnType<typeof useDetails>, "keeper" | "take"> {
  readonly onLeave: () => void;
}

/** What saves, in sight however long the form, and whether what was typed is kept. */
function DetailsFoot({ keeper, take, onLeave }: FootProps) {
  const say = useSay();
  return (
    <div className="form-foot details-foot">
      <DraftLine keeper={keeper} onTake={take} />
      <KeptFormActions
        action={say("chart.save")}
        testName={testNames.saveDetails}
        keys="Enter"
        keeper={keeper}
        onLeave={onLeave}
      />
    </div>
  );
}

interface DetailsFormProps extends ChartDetailsProps {
  /** The form that was begun before and is continued. */
  readonly resumed: Draft | null;
}

function DetailsForm({ patient, resumed, onLeave }: DetailsFormProps) {
  const say = useSay();
  const mayEdit = useMay("patients", "update");
  const mayKeepPhotos = useMay("documents", "create");
  const details = useDetails(patient, resumed, onLeave);
  const { draft, change, submit, faults, replaced, error } = details;
  const fields = { draft, onChange: change, faults };
  return (
    <form
      className="chart-part registration-form"
      noValidate
      aria-label={say("chart.details")}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
      data-testid={testNames.chartDetails}
    >
      {mayEdit ? null : <Banner tone="info">{say("chart.mayNotEdit")}</Banner>}
      {replaced.length === 0 ? null : (
        <Banner tone="warning" testName={testNames.changedElsewhere}>
          {say("chart.changedElsewhere", { values: replaced.join(" · ") })}
        </Banner>
      )}
      <FaultNotice error={error} />
      <ConsentStanding patient={patient} />
      {mayEdit && mayKeepPhotos ? <ChartPhoto patient={patient} /> : null}
      <fieldset className="chart-fields" disabled={!mayEdit}>
        <RegistrationEssentials {...fields} asksConsent={false} />
        <div className="field-pair">
          <GuardianFields {...fields} />
          <AddressFields {...fields} />
        </div>
        <PayerFields {...fields} />
      </fieldset>
      {mayEdit ? <DetailsFoot {...details} onLeave={onLeave} /> : null}
    </form>
  );
}

/** The draft that is continued here: once it is, another visit of this page asks anew. */
function useContinued(patientId: string): Draft | null {
  const { formLeft } = useDesk();
  const carried = useResumed(draftKinds.details, patientId);
  const [resumed, setResumed] = useState(carried);
  if (carried !== null && carried !== resumed) setResumed(carried);
  useEffect(() => {
    if (carried !== null) formLeft();
  }, [carried, formLeft]);
  return resumed;
}

/** Everything that was said of a patient at registration, to be corrected by whoever may. */
export function ChartDetails({ patient, onLeave }: ChartDetailsProps) {
  const { resume } = useDesk();
  const resumed = useContinued(patient.id);
  return (
    <DraftOffer
      kind={draftKinds.details}
      entityId={patient.id}
      resumed={resumed}
      onContinue={resume}
    >
      <DetailsForm key={resumed?.id ?? ""} patient={patient} resumed={resumed} onLeave={onLeave} />
    </DraftOffer>
  );
}
