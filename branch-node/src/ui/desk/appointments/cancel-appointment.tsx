import { useEffect, useRef, useState, type FormEvent } from "react";
import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { queuePart } from "#ui/desk/today/queue.ts";
import { useAppointmentChange } from "./appointment-change.ts";
import { AppointmentFacts } from "./appointment-facts.tsx";

/** Why an appointment can be cancelled at a desk. */
export const cancelReasons = [
  "patient_request",
  "provider_unavailable",
  "duplicate",
  "facility_closed",
  "other",
] as const;

/** What each dialog about one appointment is given. */
export interface AppointmentDialogProps {
  readonly appointment: Appointment;
  readonly name: string;
  readonly onClose: () => void;
}

type Reason = (typeof cancelReasons)[number];

function useCancel({ appointment, name, onClose }: AppointmentDialogProps, isArrived: boolean) {
  const say = useSay();
  // Why a token was wrong, only words say; why an appointment goes, nobody has said before it was asked.
  const [reason, setReason] = useState<Reason | "">(isArrived ? "other" : "");
  const [note, setNote] = useState("");
  const [fault, setFault] = useState<string>();
  const [isUnchosen, setUnchosen] = useState(false);
  const change = useAppointmentChange(appointment.id, () => {
    notify({ text: say("appointment.cancelledNow", { name }), tone: "good" });
    onClose();
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    const why = note.trim();
    if (change.isPending) return;
    if (reason === "") return setUnchosen(true);
    if (reason === "other" && why === "") return setFault(say("appointment.needsReason"));
    change.mutate({
      status: "cancelled",
      status_reason: why === "" ? say(`cancel.${reason}`) : why,
      cancel_reason: reason,
      ...(why === "" ? {} : { cancel_note: why }),
    });
  }

  function write(next: string): void {
    setNote(next);
    setFault(undefined);
  }

  function choose(next: string): void {
    setReason(cancelReasons.find((each) => each === next) ?? "");
    setUnchosen(false);
  }

  return { reason, choose, isUnchosen, note, write, fault, submit, error: change.error };
}

/** Cancels what was booked, or a token that was given by mistake; the reason is kept with it. */
export function CancelAppointment(props: AppointmentDialogProps) {
  const { appointment, name, onClose } = props;
  const say = useSay();
  const isArrived = queuePart(appointment.status) === "waiting";
  const cancel = useCancel(props, isArrived);
  const reasonField = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isArrived) reasonField.current?.focus();
  }, [isArrived]);
  const title = say(isArrived ? "appointment.takeBack" : "appointment.cancel");
  return (
    <Dialog title={title} closeLabel={say("action.close")} onClose={onClose}>
      <AppointmentFacts appointment={appointment} name={name} />
      <form className="dialog-form" onSubmit={cancel.submit}>
        <ChoiceField
          label={say("appointment.reason")}
          value={cancel.reason}
          onChange={cancel.choose}
          {...(cancel.reason === "" ? { empty: say("appointment.chooseReason") } : {})}
          fault={cancel.isUnchosen ? say("appointment.chooseReason") : undefined}
          ref={reasonField}
          options={cancelReasons.map((value) => ({ value, text: say(`cancel.${value}`) }))}
          testName={testNames.cancelReason}
        />
        <LineField
          label={say("appointment.note")}
          value={cancel.note}
          onChange={cancel.write}
          fault={cancel.fault}
          takesFocus={isArrived}
          testName={testNames.cancelNote}
        />
        <FaultNotice error={cancel.error} />
        <FormActions
          action={title}
          testName={testNames.confirmCancel}
          onLeave={onClose}
          leave={isArrived ? "action.close" : "appointment.keep"}
        />
      </form>
    </Dialog>
  );
}
