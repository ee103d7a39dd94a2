import { useState, type FormEvent, type ReactNode } from "react";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { DraftLine } from "#ui/desk/drafts/draft-line.tsx";
import { DraftOffer } from "#ui/desk/drafts/draft-offer.tsx";
import type { DraftKind } from "#ui/desk/drafts/draft-wire.ts";
import { KeptFormActions } from "#ui/desk/drafts/kept-form-actions.tsx";
import { useResumed } from "#ui/desk/drafts/use-resumed.ts";
import { AboutPatient } from "#ui/desk/patients/about-patient.tsx";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { Checkbox } from "#ui/kit/choices.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { Banner } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import type { ReadBack } from "./use-read-back.ts";

/** How it is sent who was told. */
interface Sending {
  readonly error: unknown;
  readonly isPending: boolean;
  readonly mutate: (change: {
    readonly critical_ack: { readonly notified_to: string; readonly read_back: true };
  }) => void;
  readonly reset: () => void;
}

interface ReadBackFormProps {
  readonly form: ReadBack;
  readonly sending: Sending;
  /** What is ticked: that it was read back. */
  readonly readBack?: TextId;
  readonly onLeave: () => void;
}

function useSending({ form, sending }: ReadBackFormProps) {
  const say = useSay();
  const { draft, change } = form;
  const [isMissing, setMissing] = useState(false);
  const faults = faultsAtFields(sending.error, ["critical_ack.notified_to"], say);
  return {
    rest: faults.rest,
    nameFault:
      isMissing && draft.notifiedTo.trim() === ""
        ? say("lab.needsName")
        : faults.at("critical_ack.notified_to"),
    readBackFault: isMissing && !draft.isReadBack ? say("lab.needsReadBack") : undefined,
    write: (notifiedTo: string) => {
      change({ notifiedTo });
      setMissing(false);
      sending.reset();
    },
    tick: (isReadBack: boolean) => {
      change({ isReadBack });
      setMissing(false);
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      const notified = draft.notifiedTo.trim();
      const isWhole = notified !== "" && draft.isReadBack;
      setMissing(!isWhole);
      if (!isWhole || sending.isPending) return;
      sending.mutate({ critical_ack: { notified_to: notified, read_back: true } });
    },
  };
}

/** The form by which it is noted who was told. */
export function ReadBackForm(props: ReadBackFormProps) {
  const { form, readBack = "lab.readBack", onLeave } = props;
  const say = useSay();
  const of = useSending(props);
  const { draft } = form;
  return (
    <form className="dialog-form" onSubmit={of.submit} noValidate>
      <DraftLine keeper={form.kept.keeper} onTake={form.take} />
      {form.isOutdated ? <Banner tone="warning">{say("draft.outdatedRecord")}</Banner> : null}
      <LineField
        label={say("lab.notifiedTo")}
        value={draft.notifiedTo}
        onChange={of.write}
        fault={of.nameFault}
        isRequired
        takesFocus
        testName={testNames.notifiedTo}
      />
      <Checkbox isOn={draft.isReadBack} onChange={of.tick} testName={testNames.readBack}>
        {say(readBack)}
      </Checkbox>
      {of.readBackFault === undefined ? null : (
        <p className="field-fault" role="alert">
          {of.readBackFault}
        </p>
      )}
      <FaultNotice error={of.rest} />
      <KeptFormActions
        action={say("lab.acknowledge")}
        testName={testNames.confirmAcknowledge}
        keeper={form.kept.keeper}
        onLeave={onLeave}
      />
    </form>
  );
}

interface ReadBackDialogProps {
  readonly kind: DraftKind;
  /** The record that the form is about. */
  readonly entityId: string;
  readonly title?: TextId;
  readonly patientId: string;
  /** What is told. */
  readonly what: ReactNode;
  readonly onClose: () => void;
  /** The form. @param resumed what was begun before and is continued */
  readonly children: (resumed: Draft | null) => ReactNode;
}

/** Notes who was told of what is critical and has read it back. */
export function ReadBackDialog(props: ReadBackDialogProps) {
  const { kind, entityId, patientId, what, onClose, children } = props;
  const { title = "lab.acknowledgeTitle" } = props;
  const say = useSay();
  const { resume } = useDesk();
  const resumed = useResumed(kind, entityId);
  return (
    <Dialog
      title={say(title)}
      closeLabel={say("action.close")}
      onClose={onClose}
      testName={testNames.acknowledgeDialog}
    >
      <AboutPatient patientId={patientId} />
      {what}
      <DraftOffer kind={kind} entityId={entityId} resumed={resumed} onContinue={resume}>
        {children(resumed)}
      </DraftOffer>
    </Dialog>
  );
}
