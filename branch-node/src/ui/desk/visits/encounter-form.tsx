import { useEffect, useRef, useState, type FormEvent } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "react-aria-components/Button";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import {
  dispositions,
  encountersContract,
  type Encounter,
} from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { DraftLine } from "#ui/desk/drafts/draft-line.tsx";
import { DraftOffer } from "#ui/desk/drafts/draft-offer.tsx";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useDraftKeeper } from "#ui/desk/drafts/drafts-context.tsx";
import { encounterState, readEncounter } from "#ui/desk/drafts/form-state.ts";
import {
  completionFaults,
  encounterDraft,
  encounterFields,
  stepsFor,
  type EncounterDraft,
} from "./encounter-draft.ts";
import { fieldFaults } from "#ui/desk/data/faults.ts";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { PatientIdentity } from "#ui/desk/patients/patient-identity.tsx";
import { useMay } from "#ui/desk/shell/permissions.ts";
import { useEncounter, usePatient } from "#ui/desk/data/queries.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useClient } from "#ui/desk/shell/session-context.tsx";
import { isOpenVisit } from "./visit-state.ts";

interface Save {
  readonly draft: EncounterDraft;
  readonly isComplete: boolean;
}

interface SaveEvents {
  readonly onSaved: (draft: EncounterDraft) => void;
  readonly onCompleted: () => void;
}

function useSaveEncounter(encounter: Encounter, { onSaved, onCompleted }: SaveEvents) {
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
    onSuccess: (saved, { draft, isComplete }) => {
      onSaved(draft);
      queries.setQueryData([...queryKeys.encounters, saved.id], saved);
      void queries.invalidateQueries({ queryKey: queryKeys.appointments });
      void queries.invalidateQueries({ queryKey: [...queryKeys.encounters, "patient"] });
      if (isComplete) onCompleted();
    },
  });
}

/** Keeps what is typed as a draft until it stands in the visit. */
function useKeptForm(encounter: Encounter, resumed: Draft | null) {
  const keeper = useDraftKeeper(draftKinds.encounter, encounter.id, resumed);
  const [opened] = useState(() => {
    const kept = resumed === null ? null : readEncounter(resumed.form_state);
    return { draft: kept?.fields ?? encounterDraft(encounter), seen: kept?.encounterVersion };
  });
  const [draft, setDraft] = useState(opened.draft);
  const kept = useRef(draft);
  const current = useRef(encounter);
  useEffect(() => {
    current.current = encounter;
  }, [encounter]);
  useEffect(() => {
    if (kept.current === draft) return;
    kept.current = draft;
    keeper.change(encounterState(draft, current.current));
  }, [draft, keeper]);

  /** What was sent stands in the visit; what was typed meanwhile is kept as another draft. */
  async function saved(sent: EncounterDraft): Promise<void> {
    await keeper.end("submitted");
    if (kept.current !== sent) keeper.change(encounterState(kept.current, current.current));
  }

  const isOutdated = typeof opened.seen === "number" && opened.seen !== encounter.version;
  return { keeper, draft, setDraft, saved, isOutdated };
}

function useEncounterForm(encounter: Encounter, resumed: Draft | null, onCompleted: () => void) {
  const { saved, ...kept } = useKeptForm(encounter, resumed);
  const { draft, setDraft } = kept;
  const [missing, setMissing] = useState<ReturnType<typeof completionFaults>>({});
  const save = useSaveEncounter(encounter, {
    onSaved: (sent) => void saved(sent),
    onCompleted,
  });

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

  return { ...kept, change, missing, save, submit };
}

function EncounterFields(props: { readonly form: ReturnType<typeof useEncounterForm> }) {
  const say = useSay();
  const { draft, change, missing, save } = props.form;
  const reported = (path: string) =>
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
        fault={reported("chief_complaint")}
        testName={testNames.chiefComplaint}
        takesFocus
      />
      <LineField
        label={say("encounter.diagnosis")}
        value={draft.diagnosis}
        onChange={(diagnosis) => change({ diagnosis })}
        hint={say("encounter.diagnosisHint")}
        fault={lacks("diagnosis") ?? reported("diagnosis_code")}
        testName={testNames.diagnosisCode}
      />
      <LineField
        label={say("encounter.notes")}
        value={draft.notes}
        onChange={(notes) => change({ notes })}
        fault={reported("notes")}
        rows={8}
        testName={testNames.notes}
      />
      <ChoiceField
        label={say("encounter.disposition")}
        value={draft.disposition}
        onChange={(disposition) => change({ disposition })}
        empty={say("encounter.notYet")}
        options={dispositions.map((value) => ({ value, text: say(`disposition.${value}`) }))}
        fault={lacks("disposition") ?? reported("disposition")}
        testName={testNames.disposition}
      />
    </div>
  );
}

interface OpenEncounterProps {
  readonly encounter: Encounter;
  readonly resumed: Draft | null;
  readonly onLeave: () => void;
}

function EncounterActions(props: {
  readonly form: ReturnType<typeof useEncounterForm>;
  readonly onLeave: () => void;
}) {
  const say = useSay();
  const { save, submit } = props.form;
  return (
    <div className="form-actions">
      <Button
        className="button button-primary"
        onPress={() => submit(true)}
        data-testid={testNames.completeEncounter}
      >
        <Icon name="good" />
        {say("encounter.complete")}
      </Button>
      <Button type="submit" className="button" data-testid={testNames.saveEncounter}>
        {say(save.isPending ? "register.saving" : "encounter.save")}
      </Button>
      <Button className="button button-quiet" onPress={props.onLeave}>
        {say("encounter.leave")}
      </Button>
      {save.isSuccess ? <output>{say("encounter.saved")}</output> : null}
    </div>
  );
}

function OpenEncounter({ encounter, resumed, onLeave }: OpenEncounterProps) {
  const say = useSay();
  const form = useEncounterForm(encounter, resumed, onLeave);
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
      <DraftLine
        keeper={form.keeper}
        onTake={(formState) => {
          const kept = readEncounter(formState);
          if (kept !== null) form.setDraft(kept.fields);
        }}
      />
      <FaultNotice error={form.save.error} />
      {form.isOutdated && !form.save.isSuccess ? (
        <p className="notice notice-warning" role="alert">
          <Icon name="warning" />
          {say("draft.outdated")}
        </p>
      ) : null}
      <EncounterFields form={form} />
      <EncounterActions form={form} onLeave={onLeave} />
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
  /** The form that was begun before and is continued; without one it is asked whether there is one. */
  readonly resumed: Draft | null;
  readonly onContinue: (draft: Draft) => void;
  readonly onLeave: () => void;
}

/** One visit: what brought the patient, what was found, where the patient goes. */
export function EncounterPanel(props: EncounterPanelProps) {
  const { encounterId, patientId, resumed, onContinue, onLeave } = props;
  const say = useSay();
  const mayUpdate = useMay("encounters", "update");
  const patient = usePatient(patientId);
  const encounter = useEncounter(encounterId);
  const isOpen = encounter.data !== undefined && isOpenVisit(encounter.data);
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
        <DraftOffer entityId={encounterId} resumed={resumed} onContinue={onContinue}>
          <OpenEncounter
            key={encounter.data.id}
            encounter={encounter.data}
            resumed={resumed}
            onLeave={onLeave}
          />
        </DraftOffer>
      ) : null}
      {encounter.data !== undefined && !(isOpen && mayUpdate) ? (
        <ClosedEncounter encounter={encounter.data} onLeave={onLeave} />
      ) : null}
    </article>
  );
}
