import { Link } from "@tanstack/react-router";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { CalendarLink } from "#ui/desk/appointments/calendar-link.tsx";
import { AppointmentMenu } from "#ui/desk/appointments/appointment-menu.tsx";
import { usePatient, usePatientAppointments, useProviders } from "#ui/desk/data/queries.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { StatusTag } from "./patient-visits.tsx";

/** Every appointment of a patient, the latest first, with what can be done about it. */
export function ChartAppointments({ patientId }: { readonly patientId: string }) {
  const say = useSay();
  const clock = useBranchClock();
  const { data, error } = usePatientAppointments(patientId);
  const providers = useProviders().data ?? [];
  const name = usePatient(patientId).data?.name ?? "";
  const mayBook = useMay("appointments", "create");
  return (
    <section className="chart-part" aria-label={say("chart.appointments")}>
      <FaultNotice error={error} />
      {mayBook ? <CalendarLink patientId={patientId} /> : null}
      {data?.length === 0 ? <p className="muted">{say("chart.noAppointments")}</p> : null}
      <ul className="visits">
        {(data ?? []).map((each) => (
          <li key={each.id} className="visit" data-testid={testNames.chartAppointment}>
            <span className="visit-time">
              <Link
                to="/appointments/$appointment"
                params={{ appointment: each.id }}
                className="link"
                data-testid={testNames.appointmentLink}
              >
                {clock.day(each.slot_time)} {clock.time(each.slot_time)}
              </Link>
            </span>
            <span className="visit-what">
              {providers.find(({ id }) => id === each.provider_id)?.name ?? ""}
              {each.reason === null ? null : <span className="muted"> · {each.reason}</span>}
              {each.cancel_note === null ? null : (
                <span className="muted"> · {each.cancel_note}</span>
              )}
            </span>
            <StatusTag status={each.status} />
            <AppointmentMenu appointment={each} name={name} />
          </li>
        ))}
      </ul>
    </section>
  );
}
