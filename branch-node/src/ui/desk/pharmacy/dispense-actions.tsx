import { useState, type FormEvent } from "react";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { AboutPatient } from "#ui/desk/patients/about-patient.tsx";
import { PaperButtons } from "#ui/desk/preview/paper-buttons.tsx";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Checkbox } from "#ui/kit/choices.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { DeclineDialog } from "./decline-dialog.tsx";
import { isOpenDispense, isReturnable, isUndone, type Dispense } from "./pharmacy-list.ts";
import { useDispenseStep } from "./pharmacy-queries.ts";
import { ReturnDialog } from "./return-dialog.tsx";

interface DispenseProps {
  readonly dispense: Dispense;
}

interface DialogProps extends DispenseProps {
  readonly onClose: () => void;
}

const shortestReason = 3;

/** Puts what was taken off the shelf back there, and says why. */
function CancelDialog({ dispense, onClose }: DialogProps) {
  const say = useSay();
  const [reason, setReason] = useState("");
  const [isChecked, setChecked] = useState(false);
  const isUnsaid = reason.trim().length < shortestReason;
  const step = useDispenseStep(dispense.id, () => {
    notify({ text: say("dispense.cancelledNow"), tone: "good" });
    onClose();
  });
  const faults = faultsAtFields(step.error, ["status_reason"], say);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (isUnsaid || step.isPending) return;
    step.mutate({ status: "cancelled", status_reason: reason.trim() });
  }

  return (
    <Dialog title={say("dispense.cancel")} closeLabel={say("action.close")} onClose={onClose}>
      {dispense.patient_id === null ? null : <AboutPatient patientId={dispense.patient_id} />}
      <form className="dialog-form" onSubmit={submit} noValidate>
        <LineField
          label={say("shift.reason")}
          isRequired
          value={reason}
          onChange={setReason}
          fault={isChecked && isUnsaid ? say("shift.reasonNeeded") : faults.at("status_reason")}
          takesFocus
          testName={testNames.dispenseReason}
        />
        <FaultNotice error={faults.rest} />
        <FormActions
          action={say("dispense.cancel")}
          look="danger"
          testName={testNames.confirmDispense}
          onLeave={onClose}
          leave="action.close"
        />
      </form>
    </Dialog>
  );
}

/** Hands over what was made ready, or says that it is. */
function HandOver({ dispense }: DispenseProps) {
  const say = useSay();
  const [hasCounselled, setCounselled] = useState(dispense.counselling_done);
  const step = useDispenseStep(dispense.id, ({ status }) => {
    const text = status === "completed" ? "dispense.completedNow" : "dispense.readyNow";
    notify({ text: say(text), tone: "good" });
  });
  const go = (status: "ready" | "completed") => {
    if (!step.isPending) step.mutate({ status, counselling_done: hasCounselled });
  };
  return (
    <>
      <Checkbox isOn={hasCounselled} onChange={setCounselled} testName={testNames.counselled}>
        {say("dispense.counselled")}
      </Checkbox>
      <FaultNotice error={step.error} />
      <div className="form-actions">
        <Button
          look="primary"
          icon="good"
          takesFocus
          onPress={() => go("completed")}
          testName={testNames.handOverMedicines}
        >
          {say("dispense.handOver")}
        </Button>
        {dispense.status === "preparation" ? (
          <Button onPress={() => go("ready")} testName={testNames.medicinesReady}>
            {say("dispense.ready")}
          </Button>
        ) : null}
      </div>
    </>
  );
}

/** Prints the labels of what was given out for a prescription. */
function PrintDispenseLabels({ dispense }: DispenseProps) {
  const say = useSay();
  const isLabelled = dispense.lines.some(({ rx_item_id: id }) => id !== null);
  if (!isLabelled || isUndone(dispense)) return null;
  return (
    <PaperButtons
      title={say("dispense.labels")}
      action={say("dispense.printLabels")}
      type="label"
      sourceId={dispense.id}
      testName={testNames.printMedicineLabels}
    />
  );
}

/** What is done with a dispense by whoever gives out, as its state allows. */
export function DispenseActions({ dispense }: DispenseProps) {
  const say = useSay();
  const mayGive = useMay("dispenses", "update");
  const [open, setOpen] = useState<"cancel" | "decline" | "return" | null>(null);
  const close = () => setOpen(null);
  const isOpen = mayGive && isOpenDispense(dispense);
  return (
    <div className="dispense-actions">
      {isOpen ? <HandOver dispense={dispense} /> : null}
      <div className="form-actions">
        <PrintDispenseLabels dispense={dispense} />
        {isOpen ? (
          <>
            <Button
              isSmall
              look="quiet"
              onPress={() => setOpen("decline")}
              testName={testNames.declineDispense}
            >
              {say("dispense.decline")}
            </Button>
            <Button
              isSmall
              look="quiet"
              onPress={() => setOpen("cancel")}
              testName={testNames.cancelDispense}
            >
              {say("dispense.cancel")}
            </Button>
          </>
        ) : null}
        {mayGive && isReturnable(dispense) ? (
          <Button
            isSmall
            icon="undo"
            onPress={() => setOpen("return")}
            testName={testNames.takeMedicinesBack}
          >
            {say("dispense.takeBack")}
          </Button>
        ) : null}
      </div>
      {open === "cancel" ? <CancelDialog dispense={dispense} onClose={close} /> : null}
      {open === "decline" ? <DeclineDialog dispense={dispense} onClose={close} /> : null}
      {open === "return" ? <ReturnDialog dispense={dispense} onClose={close} /> : null}
    </div>
  );
}
