import { useState, type FormEvent } from "react";
import { appointmentPriorities } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { useAppointmentChange } from "./appointment-change.ts";
import { AppointmentFacts } from "./appointment-facts.tsx";
import type { AppointmentDialogProps } from "./cancel-appointment.tsx";

function usePriority({ appointment, name, onClose }: AppointmentDialogProps) {
  const say = useSay();
  const [priority, setPriority] = useState(appointment.priority);
  const [reason, setReason] = useState(appointment.priority_reason ?? "");
  const [fault, setFault] = useState<string>();
  const change = useAppointmentChange(appointment.id, () => {
    const text = say("appointment.priorityNow", { name, value: say(`priority.${priority}`) });
    notify({ text, tone: "good" });
    onClose();
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (change.isPending) return;
    const why = reason.trim();
    // Whoever goes before others does so for a reason that can be read.
    if (priority !== "routine" && why === "") return setFault(say("appointment.needsReason"));
    change.mutate({ priority, priority_reason: priority === "routine" ? null : why });
  }

  return {
    priority,
    reason,
    fault,
    submit,
    error: change.error,
    choose: (value: string) =>
      setPriority(appointmentPriorities.find((known) => known === value) ?? "routine"),
    write: (next: string) => {
      setReason(next);
      setFault(undefined);
    },
  };
}

/** Takes somebody who waits before or behind the others, with the reason beside it. */
export function SetPriority(props: AppointmentDialogProps) {
  const { appointment, name, onClose } = props;
  const say = useSay();
  const form = usePriority(props);
  return (
    <Dialog title={say("appointment.priority")} closeLabel={say("action.close")} onClose={onClose}>
      <AppointmentFacts appointment={appointment} name={name} />
      <form className="dialog-form" onSubmit={form.submit}>
        <ChoiceField
          label={say("field.priority")}
          value={form.priority}
          onChange={form.choose}
          options={appointmentPriorities.map((value) => ({
            value,
            text: say(`priority.${value}`),
          }))}
          testName={testNames.priorityChoice}
        />
        {form.priority === "routine" ? null : (
          <LineField
            label={say("appointment.reason")}
            value={form.reason}
            onChange={form.write}
            fault={form.fault}
            isRequired
            testName={testNames.priorityReason}
          />
        )}
        <FaultNotice error={form.error} />
        <FormActions
          action={say("appointment.setPriority")}
          testName={testNames.confirmPriority}
          onLeave={onClose}
          leave="action.close"
        />
      </form>
    </Dialog>
  );
}
