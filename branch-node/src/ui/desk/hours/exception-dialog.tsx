import { useState } from "react";
import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import type { ScheduleException } from "@edgeward/shared/clinical/schedule-exceptions/schedule-exceptions.contract.ts";
import { MoveAppointment } from "#ui/desk/appointments/move-appointment.tsx";
import { useCalendarDoctors } from "#ui/desk/calendar/calendar-queries.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { Skeleton } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { useExceptionTexts } from "./exception-texts.ts";
import { useAffected, useWithdrawException } from "./hours-queries.ts";

function AffectedLine({ appointment }: { readonly appointment: Appointment }) {
  const say = useSay();
  const clock = useBranchClock();
  const [isMoving, setIsMoving] = useState(false);
  const doctors = useCalendarDoctors().data ?? [];
  const mayMove = useMay("appointments", "update");
  const name = usePatient(appointment.patient_id).data?.name ?? "…";
  const doctor = doctors.find(({ id }) => id === appointment.provider_id)?.name;
  const { slot_time: at } = appointment;
  return (
    <li className="affected-line" data-testid={testNames.affectedLine}>
      <span className="plan-what">
        <span className="plan-name">{name}</span>
        <span className="plan-facts">
          {clock.dayTime(at)}
          {doctor === undefined ? null : ` · ${doctor}`}
        </span>
      </span>
      {mayMove ? (
        <Button isSmall icon="move" about={name} onPress={() => setIsMoving(true)}>
          {say("hours.move")}
        </Button>
      ) : null}
      {isMoving ? (
        <MoveAppointment appointment={appointment} name={name} onClose={() => setIsMoving(false)} />
      ) : null}
    </li>
  );
}

/** Who was booked for a time at which nobody is, each with the way to another one. */
function Affected({ exception }: { readonly exception: ScheduleException }) {
  const say = useSay();
  const affected = useAffected(exception);
  const lines = affected.data ?? [];
  if (exception.affected_count === 0) return null;
  if (affected.data === undefined) {
    return affected.error === null ? (
      <Skeleton label={say("action.loading")} />
    ) : (
      <FaultNotice error={affected.error} />
    );
  }
  return (
    <section className="affected" aria-label={say("hours.affected", { count: lines.length })}>
      <h3>{say("hours.affected", { count: lines.length })}</h3>
      <ul>
        {lines.map((each) => (
          <AffectedLine key={each.id} appointment={each} />
        ))}
      </ul>
    </section>
  );
}

function Withdraw({ exception, onClose }: ExceptionDialogProps) {
  const say = useSay();
  const [reason, setReason] = useState("");
  const withdraw = useWithdrawException(exception.id, () => {
    notify({ text: say("hours.withdrawnNow"), tone: "good" });
    onClose();
  });
  return (
    <form
      className="dialog-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!withdraw.isPending) withdraw.mutate(reason.trim());
      }}
    >
      <LineField
        label={say("hours.withdrawWhy")}
        value={reason}
        onChange={setReason}
        testName={testNames.withdrawReason}
      />
      <FaultNotice error={withdraw.error} />
      <FormActions
        action={say("hours.withdraw")}
        look="plain"
        testName={testNames.withdrawException}
        onLeave={onClose}
        leave="action.close"
      />
    </form>
  );
}

interface ExceptionDialogProps {
  readonly exception: ScheduleException;
  readonly onClose: () => void;
}

/** One exception of the usual hours: of whom, when and why, who has to be moved for it, and the way to withdraw it. */
export function ExceptionDialog({ exception, onClose }: ExceptionDialogProps) {
  const say = useSay();
  const texts = useExceptionTexts();
  const mayUpdate = useMay("schedule_exceptions", "update");
  const { reason } = exception;
  return (
    <Dialog
      title={texts.what(exception)}
      closeLabel={say("action.close")}
      onClose={onClose}
      testName={testNames.exceptionDialog}
    >
      <p>
        <strong>{texts.whose(exception)}</strong> · {texts.when(exception)}
        {reason === null || reason === "" ? null : ` · ${reason}`}
      </p>
      <Affected exception={exception} />
      {mayUpdate ? (
        <Withdraw exception={exception} onClose={onClose} />
      ) : (
        <div className="form-actions">
          <Button look="quiet" onPress={onClose}>
            {say("action.close")}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
