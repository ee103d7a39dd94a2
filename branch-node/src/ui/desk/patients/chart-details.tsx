import { useState, type FormEvent } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  patientsContract,
  type Patient,
} from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Banner } from "#ui/kit/surfaces.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { ConsentStanding } from "#ui/desk/chart/consent-standing.tsx";
import { fieldFaults } from "#ui/desk/data/faults.ts";
import { useIntent, wasAnswered } from "#ui/desk/data/intent.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useToday } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/shell/permissions.ts";
import { useClient } from "#ui/desk/shell/session-context.tsx";
import {
  changedFields,
  changeFaults,
  draftOfPatient,
  patientChange,
  rebasedDraft,
} from "./patient-draft.ts";
import {
  faultsFromServer,
  type DraftFaults,
  type DraftField,
  type RegistrationDraft,
} from "./registration-draft.ts";
import { PatientFace } from "./patient-face.tsx";
import { PhotoChoice } from "./photo-choice.tsx";
import { PayerFields } from "./registration-family.tsx";
import { AddressFields, GuardianFields, RegistrationEssentials } from "./registration-fields.tsx";
import { useSavePhoto } from "./save-photo.ts";

/** @param onSaved given the patient as they stand now, before anybody else sees it */
function useSaveDetails(patient: Patient, onSaved: (saved: Patient) => void) {
  const say = useSay();
  const client = useClient();
  const queries = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: async (body: ReturnType<typeof patientChange>) => {
      const request = { params: { id: patient.id }, body };
      const options = { idempotencyKey: intent.key() };
      return (await client.call(patientsContract.update, request, options)).body;
    },
    onSuccess: (saved) => {
      intent.finish();
      onSaved(saved);
      queries.setQueryData([...queryKeys.patients, saved.id], saved);
      notify({ text: say("chart.saved", { name: saved.name }), tone: "good" });
    },
    onError: (error) => {
      if (wasAnswered(error)) intent.finish();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.patients }),
  });
}

/** A form over a record that others may change meanwhile. */
interface OpenForm {
  /** The record's version from which it began, or which it has followed since. */
  readonly version: number;
  readonly before: RegistrationDraft;
  readonly draft: RegistrationDraft;
  /** Fields that were typed here and changed elsewhere: saving replaces what stands there now. */
  readonly disputed: ReadonlySet<DraftField>;
}

function begunOn(patient: Patient): OpenForm {
  const before = draftOfPatient(patient);
  return { version: patient.version, before, draft: before, disputed: new Set() };
}

/** The form after somebody else has changed the record. */
function following(form: OpenForm, patient: Patient): OpenForm {
  const { before, draft } = form;
  const after = draftOfPatient(patient);
  const typed = changedFields(before, draft);
  const elsewhere = [...changedFields(before, after)].filter((field) => typed.has(field));
  return {
    version: patient.version,
    before: after,
    draft: rebasedDraft(draft, before, after),
    disputed: new Set([...form.disputed, ...elsewhere]),
  };
}

function useDetails(patient: Patient) {
  const today = useToday();
  const [form, setForm] = useState(() => begunOn(patient));
  const [faults, setFaults] = useState<DraftFaults>({});
  const save = useSaveDetails(patient, (saved) => setForm(begunOn(saved)));
  if (patient.version > form.version) setForm(following(form, patient));
  const { before, draft, disputed } = form;

  function change(patch: Partial<RegistrationDraft>): void {
    setForm((current) => ({ ...current, draft: { ...current.draft, ...patch } }));
    setFaults({});
  }

  function submit(): void {
    if (save.isPending) return;
    const body = patientChange(patient, before, draft, today);
    const found = changeFaults(before, draft, today);
    setFaults(found);
    if (Object.keys(found).length > 0 || Object.keys(body).length === 0) return;
    save.mutate(body, {
      onError: (error) => setFaults(faultsFromServer(fieldFaults(error)).fields),
    });
  }

  const isAtFields = Object.keys(faults).length > 0;
  const replaced = [...disputed].filter((field) => before[field] !== draft[field]);
  return {
    draft,
    change,
    submit,
    faults,
    replaced: replaced.map((field) => String(before[field]) || "–"),
    error: isAtFields ? null : save.error,
  };
}

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

/** Everything that was said of a patient at registration, to be corrected by whoever may. */
export function ChartDetails({ patient }: { readonly patient: Patient }) {
  const say = useSay();
  const mayEdit = useMay("patients", "update");
  const mayKeepPhotos = useMay("documents", "create");
  const { draft, change, submit, faults, replaced, error } = useDetails(patient);
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
        {mayEdit ? (
          <div className="form-actions">
            <Button look="primary" type="submit" testName={testNames.saveDetails}>
              {say("chart.save")}
            </Button>
          </div>
        ) : null}
      </fieldset>
    </form>
  );
}
