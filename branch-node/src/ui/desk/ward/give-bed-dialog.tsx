import { useState, type FormEvent } from "react";
import type { Admission } from "@edgeward/shared/clinical/admissions/admissions.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Segments } from "#ui/kit/choices.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import type { WardOfBoard } from "./bed-board.ts";
import { FreeBedField } from "./free-bed-field.tsx";
import { ReasonForm } from "./reason-form.tsx";
import { useAdmissionChange } from "./ward-queries.ts";

interface GiveBedDialogProps {
  readonly stay: Admission;
  readonly board: readonly WardOfBoard[];
  readonly onClose: () => void;
}

const kinds = ["admitted", "bed_assigned"] as const;
const doneTexts = { admitted: "stay.admittedNow", bed_assigned: "stay.keptNow" } as const;

function useGiveBed({ stay, onClose }: GiveBedDialogProps) {
  const say = useSay();
  const name = usePatient(stay.patient_id).data?.name ?? "";
  const [kind, setKind] = useState<(typeof kinds)[number]>("admitted");
  const [bedId, setBedId] = useState("");
  const [isMissing, setMissing] = useState(false);
  const [isCancelling, setCancelling] = useState(false);
  const change = useAdmissionChange(stay.id, ({ status }) => {
    const text = status === "cancelled" ? "stay.cancelledNow" : doneTexts[kind];
    notify({ text: say(text, { name }), tone: "good" });
    onClose();
  });
  const faults = faultsAtFields(change.error, isCancelling ? ["status_reason"] : ["bed_id"], say);
  return {
    name,
    kind,
    bedId,
    isCancelling,
    faults,
    bedFault: isMissing ? say("bed.needed") : faults.at("bed_id"),
    choose: (value: string) => setKind(kinds.find((known) => known === value) ?? "admitted"),
    setBed: (id: string) => {
      setBedId(id);
      setMissing(false);
      change.reset();
    },
    cancel: (isOn: boolean) => {
      setCancelling(isOn);
      change.reset();
    },
    sendCancel: (reason: string) => {
      if (!change.isPending) change.mutate({ status: "cancelled", status_reason: reason });
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      setMissing(bedId === "");
      if (bedId !== "" && !change.isPending) change.mutate({ status: kind, bed_id: bedId });
    },
  };
}

/** Gives somebody who waits a bed, or takes the request back. */
export function GiveBedDialog(props: GiveBedDialogProps) {
  const { board, onClose } = props;
  const say = useSay();
  const of = useGiveBed(props);
  return (
    <Dialog
      title={say("ward.giveBedTo", { name: of.name })}
      closeLabel={say("action.close")}
      onClose={onClose}
      testName={testNames.giveBedDialog}
    >
      {of.isCancelling ? (
        <ReasonForm
          action={say("stay.cancelRequest")}
          isDanger
          fault={of.faults.at("status_reason")}
          error={of.faults.rest}
          onSend={of.sendCancel}
          onLeave={() => of.cancel(false)}
        />
      ) : (
        <form className="dialog-form" onSubmit={of.submit} noValidate>
          <FreeBedField board={board} value={of.bedId} onChange={of.setBed} fault={of.bedFault} />
          <Segments
            label={say("stay.beginsAs")}
            value={of.kind}
            onChange={of.choose}
            options={kinds.map((value) => ({ value, text: say(`stayKind.${value}`) }))}
          />
          <FaultNotice error={of.faults.rest} />
          <FormActions
            action={say("ward.giveBed")}
            testName={testNames.confirmGiveBed}
            leave="action.close"
            onLeave={onClose}
          >
            <Button
              look="danger"
              onPress={() => of.cancel(true)}
              testName={testNames.cancelRequest}
            >
              {say("stay.cancelRequest")}
            </Button>
          </FormActions>
        </form>
      )}
    </Dialog>
  );
}
