import { useEffect, useRef, useState, type FormEvent } from "react";
import { Button } from "#ui/kit/button.tsx";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { readAbhaQr } from "@edgeward/devices/scanner/abha-qr.ts";
import { useScans } from "#ui/scan/scans.tsx";
import { draftFromCard } from "#ui/desk/scans/desk-scans.tsx";
import type { DraftKeeper } from "#ui/desk/drafts/draft-keeper.ts";
import { DraftLine } from "#ui/desk/drafts/draft-line.tsx";
import { LeaveForm } from "#ui/desk/drafts/leave-form.tsx";
import { readRegistration } from "#ui/desk/drafts/form-state.ts";
import { DuplicatePanel } from "./duplicate-panel.tsx";
import { fieldFaults } from "#ui/desk/data/faults.ts";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useDeskKey } from "#ui/desk/shell/desk-keys.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import {
  draftFaults,
  faultsFromServer,
  type DraftFaults,
  type RegistrationDraft,
} from "./registration-draft.ts";
import { useKeptRegistration, useSavePatient } from "./registration-saving.ts";
import { RegistrationDetails } from "./registration-details.tsx";
import { RegistrationEssentials } from "./registration-fields.tsx";
import { pictureOfAddress } from "./photo-picture.ts";
import { RegistrationPhoto } from "./registration-photo.tsx";
import { useSavePhoto } from "./save-photo.ts";
import { TokenFields } from "./registration-token.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useProviderChoice } from "#ui/desk/data/provider-choice.ts";
import type { TokenWish } from "#ui/desk/shell/desk-actions.tsx";

interface RegistrationProps {
  readonly prefill: Partial<RegistrationDraft>;
  /** The form that was begun before and is continued. */
  readonly resumed: Draft | null;
  readonly onSaved: (patientId: string, token: TokenWish | null) => void;
  readonly onUseExisting: (patientId: string) => void;
  readonly onCancel: () => void;
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

function untouched(faults: DraftFaults, patch: Partial<RegistrationDraft>): DraftFaults {
  return Object.fromEntries(
    Object.entries(faults).filter(([field]) => !Object.hasOwn(patch, field)),
  );
}

/** The doctor of the token: a token for nobody is not begun. */
function useTokenPart() {
  const choice = useProviderChoice(null);
  const [asked, setAsked] = useState(0);
  return {
    choice,
    asked,
    isReady: () => {
      if (choice.providerId === "") setAsked((round) => round + 1);
      return choice.providerId !== "";
    },
  };
}

function tokenWish(draft: RegistrationDraft, patientId: string, providerId: string): TokenWish {
  const { visitReason, referredBy } = draft;
  return { patientId, providerId, reason: visitReason.trim(), referredBy: referredBy.trim() };
}

const noFaults: ReturnType<typeof faultsFromServer> = { fields: {}, hasOthers: false };

/** What is wrong with the form: shown at its fields, and where it belongs to none of them, above. */
function useFaults() {
  const { form, focusFirstFault } = useFocusOnFault();
  const [{ fields, hasOthers }, setFound] = useState(noFaults);
  return {
    form,
    fields,
    isAbove: hasOthers || Object.keys(fields).length === 0,
    show: (found: typeof noFaults) => {
      setFound(found);
      focusFirstFault();
    },
    forget: (patch: Partial<RegistrationDraft>) =>
      setFound((current) => ({ ...current, fields: untouched(current.fields, patch) })),
  };
}

function useRegistration(props: RegistrationProps) {
  const today = useToday();
  const { form, fields, isAbove, show, forget } = useFaults();
  const { keeper, intent, draft, setDraft, keep } = useKeptRegistration(props);
  const token = useTokenPart();
  const savePhoto = useSavePhoto();
  const save = useSavePatient(intent, (patientId, wantsToken) => {
    void keeper.end("submitted");
    const photo = pictureOfAddress(draft.photo);
    if (photo !== null) savePhoto.mutate({ id: patientId, photo });
    props.onSaved(
      patientId,
      wantsToken ? tokenWish(draft, patientId, token.choice.providerId) : null,
    );
  });

  function change(patch: Partial<RegistrationDraft>): void {
    setDraft((current) => ({ ...current, ...patch }));
    forget(patch);
  }

  function submit(wantsToken: boolean): void {
    if (save.isPending) return;
    const found = draftFaults(draft, today);
    show({ fields: found, hasOthers: false });
    if (Object.keys(found).length > 0 || (wantsToken && !token.isReady())) return;
    save.mutate({ draft, wantsToken }, { onError: showServerFaults });
  }

  function showServerFaults(error: unknown): void {
    // The next attempt has another key, and the draft has to know it.
    keep();
    show(faultsFromServer(fieldFaults(error)));
  }

  useCardScans(change);

  return {
    draft,
    change,
    faults: fields,
    token,
    submit,
    form,
    save,
    keeper,
    take: (taken: RegistrationDraft) => setDraft(taken),
    error: isAbove ? save.error : null,
  };
}

interface ActionsProps {
  readonly isBusy: boolean;
  readonly keeper: DraftKeeper;
  readonly onSaveWithToken: () => void;
  readonly onLeave: () => void;
}

function RegistrationActions({ isBusy, keeper, onSaveWithToken, onLeave }: ActionsProps) {
  const say = useSay();
  return (
    <div className="form-actions form-foot">
      <Button
        look="primary"
        onPress={onSaveWithToken}
        testName={testNames.saveWithToken}
        keys="Ctrl Enter"
      >
        {say("register.saveWithToken")}
      </Button>
      <Button type="submit" testName={testNames.savePatient} keys="Enter">
        {say(isBusy ? "register.saving" : "register.save")}
      </Button>
      <LeaveForm keeper={keeper} onLeave={onLeave} />
    </div>
  );
}

function RegistrationBody({
  registration,
  ...props
}: RegistrationProps & { readonly registration: ReturnType<typeof useRegistration> }) {
  const { draft, change, faults, token, submit, save, keeper, error } = registration;
  const mayBook = useMay("appointments", "create");
  return (
    <>
      <DraftLine
        keeper={keeper}
        onTake={(formState) => {
          const kept = readRegistration(formState);
          if (kept !== null) registration.take(kept.fields);
        }}
      />
      <div className="registration-faults">
        <FaultNotice error={error} />
      </div>
      <RegistrationEssentials draft={draft} onChange={change} faults={faults} asksConsent />
      <DuplicatePanel
        draft={draft}
        onUse={(patientId) => {
          void keeper.end("discarded");
          props.onUseExisting(patientId);
        }}
      />
      {mayBook ? (
        <TokenFields draft={draft} onChange={change} choice={token.choice} asked={token.asked} />
      ) : null}
      <RegistrationDetails draft={draft} onChange={change} faults={faults} />
      <RegistrationActions
        isBusy={save.isPending}
        keeper={keeper}
        onSaveWithToken={() => submit(true)}
        onLeave={props.onCancel}
      />
    </>
  );
}

/** Registers a patient. What was typed stays until it is saved, whatever goes wrong on the way. */
export function RegistrationForm(props: RegistrationProps) {
  const say = useSay();
  const registration = useRegistration(props);
  const { submit, form } = registration;

  useDeskKey((event) => {
    if (event.key !== "Enter" || !event.ctrlKey) return;
    event.preventDefault();
    submit(true);
  });

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    submit(false);
  }

  return (
    <section className="card registration" aria-labelledby="register-title">
      <header className="registration-head">
        <h2 id="register-title">{say("register.title")}</h2>
        <RegistrationPhoto
          name={registration.draft.name}
          photo={registration.draft.photo}
          onChoose={(photo) => registration.change({ photo })}
        />
      </header>
      <form
        ref={form}
        noValidate
        className="registration-form"
        onSubmit={onSubmit}
        data-testid={testNames.registration}
        aria-labelledby="register-title"
      >
        <RegistrationBody {...props} registration={registration} />
      </form>
    </section>
  );
}
