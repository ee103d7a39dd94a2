import { Link, useNavigate } from "@tanstack/react-router";
import type { Staff } from "@edgeward/shared/clinical/staff/staff.contract.ts";
import { addDays } from "#ui/desk/patients/birth.ts";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useDateLabels } from "#ui/i18n/date-labels.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button, IconButton } from "#ui/kit/button.tsx";
import { DateField } from "#ui/kit/date-field.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { testNames } from "#ui/test-names.ts";
import type { CalendarSearch } from "./calendar-address.ts";
import { weekOf } from "./day-plan.ts";
import { FindAppointment } from "#ui/desk/appointments/find-appointment.tsx";

/** How appointments are shown. */
export type CalendarView = "day" | "week" | "list" | "waiting";

interface CalendarViewsProps {
  readonly view: CalendarView;
  readonly day: string;
  readonly search: CalendarSearch;
}

/** The days that the list shows of what is looked at: that day alone, or its week. */
function listedDays(view: CalendarView, day: string) {
  const days = view === "week" ? weekOf(day) : [day];
  return { from: days[0], to: days.at(-1) };
}

/** The ways between the day, the week and the list; the doctor and whom a time is looked for stay. */
export function CalendarViews({ view, day, search }: CalendarViewsProps) {
  const say = useSay();
  const { doctor, patient } = search;
  const mayWait = useMay("waitlist_entries", "read");
  const kept = { doctor, patient };
  const look = (each: CalendarView) => ({
    className: `view-way${each === view ? " is-here" : ""}`,
    ...(each === view ? { "aria-current": "page" as const } : {}),
    "data-testid": `calendar-view-${each}`,
  });
  return (
    <nav className="views" aria-label={say("calendar.views")}>
      <Link to="/appointments/day/$day" params={{ day }} search={kept} {...look("day")}>
        {say("calendar.day")}
      </Link>
      <Link to="/appointments/week/$day" params={{ day }} search={kept} {...look("week")}>
        {say("calendar.week")}
      </Link>
      <Link
        to="/appointments/list"
        search={{ ...kept, ...listedDays(view, day) }}
        {...look("list")}
      >
        {say("calendar.list")}
      </Link>
      {mayWait ? (
        <Link to="/appointments/waiting" search={kept} {...look("waiting")}>
          {say("waitlist.title")}
        </Link>
      ) : null}
    </nav>
  );
}

interface DoctorFilterProps {
  readonly doctors: readonly Staff[];
  readonly doctor: string | undefined;
  readonly onChoose: (doctor: string | undefined) => void;
  /** Where one doctor is always shown. */
  readonly isOne?: boolean;
}

/** Whose appointments are shown. */
export function DoctorFilter({ doctors, doctor, onChoose, isOne = false }: DoctorFilterProps) {
  const say = useSay();
  // Of one doctor's week nobody is shown who was not chosen.
  const chosenFirst = doctor === undefined ? { empty: say("walkIn.choose") } : {};
  return (
    <ChoiceField
      label={say("calendar.doctor")}
      value={doctor ?? ""}
      onChange={(id) => onChoose(id === "" ? undefined : id)}
      {...(isOne ? chosenFirst : { empty: say("calendar.anyDoctor") })}
      options={doctors.map((each) => ({ value: each.id, text: each.name }))}
      testName={testNames.calendarDoctor}
    />
  );
}

interface CalendarDaysProps extends CalendarViewsProps, Omit<DoctorFilterProps, "onChoose"> {
  readonly view: "day" | "week";
}

/** The day that is looked at, typed or taken from a calendar, one earlier, one later, or today; and whose. */
export function CalendarDays({ view, day, search, ...filter }: CalendarDaysProps) {
  const say = useSay();
  const go = useNavigate();
  const today = useToday();
  const labels = useDateLabels();
  const to = view === "day" ? "/appointments/day/$day" : "/appointments/week/$day";
  const { doctor: shown, patient } = search;
  const show = (next: string, asked: CalendarSearch = { doctor: shown, patient }) =>
    void go({ to, params: { day: next }, search: asked });
  const step = view === "day" ? 1 : 7;
  return (
    <div className="calendar-tools">
      <IconButton
        icon="back"
        label={say("calendar.back")}
        onPress={() => show(addDays(day, -step))}
        testName={testNames.calendarBack}
      />
      <Button onPress={() => show(today)} testName={testNames.calendarToday}>
        {say("calendar.today")}
      </Button>
      <IconButton
        icon="next"
        label={say("calendar.next")}
        onPress={() => show(addDays(day, step))}
        testName={testNames.calendarNext}
      />
      <DateField
        label={say("booking.date")}
        value={day}
        onChange={(next) => {
          if (next !== null) show(next);
        }}
        looksAhead
        labels={labels}
        testName={testNames.calendarDay}
      />
      <DoctorFilter {...filter} onChoose={(doctor) => show(day, { patient, doctor })} />
      <FindAppointment />
    </div>
  );
}
