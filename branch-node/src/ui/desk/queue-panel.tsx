import { useState } from "react";
import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { CheckInScan } from "./check-in-scan.tsx";
import type { FoundVisit } from "./desk-scans.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { useBranchClock, useToday } from "./moments.ts";
import { FaultNotice } from "./notice.tsx";
import { useAppointmentsOn, useProviders } from "./queries.ts";
import { queueOf, queueParts, type QueuePart } from "./queue.ts";
import { QueueEntry } from "./queue-entry.tsx";
import { useSignedIn } from "./session-context.tsx";

interface QueuePanelProps {
  /** The visit that a scan has led to. */
  readonly found: FoundVisit | null;
  readonly onVisit: (visit: FoundVisit) => void;
  /** Somebody looks at another part of the queue. */
  readonly onForgetVisit: () => void;
  readonly shownPatientId: string | null;
  readonly onPatient: (patientId: string) => void;
  readonly onEncounter: (encounterId: string, patientId: string) => void;
}

interface QueueSectionProps extends QueuePanelProps {
  readonly part: QueuePart;
  readonly appointments: readonly Appointment[];
  readonly nameOf: (providerId: string) => string;
}

function QueueSection({ part, appointments, nameOf, ...props }: QueueSectionProps) {
  const say = useSay();
  return (
    <details className={`queue-part queue-${part}`} open={part !== "done"}>
      <summary>
        <h3>{say(`queue.${part}`)}</h3>
        <span className="count">{appointments.length}</span>
      </summary>
      {appointments.length === 0 ? <p className="muted queue-empty">{say("queue.empty")}</p> : null}
      <ul>
        {appointments.map((appointment) => (
          <QueueEntry
            key={appointment.id}
            appointment={appointment}
            providerName={nameOf(appointment.provider_id)}
            isShown={appointment.patient_id === props.shownPatientId}
            foundAt={props.found?.appointmentId === appointment.id ? props.found.at : null}
            onPatient={props.onPatient}
            onEncounter={props.onEncounter}
          />
        ))}
      </ul>
    </details>
  );
}

/** Today's queue of the branch, by state; it changes by itself when anybody on the site changes it. */
export function QueuePanel(props: QueuePanelProps) {
  const say = useSay();
  const clock = useBranchClock();
  const today = useToday();
  const { staff } = useSignedIn();
  const [chosen, setChosen] = useState<string | null>(null);
  const providers = useProviders().data ?? [];
  // A doctor begins with the own queue, everybody else with the whole one.
  const wanted = chosen ?? providers.find(({ id }) => id === staff.id)?.id ?? "";
  const day = useAppointmentsOn(today);
  const visit = day.data?.find(({ id }) => id === props.found?.appointmentId);
  // A slip that was scanned is shown, also where it stands in another doctor's queue.
  const providerId = visit === undefined || visit.provider_id === wanted ? wanted : "";
  const queue = queueOf(day.data ?? [], providerId === "" ? null : providerId);
  return (
    <section className="queue" aria-labelledby="queue-title" data-testid={testNames.queue}>
      <div className="queue-head">
        <h2 id="queue-title">{say("queue.title")}</h2>
        <span className="muted">{clock.day(`${today}T12:00:00Z`)}</span>
      </div>
      <ChoiceField
        label={say("queue.provider")}
        value={providerId}
        onChange={(id) => {
          props.onForgetVisit();
          setChosen(id);
        }}
        empty={say("queue.all")}
        options={providers.map((each) => ({ value: each.id, text: each.name }))}
      />
      <CheckInScan
        appointments={day.data ?? []}
        onVisit={props.onVisit}
        onPatient={props.onPatient}
      />
      <FaultNotice error={day.error} />
      {queueParts.map((part) => (
        <QueueSection
          key={part}
          part={part}
          appointments={queue[part]}
          nameOf={(id) => providers.find((each) => each.id === id)?.name ?? ""}
          {...props}
        />
      ))}
    </section>
  );
}
