import { useState, type FormEvent } from "react";
import { localNamesOf } from "@edgeward/shared/kernel/local-names.ts";
import { useClinicParts, type ClinicPart } from "#ui/desk/data/clinic-parts.ts";
import { useProviders } from "#ui/desk/data/queries.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { tokenText } from "#ui/desk/today/queue.ts";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { useLanguage } from "#ui/i18n/language-choice.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { localName } from "#ui/wire/local-name.ts";
import { useAppointmentChange } from "./appointment-change.ts";
import { AppointmentFacts } from "./appointment-facts.tsx";
import type { AppointmentDialogProps } from "./cancel-appointment.tsx";

/** The branch's queues in use besides the one in which somebody stands. */
export function useOtherQueues(own: string | null): readonly ClinicPart[] {
  const { data } = useClinicParts("queues");
  return (data ?? []).filter(({ status, code }) => status === "active" && code !== own);
}

/** The doctors of a queue's department; of all where the queue has none, or nobody works in it. */
function useDoctorsOf(queue: ClinicPart | undefined) {
  const doctors = useProviders().data ?? [];
  const department = queue !== undefined && "department" in queue ? queue.department : null;
  const own = doctors.filter((each) => department !== null && each.department === department);
  return own.length === 0 ? doctors : own;
}

function useMoveToQueue({ appointment, name, onClose }: AppointmentDialogProps) {
  const say = useSay();
  const queues = useOtherQueues(appointment.queue_code);
  const [code, setCode] = useState("");
  const [doctorId, setDoctorId] = useState("");
  const [fault, setFault] = useState<string>();
  const queue = queues.find((each) => each.code === code);
  const doctors = useDoctorsOf(queue);
  const doctor = doctors.find(({ id }) => id === doctorId);
  const change = useAppointmentChange(appointment.id, (changed) => {
    notify({
      text: say("appointment.requeued", { name, token: tokenText(changed) }),
      tone: "good",
    });
    onClose();
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (change.isPending) return;
    if (queue === undefined) return setFault(say("appointment.needsQueue"));
    const to = doctor === undefined ? {} : { provider_id: doctor.id };
    change.mutate({ queue_code: queue.code, ...to });
  }

  return {
    queues,
    doctors: doctors.filter(({ id }) => id !== appointment.provider_id),
    code,
    doctorId: doctor === undefined ? "" : doctorId,
    fault,
    error: change.error,
    submit,
    chooseDoctor: setDoctorId,
    chooseQueue: (chosen: string) => {
      setCode(chosen);
      setFault(undefined);
    },
  };
}

/** Somebody who waits goes to another queue, where they get its next token, and to another doctor where one is chosen. */
export function ChangeQueue(props: AppointmentDialogProps) {
  const { appointment, name, onClose } = props;
  const say = useSay();
  const { language } = useLanguage();
  const move = useMoveToQueue(props);
  return (
    <Dialog title={say("appointment.requeue")} closeLabel={say("action.close")} onClose={onClose}>
      <AppointmentFacts appointment={appointment} name={name} />
      <form className="dialog-form" onSubmit={move.submit}>
        <ChoiceField
          label={say("appointment.queue")}
          value={move.code}
          onChange={move.chooseQueue}
          empty={say("appointment.chooseQueue")}
          options={move.queues.map((each) => ({
            value: each.code,
            text: localName(localNamesOf(each), language),
          }))}
          hint={say("appointment.requeueHint", { token: tokenText(appointment) })}
          fault={move.fault}
          testName={testNames.requeueQueue}
        />
        <ChoiceField
          label={say("walkIn.provider")}
          value={move.doctorId}
          onChange={move.chooseDoctor}
          empty={say("appointment.sameDoctor")}
          options={move.doctors.map((each) => ({ value: each.id, text: each.name }))}
          testName={testNames.requeueDoctor}
        />
        <FaultNotice error={move.error} />
        <FormActions
          action={say("appointment.requeueNow")}
          testName={testNames.confirmRequeue}
          onLeave={onClose}
          leave="action.close"
        />
      </form>
    </Dialog>
  );
}
