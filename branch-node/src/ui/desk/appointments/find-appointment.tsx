import { useRef, useState, type FocusEvent, type KeyboardEvent } from "react";
import { usePatientSearch } from "#ui/desk/data/queries.ts";
import { isSearchable, readQuery } from "#ui/desk/search/patient-query.ts";
import { useBranchClock, useToday } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { useWhoText } from "./appointment-facts.tsx";
import { useCalendarDoctors, useComingOf } from "#ui/desk/calendar/calendar-queries.ts";
import { CancelAppointment } from "./cancel-appointment.tsx";
import { foundOf, type Found } from "./found-appointments.ts";
import { MoveAppointment } from "./move-appointment.tsx";

// Of one name there are many, and few of them have an appointment: more are looked through than a list would show.
const mostPeople = 24;
const mostNamed = 6;

interface Opened extends Found {
  readonly way: "move" | "cancel";
}

/** The people who fit what is typed, each with the appointments that are still to come. */
function useFound(typed: string) {
  const canSearch = isSearchable(readQuery(typed));
  const search = usePatientSearch(typed, mostPeople);
  const people = canSearch ? (search.data?.patients ?? []) : [];
  const coming = useComingOf(
    people.map(({ id }) => id),
    useToday(),
  );
  return {
    canSearch,
    isRead: search.isSuccess && !search.isPlaceholderData && coming.isRead,
    ...foundOf(people, coming.of),
    // Who fits as well and was not looked through: nothing is said of them.
    isCut: search.data?.hasMore ?? false,
    error: search.error ?? coming.error,
  };
}

interface LineProps extends Found {
  readonly onOpen: (opened: Opened) => void;
}

function FoundLine({ appointment, patient, onOpen }: LineProps) {
  const say = useSay();
  const clock = useBranchClock();
  const whoText = useWhoText();
  const doctors = useCalendarDoctors().data ?? [];
  const { slot_time: at, provider_id: providerId } = appointment;
  const doctor = doctors.find(({ id }) => id === providerId)?.name ?? "";
  const when = clock.dayTime(at);
  const about = `${patient.name}, ${when}`;
  const open = (way: Opened["way"]) => () => onOpen({ appointment, patient, way });
  return (
    <li className="affected-line" data-testid={testNames.foundAppointment}>
      <span className="plan-what">
        <span className="plan-name">
          {patient.name} <bdi className="muted plan-who">{whoText(patient)}</bdi>
        </span>
        <span>
          <strong>{when}</strong> · {doctor}
        </span>
      </span>
      <Button isSmall about={about} onPress={open("move")} testName={testNames.foundMove}>
        {say("hours.move")}
      </Button>
      <Button isSmall about={about} onPress={open("cancel")} testName={testNames.foundCancel}>
        {say("appointment.cancel")}
      </Button>
    </li>
  );
}

interface ResultsProps {
  readonly found: ReturnType<typeof useFound>;
  readonly onOpen: (opened: Opened) => void;
}

function Results({ found, onOpen }: ResultsProps) {
  const say = useSay();
  const whoText = useWhoText();
  if (found.error !== null) return <FaultNotice error={found.error} />;
  if (!found.isRead) return <p className="muted">{say("action.loading")}</p>;
  const { booked, without, isCut } = found;
  if (booked.length + without.length === 0)
    return <output className="muted">{say("patients.none")}</output>;
  const named = without.slice(0, mostNamed).map((each) => `${each.name} (${whoText(each)})`);
  const count = without.length - named.length;
  return (
    <>
      <ul>
        {booked.map((each) => (
          <FoundLine key={each.appointment.id} {...each} onOpen={onOpen} />
        ))}
      </ul>
      {isCut ? (
        <output className="muted find-cut">{say("calendar.findCut", { count: mostPeople })}</output>
      ) : null}
      {named.length === 0 ? null : (
        <output className="muted">
          {say("calendar.noneComing", { name: named.join(", ") })}
          {count === 0 ? null : ` ${say("calendar.noneComingMore", { count })}`}
        </output>
      )}
    </>
  );
}

/** Opens the first that was found by Enter, goes into the list by the arrow key, and leaves it by Escape. */
function useFindKeys(first: Found | null, onOpen: (opened: Opened) => void, leave: () => void) {
  const box = useRef<HTMLDivElement>(null);
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const isTyping = event.target instanceof HTMLInputElement;
    const buttons = [...(box.current?.querySelectorAll<HTMLElement>("li button") ?? [])];
    if (event.key === "Escape") leave();
    if (event.key === "Enter" && isTyping && first !== null) {
      event.preventDefault();
      onOpen({ ...first, way: "move" });
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const place = isTyping ? -1 : buttons.findIndex((each) => each === event.target);
    // Two buttons a line: down and up keep to the same one.
    buttons[isTyping ? 0 : place + step * 2]?.focus();
  }
  return { box, onKeyDown };
}

function OpenedWindow({
  opened,
  onClose,
}: {
  readonly opened: Opened | null;
  readonly onClose: () => void;
}) {
  if (opened === null) return null;
  const { appointment, patient, way } = opened;
  const about = { appointment, name: patient.name, onClose };
  return way === "move" ? <MoveAppointment {...about} /> : <CancelAppointment {...about} />;
}

function Find() {
  const say = useSay();
  const [typed, setTyped] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const found = useFound(typed);
  const leave = () => setIsOpen(false);
  const open = (next: Opened) => {
    setIsOpen(false);
    setOpened(next);
  };
  const first = found.isRead ? (found.booked[0] ?? null) : null;
  const { box, onKeyDown } = useFindKeys(first, open, leave);
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) leave();
  };
  const close = () => {
    setOpened(null);
    setTyped("");
  };
  return (
    <>
      <div
        ref={box}
        role="presentation"
        className="find-appointment"
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      >
        <LineField
          label={say("calendar.find")}
          value={typed}
          onChange={(next) => {
            setTyped(next);
            setIsOpen(true);
          }}
          testName={testNames.findAppointment}
        />
        {isOpen && found.canSearch ? (
          <section className="find-found" aria-label={say("calendar.find")}>
            <Results found={found} onOpen={open} />
          </section>
        ) : null}
      </div>
      <OpenedWindow opened={opened} onClose={close} />
    </>
  );
}

/** Finds a patient's appointments to come from any day of the calendar; each is moved or cancelled from here. */
export function FindAppointment() {
  const mayMove = useMay("appointments", "update");
  const mayRead = useMay("patients", "read");
  return mayMove && mayRead ? <Find /> : null;
}
