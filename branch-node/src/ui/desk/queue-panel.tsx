import { useState } from "react";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { ChoiceField } from "./fields.tsx";
import { useBranchClock, useToday } from "./moments.ts";
import { FaultNotice } from "./notice.tsx";
import { useAppointmentsOn, useProviders } from "./queries.ts";
import { queueOf, queueParts } from "./queue.ts";
import { QueueEntry } from "./queue-entry.tsx";
import { useSignedIn } from "./session-context.tsx";

interface QueuePanelProps {
  readonly shownPatientId: string | null;
  readonly onPatient: (patientId: string) => void;
  readonly onEncounter: (encounterId: string, patientId: string) => void;
}

/** Today's queue of the branch, by state; it changes by itself when anybody on the site changes it. */
export function QueuePanel({ shownPatientId, onPatient, onEncounter }: QueuePanelProps) {
  const say = useSay();
  const clock = useBranchClock();
  const today = useToday();
  const { staff } = useSignedIn();
  const [chosen, setChosen] = useState<string | null>(null);
  const providers = useProviders().data ?? [];
  // A doctor begins with the own queue, everybody else with the whole one.
  const providerId = chosen ?? providers.find(({ id }) => id === staff.id)?.id ?? "";
  const day = useAppointmentsOn(today);
  const queue = queueOf(day.data ?? [], providerId === "" ? null : providerId);
  const nameOf = (id: string) => providers.find((each) => each.id === id)?.name ?? "";
  return (
    <section className="queue" aria-labelledby="queue-title" data-testid={testNames.queue}>
      <div className="queue-head">
        <h2 id="queue-title">{say("queue.title")}</h2>
        <span className="muted">{clock.day(`${today}T12:00:00Z`)}</span>
      </div>
      <ChoiceField
        label={say("queue.provider")}
        value={providerId}
        onChange={setChosen}
        empty={say("queue.all")}
        options={providers.map((each) => ({ value: each.id, text: each.name }))}
      />
      <FaultNotice error={day.error} />
      {queueParts.map((part) => (
        <details key={part} className={`queue-part queue-${part}`} open={part !== "done"}>
          <summary>
            <h3>{say(`queue.${part}`)}</h3>
            <span className="count">{queue[part].length}</span>
          </summary>
          {queue[part].length === 0 ? (
            <p className="muted queue-empty">{say("queue.empty")}</p>
          ) : null}
          <ul>
            {queue[part].map((appointment) => (
              <QueueEntry
                key={appointment.id}
                appointment={appointment}
                providerName={nameOf(appointment.provider_id)}
                isShown={appointment.patient_id === shownPatientId}
                onPatient={onPatient}
                onEncounter={onEncounter}
              />
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}
