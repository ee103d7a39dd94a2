import { useEffect, useRef } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "react-aria-components/Button";
import {
  appointmentsContract,
  type Appointment,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { Icon, type IconName } from "#ui/kit/icon.tsx";
import { useIntent, wasAnswered } from "./intent.ts";
import { useBranchClock } from "./moments.ts";
import { FaultNotice } from "./notice.tsx";
import { useOpenEncounter } from "./open-encounter.ts";
import { StatusTag } from "./patient-visits.tsx";
import { useMay } from "./permissions.ts";
import { usePatient } from "./queries.ts";
import { queryKeys } from "./query-keys.ts";
import { queuePart, tokenText } from "./queue.ts";
import { useClient } from "./session-context.tsx";

type Change = { readonly status: "checked_in" } | { readonly called: true };

function useChange(appointmentId: string) {
  const client = useClient();
  const queries = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: async (body: Change) => {
      const request = { params: { id: appointmentId }, body };
      const options = { idempotencyKey: intent.key() };
      return (await client.call(appointmentsContract.update, request, options)).body;
    },
    onSuccess: intent.finish,
    onError: (error) => {
      if (wasAnswered(error)) intent.finish();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.appointments }),
  });
}

interface RowButtonProps {
  readonly text: TextId;
  readonly icon: IconName;
  readonly name: string;
  readonly testName: string;
  readonly isMain?: boolean;
  readonly onPress: () => void;
}

function RowButton({ text, icon, name, testName, isMain = false, onPress }: RowButtonProps) {
  const say = useSay();
  return (
    <Button
      className={`button button-small ${isMain ? "button-primary" : ""}`}
      onPress={onPress}
      data-testid={testName}
    >
      <Icon name={icon} />
      {say(text)}
      <span className="visually-hidden"> {name}</span>
    </Button>
  );
}

interface QueueEntryProps {
  readonly appointment: Appointment;
  readonly providerName: string;
  readonly isShown: boolean;
  /** When a scan has led here; null where none has. */
  readonly foundAt: number | null;
  readonly onPatient: (patientId: string) => void;
  readonly onEncounter: (encounterId: string, patientId: string) => void;
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
          isMain={!isCalled}
          onPress={() => send({ called: true })}
        />
      ) : null}
      <FaultNotice error={change.error} />
    </>
  );
}

function EncounterAction({
  appointment,
  name,
  onEncounter,
}: ActionProps & Pick<QueueEntryProps, "onEncounter">) {
  const mayTreat = useMay("encounters", "update");
  const open = useOpenEncounter(onEncounter);
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

/** Brings a line into sight whenever a scan has led to it, out of a part of the queue that is folded away. */
function useScrolledTo(foundAt: number | null) {
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (foundAt === null) return;
    const part = line.current?.closest("details");
    if (part !== null && part !== undefined) part.open = true;
    line.current?.scrollIntoView({ block: "center" });
  }, [foundAt]);
  return line;
}

/** One patient in the queue, and what can be done next. */
export function QueueEntry(props: QueueEntryProps) {
  const { appointment, providerName, isShown, foundAt } = props;
  const line = useScrolledTo(foundAt);
  const say = useSay();
  const clock = useBranchClock();
  const name = usePatient(appointment.patient_id).data?.name ?? "…";
  const { priority } = appointment;
  const isDone = queuePart(appointment.status) === "done";
  return (
    <li
      ref={line}
      className={`entry${isShown ? " is-shown" : ""}${foundAt === null ? "" : " is-found"}`}
      aria-current={foundAt === null ? undefined : "true"}
      data-testid={testNames.queueEntry}
    >
      <span className="entry-token">
        {appointment.queue_no === null ? clock.time(appointment.slot_time) : tokenText(appointment)}
      </span>
      <button
        type="button"
        className="entry-who"
        onClick={() => props.onPatient(appointment.patient_id)}
      >
        <span className="entry-name">{name}</span>
        <span className="entry-facts">
          <span>{providerName}</span>
          {priority === "urgent" || priority === "emergency" ? (
            <span className="tag tag-danger">{say(`priority.${priority}`)}</span>
          ) : null}
          {appointment.called_at !== null && !isDone ? (
            <span>{say("queue.called", { time: clock.time(appointment.called_at) })}</span>
          ) : null}
          {isDone ? <StatusTag status={appointment.status} /> : null}
        </span>
      </button>
      {isDone ? null : (
        <div className="entry-actions">
          <TurnAction appointment={appointment} name={name} />
          <EncounterAction appointment={appointment} name={name} onEncounter={props.onEncounter} />
        </div>
      )}
    </li>
  );
}
