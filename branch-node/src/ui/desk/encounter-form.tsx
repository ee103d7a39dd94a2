import { useState, type FormEvent } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "react-aria-components/Button";
import {
  dispositions,
  encountersContract,
  type Encounter,
} from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import {
  completionFaults,
  encounterDraft,
  encounterFields,
  stepsFor,
  type EncounterDraft,
} from "./encounter-draft.ts";
import { fieldFaults } from "./faults.ts";
import { ChoiceField, LineField } from "./fields.tsx";
import { Icon } from "./icons.tsx";
import { FaultNotice } from "./notice.tsx";
import { PatientIdentity } from "./patient-identity.tsx";
import { useMay } from "./permissions.ts";
import { useEncounter, usePatient } from "./queries.ts";
import { queryKeys } from "./query-keys.ts";
import { useClient } from "./session-context.tsx";

interface Save {
  readonly draft: EncounterDraft;
  readonly isComplete: boolean;
}

function useSaveEncounter(encounter: Encounter, onCompleted: () => void) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ draft, isComplete }: Save) => {
      const params = { id: encounter.id };
      let saved = encounter;
      // One after the other: each step stands on the state that the one before it left.
      for (const body of stepsFor(encounter, encounterFields(draft), isComplete)) {
        saved = (await client.call(encountersContract.update, { params, body })).body;
      }
      return saved;
    },
    onSuccess: (saved, { isComplete }) => {
      queries.setQueryData([...queryKeys.encounters, saved.id], saved);
      void queries.invalidateQueries({ queryKey: queryKeys.appointments });
      void queries.invalidateQueries({ queryKey: [...queryKeys.encounters, "patient"] });
      if (isComplete) onCompleted();
    },
  });
}

function useEncounterForm(encounter: Encounter, onCompleted: () => void) {
  const [draft, setDraft] = useState(() => encounterDraft(encounter));
  const [missing, setMissing] = useState<ReturnType<typeof completionFaults>>({});
  const save = useSaveEncounter(encounter, onCompleted);

  function change(patch: Partial<EncounterDraft>): void {
    setDraft((current) => ({ ...current, ...patch }));
    setMissing({});
  }

  function submit(isComplete: boolean): void {
    if (save.isPending) return;
    const found = isComplete ? completionFaults(draft) : {};
    setMissing(found);
    if (Object.keys(found).length === 0) save.mutate({ draft, isComplete });
  }

  return { draft, change, missing, save, submit };
}

function EncounterFields(props: { readonly form: ReturnType<typeof useEncounterForm> }) {
  const say = useSay();
  const { draft, change, missing, save } = props.form;
  const told = (path: string) =>
    fieldFaults(save.error).find((each) => each.path === path)?.message;
  const lacks = (field: keyof typeof missing) => {
    const id = missing[field];
    return id === undefined ? undefined : say(id);
  };
  return (
    <div className="fields">
      <LineField
        label={say("encounter.complaint")}
        value={draft.complaint}
        onChange={(complaint) => change({ complaint })}
        fault={told("chief_complaint")}
        testName={testNames.chiefComplaint}
        takesFocus
      />
      <LineField
        label={say("encounter.diagnosis")}
        value={draft.diagnosis}
        onChange={(diagnosis) => change({ diagnosis })}
        hint={say("encounter.diagnosisHint")}
        fault={lacks("diagnosis") ?? told("diagnosis_code")}
        testName={testNames.diagnosisCode}
      />
      <LineField
        label={say("encounter.notes")}
        value={draft.notes}
        onChange={(notes) => change({ notes })}
        fault={told("notes")}
        rows={8}
        testName={testNames.notes}
      />
      <ChoiceField
        label={say("encounter.disposition")}
        value={draft.disposition}
        onChange={(disposition) => change({ disposition })}
        empty={say("encounter.notYet")}
        options={dispositions.map((value) => ({ value, text: say(`disposition.${value}`) }))}
        fault={lacks("disposition") ?? told("disposition")}
        testName={testNames.disposition}
      />
    </div>
  );
}

function OpenEncounter({
  encounter,
  onLeave,
}: {
  readonly encounter: Encounter;
  readonly onLeave: () => void;
}) {
  const say = useSay();
  const form = useEncounterForm(encounter, onLeave);
  const isBusy = form.save.isPending;
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        form.submit(false);
      }}
      data-testid={testNames.encounter}
      aria-label={say("encounter.title")}
    >
      <FaultNotice error={form.save.error} />
      <EncounterFields form={form} />
      <div className="form-actions">
        <Button
          className="button button-primary"
          onPress={() => form.submit(true)}
          data-testid={testNames.completeEncounter}
        >
          <Icon name="good" />
          {say("encounter.complete")}
        </Button>
        <Button type="submit" className="button" data-testid={testNames.saveEncounter}>
          {say(isBusy ? "register.saving" : "encounter.save")}
        </Button>
        <Button className="button button-quiet" onPress={onLeave}>
          {say("encounter.leave")}
        </Button>
        {form.save.isSuccess ? <output>{say("encounter.saved")}</output> : null}
      </div>
    </form>
  );
}

function ClosedEncounter({
  encounter,
  onLeave,
}: {
  readonly encounter: Encounter;
  readonly onLeave: () => void;
}) {
  const say = useSay();
  const disposition = dispositions.find((each) => each === encounter.disposition);
  const facts = [
    ["encounter.complaint", encounter.chief_complaint],
    ["encounter.diagnosis", encounter.diagnosis_code],
    ["encounter.notes", encounter.notes],
    ["encounter.disposition", disposition === undefined ? null : say(`disposition.${disposition}`)],
  ] as const;
  return (
    <div data-testid={testNames.encounter}>
      <dl className="encounter-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{say(label)}</dt>
            <dd>{value ?? say("patient.none")}</dd>
          </div>
        ))}
      </dl>
      <Button className="button" onPress={onLeave}>
        {say("encounter.leave")}
      </Button>
    </div>
  );
}

interface EncounterPanelProps {
  readonly encounterId: string;
  readonly patientId: string;
  readonly onLeave: () => void;
}

/** One visit: what brought the patient, what was found, where the patient goes. */
export function EncounterPanel({ encounterId, patientId, onLeave }: EncounterPanelProps) {
  const say = useSay();
  const mayUpdate = useMay("encounters", "update");
  const patient = usePatient(patientId);
  const encounter = useEncounter(encounterId);
  const isOpen =
    encounter.data !== undefined &&
    !["completed", "cancelled", "no_show", "entered_in_error"].includes(
      encounter.data.visit_status,
    );
  return (
    <article className="card patient" aria-labelledby="patient-name">
      {patient.data === undefined ? null : <PatientIdentity patient={patient.data} />}
      <h3 className="encounter-title">
        {say("encounter.title")}
        {encounter.data === undefined ? null : (
          <span className="tag tag-consulting">{say(`visit.${encounter.data.visit_status}`)}</span>
        )}
      </h3>
      <FaultNotice error={encounter.error} />
      {encounter.data !== undefined && isOpen && mayUpdate ? (
        <OpenEncounter key={encounter.data.id} encounter={encounter.data} onLeave={onLeave} />
      ) : null}
      {encounter.data !== undefined && !(isOpen && mayUpdate) ? (
        <ClosedEncounter encounter={encounter.data} onLeave={onLeave} />
      ) : null}
    </article>
  );
}
