import { useState, type FormEvent, type ReactNode } from "react";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Checkbox } from "#ui/kit/choices.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";

/** How it is sent who was told. */
interface Sending {
  readonly error: unknown;
  readonly isPending: boolean;
  readonly mutate: (change: {
    readonly critical_ack: { readonly notified_to: string; readonly read_back: true };
  }) => void;
  readonly reset: () => void;
}

interface ReadBackDialogProps {
  readonly sending: Sending;
  readonly onClose: () => void;
  /** What was told. */
  readonly children: ReactNode;
}

function useReadBack({ sending }: Pick<ReadBackDialogProps, "sending">) {
  const say = useSay();
  const [notifiedTo, setNotifiedTo] = useState("");
  const [isReadBack, setReadBack] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const faults = faultsAtFields(sending.error, ["critical_ack.notified_to"], say);
  return {
    notifiedTo,
    isReadBack,
    rest: faults.rest,
    nameFault:
      isMissing && notifiedTo.trim() === ""
        ? say("lab.needsName")
        : faults.at("critical_ack.notified_to"),
    readBackFault: isMissing && !isReadBack ? say("lab.needsReadBack") : undefined,
    write: (typed: string) => {
      setNotifiedTo(typed);
      setMissing(false);
      sending.reset();
    },
    tick: (isOn: boolean) => {
      setReadBack(isOn);
      setMissing(false);
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      const notified = notifiedTo.trim();
      const isWhole = notified !== "" && isReadBack;
      setMissing(!isWhole);
      if (!isWhole || sending.isPending) return;
      sending.mutate({ critical_ack: { notified_to: notified, read_back: true } });
    },
  };
}

/** Notes who was told of what is critical and has read it back. */
export function ReadBackDialog({ sending, onClose, children }: ReadBackDialogProps) {
  const say = useSay();
  const of = useReadBack({ sending });
  return (
    <Dialog
      title={say("lab.acknowledgeTitle")}
      closeLabel={say("action.close")}
      onClose={onClose}
      testName={testNames.acknowledgeDialog}
    >
      {children}
      <form className="dialog-form" onSubmit={of.submit} noValidate>
        <LineField
          label={say("lab.notifiedTo")}
          value={of.notifiedTo}
          onChange={of.write}
          fault={of.nameFault}
          isRequired
          takesFocus
          testName={testNames.notifiedTo}
        />
        <Checkbox isOn={of.isReadBack} onChange={of.tick} testName={testNames.readBack}>
          {say("lab.readBack")}
        </Checkbox>
        {of.readBackFault === undefined ? null : (
          <p className="field-fault" role="alert">
            {of.readBackFault}
          </p>
        )}
        <FaultNotice error={of.rest} />
        <div className="form-actions">
          <Button look="primary" type="submit" testName={testNames.confirmAcknowledge}>
            {say("lab.acknowledge")}
          </Button>
          <Button look="quiet" onPress={onClose}>
            {say("action.close")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
