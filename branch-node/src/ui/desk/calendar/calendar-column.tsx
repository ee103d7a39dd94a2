import { useState, type ReactNode } from "react";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { queuePart } from "#ui/desk/today/queue.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Disclosure } from "#ui/kit/disclosure.tsx";
import { MoveList } from "#ui/kit/move-list.tsx";
import { testNames } from "#ui/test-names.ts";
import { stateLooks } from "#ui/desk/appointments/appointment-state.tsx";
import { BookedEntry, EmptyEntry } from "./calendar-entry.tsx";
import type { DayPlan, PlanEntry, RowSpan } from "./day-plan.ts";

/** What is done from a column: a free time is booked, an appointment let go on a free time. */
export interface ColumnActions {
  readonly onBook: (slotTime: string, isKept: boolean) => void;
  readonly onMove: (appointmentId: string, slotTime: string) => void;
}

/** A stretch in which nobody is booked. */
export type ClosedEntry = Extract<PlanEntry, { kind: "closed" }>;

interface CalendarColumnProps extends ColumnActions {
  readonly title: string;
  readonly about: ReactNode;
  readonly plan: DayPlan;
  readonly patients: ReadonlyMap<string, Patient>;
  /** How many wait for a time of this day. */
  readonly waiting: number;
  /** Said where nothing stands. */
  readonly empty: string;
  /** Why a stretch is closed, in the words of whoever closed it; null where nobody said. */
  readonly whyClosed: (entry: ClosedEntry) => string | null;
  /** In which row each entry stands, by its id, where several days stand beside each other by time. */
  readonly rows?: ReadonlyMap<string, RowSpan>;
}

function lookOf(entry: PlanEntry): string {
  return entry.kind === "booked" ? stateLooks[entry.appointment.status].tone : entry.kind;
}

function isMovable(entry: PlanEntry): boolean {
  return entry.kind === "booked" && queuePart(entry.appointment.status) === "booked";
}

function patientOf(entry: PlanEntry, patients: ReadonlyMap<string, Patient>): Patient | undefined {
  return entry.kind === "booked" ? patients.get(entry.appointment.patient_id) : undefined;
}

function Over({ plan, patients }: Pick<CalendarColumnProps, "plan" | "patients">) {
  const say = useSay();
  if (plan.over.length === 0) return null;
  return (
    <Disclosure title={say("calendar.over", { count: plan.over.length })}>
      <ul className="plan-over">
        {plan.over.map((entry) =>
          entry.kind === "booked" ? (
            <li key={entry.id} className="move-item">
              <BookedEntry entry={entry} patient={patientOf(entry, patients)} />
            </li>
          ) : null,
        )}
      </ul>
    </Disclosure>
  );
}

// Time that is kept for online booking, or taken by somebody at another branch, nobody has closed.
function closedText(
  entry: ClosedEntry,
  whyClosed: CalendarColumnProps["whyClosed"],
): string | null {
  return entry.reason === "closed" || entry.reason === "on_leave" ? whyClosed(entry) : null;
}

function spanText(span: RowSpan | undefined): string | undefined {
  return span === undefined ? undefined : `${span.from} / ${span.to}`;
}

function Entries(props: CalendarColumnProps) {
  const { title, plan, patients, empty, onBook, onMove, whyClosed, waiting, rows } = props;
  const say = useSay();
  const clock = useBranchClock();
  const [opened, setOpened] = useState<string | null>(null);
  const mayBook = useMay("appointments", "create");
  const mayMove = useMay("appointments", "update");
  const nameOf = (entry: PlanEntry) => patientOf(entry, patients)?.name ?? "";
  const open = (entry: PlanEntry) => {
    if (entry.kind === "booked") setOpened(entry.id);
    else if (entry.kind !== "closed" && mayBook) onBook(entry.startAt, entry.kind === "kept");
  };
  return (
    <MoveList
      label={title}
      items={plan.entries}
      textOf={(entry) => `${clock.time(entry.startAt)} ${nameOf(entry)}`}
      empty={empty}
      lookOf={lookOf}
      onOpen={open}
      mayLeave={(entry) => mayMove && isMovable(entry)}
      mayReceive={({ kind }) => kind === "free"}
      handleLabel={(entry) => say("calendar.handle", { name: nameOf(entry) })}
      onReceive={(id, { startAt }) => onMove(id, startAt)}
      {...(rows === undefined ? {} : { rowsOf: ({ id }: PlanEntry) => spanText(rows.get(id)) })}
      itemTestName={testNames.calendarEntry}
    >
      {(entry) =>
        entry.kind === "booked" ? (
          <BookedEntry
            entry={entry}
            patient={patientOf(entry, patients)}
            isOpen={opened === entry.id}
            onToggle={(isOpen) => setOpened(isOpen ? entry.id : null)}
          />
        ) : (
          <EmptyEntry
            entry={entry}
            mayBook={mayBook}
            waiting={waiting}
            whyClosed={entry.kind === "closed" ? closedText(entry, whyClosed) : null}
          />
        )
      }
    </MoveList>
  );
}

/** A doctor's day, or a day of a doctor's week: arrow keys from time to time, Enter books a free one and opens what can be done with a taken one. */
export function CalendarColumn(props: CalendarColumnProps) {
  const { title, about, plan, patients } = props;
  return (
    <section className="plan-column" aria-label={title} data-testid={testNames.calendarColumn}>
      <header className="plan-head">
        <h2>{title}</h2>
        {about}
      </header>
      <div className="plan-folded">
        <Over plan={plan} patients={patients} />
      </div>
      <Entries {...props} />
    </section>
  );
}
