import { Link, useParams } from "@tanstack/react-router";
import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { ApiError } from "@edgeward/shared/contract/client.ts";
import { AppointmentDetails } from "#ui/desk/appointments/appointment-details.tsx";
import { AppointmentHistory } from "#ui/desk/appointments/appointment-history.tsx";
import { AppointmentPapers } from "#ui/desk/appointments/appointment-papers.tsx";
import { useAppointment, usePatient } from "#ui/desk/data/queries.ts";
import { dayIn } from "#ui/desk/patients/birth.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { PageHead, Skeleton } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";

// Whatever an address names that is no appointment which this person may see here.
const noneCodes: ReadonlySet<string> = new Set([
  "not_found",
  "invalid_id",
  "branch_forbidden",
  "tenant_forbidden",
]);

function isNone(error: unknown): boolean {
  return error instanceof ApiError && noneCodes.has(error.code);
}

function NoAppointment() {
  const say = useSay();
  return (
    <section className="page" data-testid={testNames.noAppointment}>
      <PageHead title={say("appointment.none")} />
      <Link to="/appointments" className="link">
        {say("calendar.title")}
      </Link>
    </section>
  );
}

function Shown({ appointment }: { readonly appointment: Appointment }) {
  const say = useSay();
  const clock = useBranchClock();
  const { branch } = useSignedIn();
  const { data: patient, error } = usePatient(appointment.patient_id);
  const { slot_time: at } = appointment;
  const day = dayIn(branch.time_zone, Date.parse(at));
  return (
    <section className="page" aria-label={say("appointment.title")}>
      <PageHead title={say("appointment.title")} about={clock.dayTime(at)}>
        <Link
          to="/appointments/day/$day"
          params={{ day }}
          search={{ doctor: appointment.provider_id }}
          className="link"
          data-testid={testNames.appointmentDay}
        >
          {say("appointment.toDay")}
        </Link>
      </PageHead>
      <FaultNotice error={error} />
      <div className="today-columns">
        {patient === undefined ? (
          <div>{error === null ? <Skeleton label={say("action.loading")} lines={6} /> : null}</div>
        ) : (
          <AppointmentDetails appointment={appointment} patient={patient} />
        )}
        <aside className="today-aside">
          <AppointmentPapers appointment={appointment} />
          <AppointmentHistory appointment={appointment} />
        </aside>
      </div>
    </section>
  );
}

/** One appointment, by its id. */
export function AppointmentPage() {
  const say = useSay();
  const { appointment: id } = useParams({ from: "/appointments/$appointment" });
  const { data, error } = useAppointment(id);
  if (data !== undefined) return <Shown key={id} appointment={data} />;
  if (isNone(error)) return <NoAppointment />;
  return error === null ? (
    <Skeleton label={say("action.loading")} lines={6} />
  ) : (
    <FaultNotice error={error} />
  );
}
