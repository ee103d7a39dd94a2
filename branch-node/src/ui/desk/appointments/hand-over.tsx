import { useState, type FormEvent } from "react";
import { useProviders } from "#ui/desk/data/queries.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { tokenText } from "#ui/desk/today/queue.ts";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { useAppointmentChange } from "./appointment-change.ts";
import { AppointmentFacts } from "./appointment-facts.tsx";
import type { AppointmentDialogProps } from "./cancel-appointment.tsx";

/** Somebody who waits goes to another doctor, with the token they hold. */
export function HandOver({ appointment, name, onClose }: AppointmentDialogProps) {
  const say = useSay();
  const doctors = useProviders().data ?? [];
  const others = doctors.filter(({ id }) => id !== appointment.provider_id);
  const [chosen, setChosen] = useState("");
  const [fault, setFault] = useState<string>();
  const doctor = others.find(({ id }) => id === chosen);
  const token = tokenText(appointment);
  const change = useAppointmentChange(appointment.id, () => {
    const to = doctor?.name ?? "";
    notify({ text: say("appointment.handedOver", { token, name: to }), tone: "good" });
    onClose();
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (change.isPending) return;
    if (doctor === undefined) return setFault(say("walkIn.choose"));
    change.mutate({ provider_id: doctor.id });
  }

  return (
    <Dialog title={say("appointment.handOver")} closeLabel={say("action.close")} onClose={onClose}>
      <AppointmentFacts appointment={appointment} name={name} />
      <form className="dialog-form" onSubmit={submit}>
        <ChoiceField
          label={say("walkIn.provider")}
          value={chosen}
          onChange={(id) => {
            setChosen(id);
            setFault(undefined);
          }}
          empty={say("walkIn.choose")}
          options={others.map((each) => ({ value: each.id, text: each.name }))}
          fault={fault}
          testName={testNames.handOverDoctor}
        />
        <FaultNotice error={change.error} />
        <FormActions
          action={say("appointment.handOverNow", { token })}
          testName={testNames.confirmHandOver}
          onLeave={onClose}
          leave="action.close"
        />
      </form>
    </Dialog>
  );
}
