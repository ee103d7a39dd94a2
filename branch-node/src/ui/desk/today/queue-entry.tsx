import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "#ui/kit/button.tsx";
import {
  appointmentsContract,
  type Appointment,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import type { IconName } from "#ui/kit/icon.tsx";
import { useIntent, wasAnswered } from "#ui/desk/data/intent.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useOpenEncounter } from "#ui/desk/visits/open-encounter.ts";
import { AppointmentMenu } from "#ui/desk/appointments/appointment-menu.tsx";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import { newsOf, writtenAppointment } from "#ui/desk/data/news.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { queuePart } from "./queue.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";

type Change = { readonly status: "checked_in" } | { readonly called: true };

function useChange(appointmentId: string) {
  const client = useClient();
  const queries = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: async (body: Change) => {
      const request = { params: { id: appointmentId }, body };
      const options = { idempotencyKey: intent.key(body) };
      return (await client.call(appointmentsContract.update, request, options)).body;
    },
    onSuccess: (changed, body) => {
      intent.finish(body);
      return newsOf(queries).tell(writtenAppointment(changed));
    },
    onError: (error, body) => {
      if (wasAnswered(error)) intent.finish(body);
      return queries.invalidateQueries({ queryKey: queryKeys.appointments });
    },
  });
}

interface RowButtonProps {
  readonly text: TextId;
  readonly icon: IconName;
  readonly name: string;
  readonly testName: string;
  readonly onPress: () => void;
}

function RowButton({ text, icon, name, testName, onPress }: RowButtonProps) {
  const say = useSay();
  return (
    <Button isSmall icon={icon} about={name} onPress={onPress} testName={testName}>
      {say(text)}
    </Button>
  );
}

interface ActionProps {
  readonly appointment: Appointment;
  readonly name: string;
}

function TurnAction({ appointment, name }: ActionProps) {
  const mayUpdate = useMay("appointments", "update");
  const change = useChange(appointment.id);
  const part = queuePart(appointment.status);
  const isCalled = appointment.called_at !== null;
  const send = (body: Change) => {
    if (!change.isPending) change.mutate(body);
  };
  if (!mayUpdate) return null;
  return (
    <>
      {part === "booked" ? (
        <RowButton
          text="queue.checkIn"
          icon="arrive"
          name={name}
          testName={testNames.checkIn}
          onPress={() => send({ status: "checked_in" })}
        />
      ) : null}
      {part === "waiting" ? (
        <RowButton
          text={isCalled ? "queue.callAgain" : "queue.call"}
          icon="bell"
          name={name}
          testName={testNames.call}
          onPress={() => send({ called: true })}
        />
      ) : null}
      <FaultNotice error={change.error} />
    </>
  );
}

function EncounterAction({ appointment, name }: ActionProps) {
  const mayTreat = useMay("encounters", "update");
  const { showEncounter } = useDesk();
  const open = useOpenEncounter(showEncounter);
  const part = queuePart(appointment.status);
  if (!mayTreat || !(part === "waiting" || part === "consulting")) return null;
  const { patient_id: patientId, provider_id: providerId } = appointment;
  return (
    <>
      <RowButton
        text="queue.encounter"
        icon="stethoscope"
        name={name}
        testName={testNames.openEncounter}
        onPress={() => {
          if (!open.isPending) open.mutate({ patientId, appointment, providerId });
        }}
      />
      <FaultNotice error={open.error} />
    </>
  );
}

/** What can be done next with somebody in the queue. */
export function QueueActions({ appointment }: { readonly appointment: Appointment }) {
  const name = usePatient(appointment.patient_id).data?.name ?? "…";
  if (queuePart(appointment.status) === "done") return null;
  return (
    <div className="entry-actions">
      <TurnAction appointment={appointment} name={name} />
      <EncounterAction appointment={appointment} name={name} />
      <AppointmentMenu appointment={appointment} name={name} />
    </div>
  );
}
