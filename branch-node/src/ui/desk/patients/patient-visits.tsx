import { Button } from "#ui/kit/button.tsx";
import type {
  Appointment,
  AppointmentStatus,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import type { Encounter } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { AppointmentMenu } from "#ui/desk/appointments/appointment-menu.tsx";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { Card } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { usePatientEncounters } from "#ui/desk/data/queries.ts";
import { queuePart, tokenText } from "#ui/desk/today/queue.ts";
import { useDiagnosisText } from "#ui/desk/visits/diagnosis-list.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { StaySummary } from "#ui/desk/ward/stay-summary.tsx";

/** The states of an appointment in words. */
export const statusTexts: Readonly<Record<AppointmentStatus, TextId>> = {
  booked: "appointment.booked",
  confirmed: "appointment.confirmed",
  checked_in: "appointment.checkedIn",
  in_consultation: "appointment.inConsultation",
  completed: "appointment.completed",
  cancelled: "appointment.cancelled",
  no_show: "appointment.noShow",
};

/** The state of an appointment, in words and colour. */
export function StatusTag({ status }: { readonly status: AppointmentStatus }) {
  const say = useSay();
  return <span className={`tag tag-${queuePart(status)}`}>{say(statusTexts[status])}</span>;
}

function VisitToday({
  visit,
  name,
  patientName,
}: {
  readonly visit: Appointment;
  readonly name: string | null;
  readonly patientName: string;
}) {
  const clock = useBranchClock();
  return (
    <li className="visit" data-testid={testNames.visit}>
      <span className="visit-time">{clock.time(visit.slot_time)}</span>
      <span className="visit-what">
        {visit.queue_no === null ? null : <strong>{tokenText(visit)} </strong>}
        {name}
      </span>
      <StatusTag status={visit.status} />
      <AppointmentMenu appointment={visit} name={patientName} />
    </li>
  );
}

function EarlierVisit(props: {
  readonly encounter: Encounter;
  readonly onOpen: () => void;
  readonly mayOpen: boolean;
}) {
  const say = useSay();
  const clock = useBranchClock();
  const { encounter } = props;
  const textOf = useDiagnosisText();
  const mayReadStays = useMay("admissions", "read");
  const primary = encounter.diagnoses.find(({ rank }) => rank === 1);
  const title = encounter.chief_complaint ?? say(`encounterType.${encounter.encounter_type}`);
  return (
    <li className="visit">
      <span className="visit-time">{clock.day(encounter.started_at ?? encounter.created_at)}</span>
      <span className="visit-what">
        {title}
        {primary === undefined ? null : <span className="muted"> · {textOf(primary)}</span>}
      </span>
      {encounter.admission_id === null || !mayReadStays ? null : (
        <StaySummary stayId={encounter.admission_id} />
      )}
      {props.mayOpen ? (
        <Button isSmall onPress={props.onOpen} about={title}>
          {say("action.open")}
        </Button>
      ) : null}
    </li>
  );
}

interface EarlierVisitsProps {
  readonly patientId: string;
  readonly onEncounter: (encounterId: string) => void;
}

/** The visits that were before, newest first. */
export function EarlierVisits({ patientId, onEncounter }: EarlierVisitsProps) {
  const say = useSay();
  const mayOpen = useMay("encounters", "update");
  const { data: encounters } = usePatientEncounters(patientId);
  if (encounters === undefined) return null;
  return (
    <section className="chart-part" aria-label={say("patient.encounters")}>
      <h3>{say("patient.encounters")}</h3>
      {encounters.length === 0 ? <p className="muted">{say("patient.noEncounters")}</p> : null}
      <ul className="visits">
        {encounters.map((each) => (
          <EarlierVisit
            key={each.id}
            encounter={each}
            mayOpen={mayOpen}
            onOpen={() => onEncounter(each.id)}
          />
        ))}
      </ul>
    </section>
  );
}

interface LastVisitsProps extends EarlierVisitsProps {
  /** The visit beside which they stand. */
  readonly exceptId?: string;
}

// As many as fit beside the work; the rest stand under the chart's tab.
const mostBeside = 5;

/** The last visits, beside the work. */
export function LastVisits({ patientId, exceptId, onEncounter }: LastVisitsProps) {
  const say = useSay();
  const mayOpen = useMay("encounters", "update");
  const { data } = usePatientEncounters(patientId);
  if (data === undefined) return null;
  const visits = data.filter(({ id }) => id !== exceptId).slice(0, mostBeside);
  return (
    <Card title={say("patient.lastVisits")} testName={testNames.lastVisits}>
      {visits.length === 0 ? <p className="muted">{say("patient.noEncounters")}</p> : null}
      <ul className="visits">
        {visits.map((each) => (
          <EarlierVisit
            key={each.id}
            encounter={each}
            mayOpen={mayOpen}
            onOpen={() => onEncounter(each.id)}
          />
        ))}
      </ul>
    </Card>
  );
}

interface TodaysVisitsProps {
  readonly patientName: string;
  /** Whether a token is being given at this moment. */
  readonly isGiving: boolean;
  readonly visits: readonly Appointment[];
  readonly nameOf: (providerId: string) => string | null;
}

/** What the patient comes for today. */
export function TodaysVisits({ visits, nameOf, patientName, isGiving }: TodaysVisitsProps) {
  const say = useSay();
  const none = say(isGiving ? "walkIn.giving" : "patient.noVisits");
  return (
    <>
      <h3>{say("patient.today")}</h3>
      {visits.length === 0 ? <p className="muted">{none}</p> : null}
      <ul className="visits">
        {visits.map((visit) => (
          <VisitToday
            key={visit.id}
            visit={visit}
            name={nameOf(visit.provider_id)}
            patientName={patientName}
          />
        ))}
      </ul>
    </>
  );
}
