import { useState } from "react";
import { useIsMutating } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "#ui/kit/button.tsx";
import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { BookForPatient } from "#ui/desk/appointments/book-for-patient.tsx";
import { useBranchClock, useToday } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useOpenEncounter } from "#ui/desk/visits/open-encounter.ts";
import { PatientDocuments } from "./patient-documents.tsx";
import { TodaysVisits } from "./patient-visits.tsx";
import { usePrintSlip } from "#ui/desk/data/print-queries.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useProviderChoice, type ProviderChoice } from "#ui/desk/data/provider-choice.ts";
import { useAppointmentsOn } from "#ui/desk/data/queries.ts";
import { bookedAmong, queuePart } from "#ui/desk/today/queue.ts";
import { CheckIn } from "#ui/desk/appointments/check-in.tsx";
import { TokenCard } from "./token-card.tsx";
import type { TokenWish } from "#ui/desk/shell/desk-actions.tsx";
import { tokenKey, WalkIn } from "./walk-in.tsx";

interface PatientPanelProps {
  readonly patient: Patient;
  /** A token that is given as soon as the patient is shown; `onTokenBegun` hears that it is under way. */
  readonly token: TokenWish | null;
  readonly onTokenBegun: () => void;
  readonly onEncounter: (encounterId: string) => void;
}

/** The patient's appointments of today; one that was just made is among them before the list has been read again. */
function useVisitsToday(patientId: string, justMade: Appointment | null): readonly Appointment[] {
  const { data } = useAppointmentsOn(useToday());
  const own = (data ?? []).filter((each) => each.patient_id === patientId);
  const isNews = justMade !== null && own.every(({ id }) => id !== justMade.id);
  return isNews && queuePart(justMade.status) === "waiting" ? [...own, justMade] : own;
}

/** What was just booked, with its slip and the way to its page. */
function BookedNotice({ appointment }: { readonly appointment: Appointment }) {
  const say = useSay();
  const clock = useBranchClock();
  const printSlip = usePrintSlip();
  const mayPrint = useMay("print_jobs", "create");
  const when = `${clock.dayTime(appointment.slot_time)} ${clock.zone}`;
  return (
    <div className="notice notice-good">
      <Icon name="good" />
      <output className="notice-text">{say("booking.done", { when })}</output>
      <Link
        to="/appointments/$appointment"
        params={{ appointment: appointment.id }}
        className="link"
        data-testid={testNames.bookedAppointment}
      >
        {say("appointment.open")}
      </Link>
      {mayPrint ? (
        <Button
          isSmall
          onPress={() => printSlip(appointment.id)}
          testName={testNames.printSlip}
          icon="print"
        >
          {say("booking.printSlip")}
        </Button>
      ) : null}
    </div>
  );
}

interface ActionsProps {
  readonly patient: Patient;
  readonly choice: ProviderChoice;
  readonly visits: readonly Appointment[];
  readonly isBooking: boolean;
  readonly onToggleBooking: () => void;
  readonly onEncounter: PatientPanelProps["onEncounter"];
}

function MoreActions({ patient, choice, visits, ...rest }: ActionsProps) {
  const say = useSay();
  const mayOpen = useMay("encounters", "create");
  const mayBook = useMay("appointments", "create");
  const open = useOpenEncounter(rest.onEncounter);
  const current = visits.find(({ status }) =>
    ["waiting", "consulting"].includes(queuePart(status)),
  );
  const wish = {
    patientId: patient.id,
    appointment: current ?? null,
    providerId: choice.providerId,
  };
  return (
    <>
      <FaultNotice error={open.error} />
      {mayBook ? (
        <Button
          onPress={rest.onToggleBooking}
          isExpanded={rest.isBooking}
          testName={testNames.book}
          icon="calendar"
        >
          {say("booking.open")}
        </Button>
      ) : null}
      {mayOpen ? (
        <Button
          onPress={() => {
            if (!open.isPending) open.mutate(wish);
          }}
          testName={testNames.openEncounter}
          icon="stethoscope"
        >
          {say("encounter.open")}
        </Button>
      ) : null}
    </>
  );
}

/** Whoever has an appointment today and has come: it is the desk's first action. */
function CheckInToday({
  visits,
  name,
}: {
  readonly visits: readonly Appointment[];
  readonly name: string;
}) {
  const booked = bookedAmong(visits);
  return booked === undefined ? null : <CheckIn appointment={booked} name={name} />;
}

interface PatientActionsProps extends PatientPanelProps {
  readonly choice: ProviderChoice;
  readonly visits: readonly Appointment[];
  readonly onMade: (appointment: Appointment) => void;
}

function PatientActions(props: PatientActionsProps) {
  const { patient, choice, visits, onMade } = props;
  const say = useSay();
  const mayBook = useMay("appointments", "create");
  const [isBooking, setBooking] = useState(false);
  return (
    <>
      <fieldset className="actions" aria-label={say("patient.actions")}>
        <CheckInToday visits={visits} name={patient.name} />
        {mayBook ? (
          <WalkIn
            patientId={patient.id}
            choice={choice}
            visits={visits}
            wish={props.token}
            onEager={props.onTokenBegun}
            onToken={onMade}
          />
        ) : null}
        <MoreActions
          patient={patient}
          choice={choice}
          visits={visits}
          isBooking={isBooking}
          onToggleBooking={() => setBooking(!isBooking)}
          onEncounter={props.onEncounter}
        />
      </fieldset>
      {isBooking ? (
        <BookForPatient
          patientId={patient.id}
          choice={choice}
          onBooked={(appointment) => {
            setBooking(false);
            onMade(appointment);
          }}
        />
      ) : null}
    </>
  );
}

/** What a desk does for one patient today: token, booking, visit, documents. */
export function PatientPanel({ patient, ...props }: PatientPanelProps) {
  const choice = useProviderChoice(patient.id);
  const [justMade, setJustMade] = useState<Appointment | null>(null);
  const visits = useVisitsToday(patient.id, justMade);
  const waiting = visits.filter(({ status }) => queuePart(status) === "waiting");
  const isGiving = useIsMutating({ mutationKey: tokenKey(patient.id) }) > 0 || props.token !== null;
  const isBooked = justMade !== null && queuePart(justMade.status) === "booked";
  const nameOf = (id: string) => choice.providers.find((each) => each.id === id)?.name ?? null;
  return (
    <div className="patient" data-testid={testNames.patient}>
      {waiting.map((each) => (
        <TokenCard key={each.id} appointment={each} providerName={nameOf(each.provider_id)} />
      ))}
      <PatientActions
        patient={patient}
        choice={choice}
        visits={visits}
        token={props.token}
        onTokenBegun={props.onTokenBegun}
        onEncounter={props.onEncounter}
        onMade={setJustMade}
      />
      {isBooked ? <BookedNotice appointment={justMade} /> : null}
      <TodaysVisits
        visits={visits}
        nameOf={nameOf}
        patientName={patient.name}
        isGiving={isGiving}
      />
      <PatientDocuments patientId={patient.id} waiting={waiting} />
    </div>
  );
}
