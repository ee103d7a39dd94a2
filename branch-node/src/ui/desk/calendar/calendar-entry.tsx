import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { ageText } from "#ui/desk/patients/patient-facts.tsx";
import { useBranchClock, useToday } from "#ui/desk/shell/moments.ts";
import { useRoomText } from "#ui/desk/today/use-room-text.ts";
import { useSay } from "#ui/i18n/text.ts";
import { AppointmentMenu } from "#ui/desk/appointments/appointment-menu.tsx";
import {
  DisplacedBadge,
  StateBadge,
  UnverifiedBadge,
} from "#ui/desk/appointments/appointment-state.tsx";
import type { PlanEntry } from "./day-plan.ts";

type Booked = Extract<PlanEntry, { kind: "booked" }>;

interface BookedEntryProps {
  readonly entry: Booked;
  readonly patient: Patient | undefined;
  readonly isOpen?: boolean;
  readonly onToggle?: (isOpen: boolean) => void;
}

/** Somebody in a doctor's day: when, who, for what, how it stands, and what can be done about it. */
export function BookedEntry({ entry, patient, ...menu }: BookedEntryProps) {
  const say = useSay();
  const clock = useBranchClock();
  const roomText = useRoomText();
  const today = useToday();
  const { appointment } = entry;
  const name = patient?.name ?? "…";
  const { encounter_type: kind, room, reason } = appointment;
  // What is so of nearly all is not said: that somebody is booked, and comes to the clinic.
  // What does not fit is cut off: the number, by which people are told apart, is in the menu and in the tip as well.
  const facts = [
    kind === "OPD" ? "" : say(`encounterType.${kind}`),
    room === null ? "" : roomText(room),
    patient === undefined ? "" : ageText(patient, today, say),
    reason ?? "",
    patient?.uhid ?? "",
  ]
    .filter((fact) => fact !== "")
    .join(" · ");
  return (
    <>
      <span className="plan-time">{clock.time(entry.startAt)}</span>
      <span className="plan-what">
        <span className="plan-name" title={name}>
          {name}
        </span>
        <span className="plan-facts">
          {appointment.status === "booked" ? null : <StateBadge status={appointment.status} />}
          <DisplacedBadge {...appointment} />
          <UnverifiedBadge patient={patient} />
          <span title={facts}>{facts}</span>
        </span>
      </span>
      <AppointmentMenu appointment={appointment} name={name} isWhole {...menu} />
    </>
  );
}

/** A time without anybody: one that is given away by a press, or why it is not. */
export function EmptyEntry({
  entry,
  mayBook,
  whyClosed,
  waiting = 0,
}: {
  readonly entry: Exclude<PlanEntry, Booked>;
  readonly mayBook: boolean;
  /** How many wait for such a time. */
  readonly waiting?: number;
  /** Why the time is closed, in the words of whoever closed it. */
  readonly whyClosed?: string | null;
}) {
  const say = useSay();
  const clock = useBranchClock();
  const time = clock.time(entry.startAt);
  if (entry.kind === "closed") {
    return (
      <>
        <span className="plan-time">
          {time}–{clock.time(entry.endAt)}
        </span>
        <span className="plan-what">
          {say(`slot.${entry.reason}`)}
          {whyClosed === undefined || whyClosed === null || whyClosed === ""
            ? null
            : ` · ${whyClosed}`}
        </span>
      </>
    );
  }
  return (
    <>
      <span className="plan-time">{time}</span>
      <span className="plan-what">
        {entry.kind === "kept" ? `${say("slot.blocked")} · ` : null}
        {mayBook ? say("calendar.book") : say("calendar.free")}
        {waiting === 0 ? null : ` · ${say("waitlist.waiting", { count: waiting })}`}
      </span>
    </>
  );
}
