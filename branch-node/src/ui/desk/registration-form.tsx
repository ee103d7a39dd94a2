import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "react-aria-components/Button";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { readAbhaQr } from "@edgeward/devices/scanner/abha-qr.ts";
import { useScans } from "#ui/scan/scans.tsx";
import { draftFromCard } from "./desk-scans.tsx";
import { DuplicatePanel } from "./duplicate-panel.tsx";
import { fieldFaults } from "./faults.ts";
import { useIntent, wasAnswered } from "./intent.ts";
import { useToday } from "./moments.ts";
import { FaultNotice } from "./notice.tsx";
import { queryKeys } from "./query-keys.ts";
import {
  draftFaults,
  emptyDraft,
  faultsFromServer,
  registrationBody,
  type DraftFaults,
  type RegistrationDraft,
} from "./registration-draft.ts";
import { RegistrationDetails, RegistrationEssentials } from "./registration-fields.tsx";
import { useClient } from "./session-context.tsx";

interface RegistrationProps {
  readonly prefill: Partial<RegistrationDraft>;
  readonly onSaved: (patientId: string, wantsToken: boolean) => void;
  readonly onUseExisting: (patientId: string) => void;
  readonly onCancel: () => void;
}

function useSavePatient(onSaved: RegistrationProps["onSaved"]) {
  const client = useClient();
  const queries = useQueryClient();
  const intent = useIntent();
  const today = useToday();
  return useMutation({
    mutationFn: async ({
      draft,
    }: {
      readonly draft: RegistrationDraft;
      readonly wantsToken: boolean;
    }) => {
      const body = registrationBody(draft, today);
      const options = { idempotencyKey: intent.key() };
      return (await client.call(patientsContract.create, { body }, options)).body;
    },
    onSuccess: (patient, { wantsToken }) => {
      queries.setQueryData([...queryKeys.patients, patient.id], patient);
      void queries.invalidateQueries({ queryKey: [...queryKeys.patients, "search"] });
      onSaved(patient.id, wantsToken);
    },
    onError: (error) => {
      if (wasAnswered(error)) intent.settle();
    },
  });
}

/** Takes the person to the first wrong field, after the marks have been drawn. */
function useFocusOnFault() {
  const form = useRef<HTMLFormElement>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (round === 0) return;
    const first = form.current?.querySelector<HTMLElement>(
      "[aria-invalid=true], [data-invalid] input",
    );
    first?.focus();
  }, [round]);
  return { form, focusFirstFault: () => setRound((current) => current + 1) };
}

/** The card of the person across the desk fills in what it says; any other code is the desk's. */
function useCardScans(change: (patch: Partial<RegistrationDraft>) => void): void {
  useScans((text) => {
    const card = readAbhaQr(text);
    if (card !== null) change(draftFromCard(card));
    return card !== null;
  });
}

function useRegistration(props: RegistrationProps) {
  const today = useToday();
  const { form, focusFirstFault } = useFocusOnFault();
  const [draft, setDraft] = useState<RegistrationDraft>({ ...emptyDraft, ...props.prefill });
  const [faults, setFaults] = useState<DraftFaults>({});
  const [others, setOthers] = useState<readonly string[]>([]);
  const save = useSavePatient(props.onSaved);

  function change(patch: Partial<RegistrationDraft>): void {
    setDraft((current) => ({ ...current, ...patch }));
    setFaults((current) => {
      const touched = new Set(Object.keys(patch));
      return Object.fromEntries(Object.entries(current).filter(([field]) => !touched.has(field)));
    });
  }

  function submit(wantsToken: boolean): void {
    if (save.isPending) return;
    const found = draftFaults(draft, today);
    setFaults(found);
    setOthers([]);
    if (Object.keys(found).length > 0) return focusFirstFault();
    save.mutate({ draft, wantsToken }, { onError: showServerFaults });
  }

  function showServerFaults(error: unknown): void {
    const found = faultsFromServer(fieldFaults(error));
    setFaults(found.fields);
    setOthers(found.others);
    focusFirstFault();
  }

  useCardScans(change);

  const isAtFields = Object.keys(faults).length > 0;
  return {
    draft,
    change,
    faults,
    others,
    submit,
    form,
    save,
    error: isAtFields ? null : save.error,
  };
}

function RegistrationActions(props: {
  readonly isBusy: boolean;
  readonly onSaveWithToken: () => void;
  readonly onCancel: () => void;
}) {
  const say = useSay();
  return (
    <div className="form-actions">
      <Button type="submit" className="button button-primary" data-testid={testNames.savePatient}>
        {say(props.isBusy ? "register.saving" : "register.save")}
        <kbd>Enter</kbd>
      </Button>
      <Button
        className="button"
        onPress={props.onSaveWithToken}
        data-testid={testNames.saveWithToken}
      >
        {say("register.saveWithToken")}
        <kbd>Ctrl Enter</kbd>
      </Button>
      <Button className="button button-quiet" onPress={props.onCancel}>
        {say("action.cancel")}
      </Button>
    </div>
  );
}

/** Registers a patient. What was typed stays until it is saved, whatever goes wrong on the way. */
export function RegistrationForm(props: RegistrationProps) {
  const say = useSay();
  const { draft, change, faults, others, submit, form, save, error } = useRegistration(props);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Enter" || !event.ctrlKey) return;
    event.preventDefault();
    event.stopPropagation();
    submit(true);
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    submit(false);
  }

  return (
    <section className="card registration" aria-labelledby="register-title">
      <h2 id="register-title">{say("register.title")}</h2>
      {/* Ctrl+Enter belongs to the whole form; each of its fields stays reachable by itself. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a shortcut for what the second button does */}
      <form
        ref={form}
        noValidate
        className="registration-form"
        onSubmit={onSubmit}
        onKeyDown={onKeyDown}
        data-testid={testNames.registration}
        aria-labelledby="register-title"
      >
        <div className="registration-faults">
          <FaultNotice error={error} />
          {others.map((text) => (
            <p className="notice notice-danger" role="alert" key={text}>
              {text}
            </p>
          ))}
        </div>
        <RegistrationEssentials draft={draft} onChange={change} faults={faults} />
        <DuplicatePanel draft={draft} onUse={props.onUseExisting} />
        <RegistrationDetails draft={draft} onChange={change} faults={faults} />
        <RegistrationActions
          isBusy={save.isPending}
          onSaveWithToken={() => submit(true)}
          onCancel={props.onCancel}
        />
      </form>
    </section>
  );
}
