import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import {
  patientsContract,
  type Patient,
} from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";
import { fieldFaults } from "#ui/desk/data/faults.ts";
import { wasAnswered, type Intent } from "#ui/desk/data/intent.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import { detailsState, readDetails } from "#ui/desk/drafts/form-state.ts";
import { useKeptFields } from "#ui/desk/drafts/kept-fields.ts";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { phoneText } from "#ui/desk/patients/phone-text.ts";
import {
  changedFields,
  changeFaults,
  draftOfPatient,
  patientChange,
  rebasedDraft,
} from "#ui/desk/registration/patient-draft.ts";
import {
  faultsFromServer,
  type DraftFaults,
  type DraftField,
  type RegistrationDraft,
} from "#ui/desk/registration/registration-draft.ts";

/** @param onSaved given the patient as they stand now, before anybody else sees it */
function useSaveDetails(patient: Patient, intent: Intent, onSaved: (saved: Patient) => void) {
  const say = useSay();
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: ReturnType<typeof patientChange>) => {
      const request = { params: { id: patient.id }, body };
      const options = { idempotencyKey: intent.key() };
      return (await client.call(patientsContract.update, request, options)).body;
    },
    onSuccess: (saved) => {
      intent.finish();
      onSaved(saved);
      // The number is read back to whoever has said it.
      const number =
        saved.phone === null || saved.phone === patient.phone ? [] : [phoneText(saved.phone)];
      queries.setQueryData([...queryKeys.patients, saved.id], saved);
      notify({
        text: say("chart.saved", { name: [saved.name, ...number].join(" · ") }),
        tone: "good",
      });
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
  /** The form as it was last typed into: another object with each change by hand. */
  readonly typed: RegistrationDraft;
}

function begunOn(patient: Patient): OpenForm {
  const before = draftOfPatient(patient);
  return { version: patient.version, before, draft: before, disputed: new Set(), typed: before };
}

/** The form that somebody has begun before; what has changed of the record since is followed like any other change. */
function continued(patient: Patient, formState: FormState): OpenForm {
  const kept = readDetails(formState);
  if (kept === null) return begunOn(patient);
  const { fields, before, version } = kept;
  return { version, before, draft: fields, disputed: new Set(), typed: fields };
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
    typed: form.typed,
  };
}

/** What was typed is kept as a draft from the first change on, and no longer than something differs from the record. */
function useKeptDetails(patient: Patient, resumed: Draft | null) {
  const [form, setForm] = useState(() =>
    resumed === null ? begunOn(patient) : continued(patient, resumed.form_state),
  );
  if (patient.version > form.version) setForm(following(form, patient));
  const { version, before, draft, typed } = form;
  const kept = useKeptFields({
    kind: draftKinds.details,
    entityId: patient.id,
    resumed,
    // What stands there may be another change than the one that was sent then.
    isAnother: true,
    fields: typed,
    stateOf: () => detailsState({ fields: draft, before, version }),
  });
  return { form, setForm, ...kept };
}

/**
 * The form over a patient's details.
 * @param resumed the same form, begun before
 * @param onSaved nothing is left to be corrected
 */
export function useDetails(patient: Patient, resumed: Draft | null, onSaved: () => void) {
  const today = useToday();
  const { form, setForm, keeper, intent, sent } = useKeptDetails(patient, resumed);
  const [faults, setFaults] = useState<DraftFaults>({});
  const save = useSaveDetails(patient, intent, (saved) => {
    sent();
    setForm(({ typed }) => ({ ...begunOn(saved), typed }));
    onSaved();
  });
  const { before, draft, disputed } = form;
  function change(patch: Partial<RegistrationDraft>): void {
    const next = { ...draft, ...patch };
    const differs = changedFields(before, next).size > 0;
    if (!differs) void keeper.end("discarded");
    setForm((current) => {
      const changed = { ...current.draft, ...patch };
      return { ...current, draft: changed, typed: differs ? changed : current.typed };
    });
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

  function take(formState: FormState): void {
    setForm(({ typed }) => ({ ...continued(patient, formState), typed }));
  }

  const isAtFields = Object.keys(faults).length > 0;
  const replaced = [...disputed].filter((field) => before[field] !== draft[field]);
  return {
    draft,
    change,
    submit,
    keeper,
    take,
    faults,
    replaced: replaced.map((field) => String(before[field]) || "–"),
    error: isAtFields ? null : save.error,
  };
}
