import { useState, type FormEvent } from "react";
import type { LabResult } from "@edgeward/shared/clinical/lab-results/lab-results.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Checkbox } from "#ui/kit/choices.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { useNextVersion } from "./lab-queries.ts";
import { Observations } from "./observations.tsx";

interface AcknowledgeDialogProps {
  readonly result: LabResult;
  readonly onClose: () => void;
}

function useAcknowledge({ result, onClose }: AcknowledgeDialogProps) {
  const say = useSay();
  const [notifiedTo, setNotifiedTo] = useState("");
  const [isReadBack, setReadBack] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const next = useNextVersion(result.id, () => {
    const name = result.observations[0]?.name ?? "";
    notify({ text: say("lab.acknowledgedNow", { name }), tone: "good" });
    onClose();
  });
  const faults = faultsAtFields(next.error, ["critical_ack.notified_to"], say);
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
      next.reset();
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
      if (!isWhole || next.isPending) return;
      next.mutate({ critical_ack: { notified_to: notified, read_back: true } });
    },
  };
}

/** Notes who was told of a critical value and has read it back. */
export function AcknowledgeDialog(props: AcknowledgeDialogProps) {
  const say = useSay();
  const of = useAcknowledge(props);
  return (
    <Dialog
      title={say("lab.acknowledgeTitle")}
      closeLabel={say("action.close")}
      onClose={props.onClose}
      testName={testNames.acknowledgeDialog}
    >
      <Observations of={props.result.observations} />
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
          <Button look="quiet" onPress={props.onClose}>
            {say("action.close")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
