import {
  DateFormatter,
  isSameMonth,
  parseDate,
  startOfMonth,
  type CalendarDate,
} from "@internationalized/date";
import {
  createContext,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type ContextType,
  type SyntheticEvent,
} from "react";
import { Button } from "react-aria-components/Button";
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarStateContext,
  Heading,
} from "react-aria-components/Calendar";
import { DateInput, DateSegment } from "react-aria-components/DateField";
import { DatePicker } from "react-aria-components/DatePicker";
import { Dialog } from "react-aria-components/Dialog";
import { Group } from "react-aria-components/Group";
import { Label } from "react-aria-components/Label";
import { Popover } from "react-aria-components/Popover";
import { useLocale } from "react-aria-components/I18nProvider";
import { FieldNotes, fieldState, type FieldProps } from "./field-notes.tsx";
import { Icon } from "./icon.tsx";

/** What the parts of a date field are called. */
export interface DateLabels {
  readonly openCalendar: string;
  readonly previousMonth: string;
  readonly nextMonth: string;
  /** Said of a day before the first or after the last that can be chosen. */
  readonly outside: string;
}

/** The present day where the page's work happens, YYYY-MM-DD: not always that of the screen's own zone. */
export const PresentDay = createContext<string | null>(null);

interface DateFieldProps extends FieldProps {
  /** YYYY-MM-DD, or null while none is given. */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly least?: string;
  readonly most?: string;
  /** A day that is marked in the calendar, such as the one that is changed. */
  readonly marked?: string | undefined;
  /** What is looked for lies ahead: days that are over are greyed, and can be chosen nevertheless. */
  readonly looksAhead?: boolean | undefined;
  /** Hears whether what is typed is no day yet that can be chosen: what stands below is then of another day. */
  readonly onTyping?: (isUnfinished: boolean) => void;
  /** Days on which nothing is to be had: greyed in the calendar, and not chosen there. */
  readonly off?: ReadonlySet<string> | undefined;
  /** What it means that a day is greyed. */
  readonly offNote?: string | undefined;
  /** Hears the first day of the month that the calendar shows. */
  readonly onMonth?: ((first: string) => void) | undefined;
  readonly labels: DateLabels;
}

function dateOf(iso: string | null): CalendarDate | null {
  return iso === null ? null : parseDate(iso);
}

type CalendarState = NonNullable<ContextType<typeof CalendarStateContext>>;

interface DayProps extends Pick<DateFieldProps, "marked" | "looksAhead"> {
  readonly date: CalendarDate;
}

interface NeighbouringDayProps {
  readonly date: CalendarDate;
  readonly look: string;
  readonly state: CalendarState;
}

/** A day of the month before or after, in the weeks that the months share; pressed, it is chosen like any other. */
function NeighbouringDay({ date, look, state }: NeighbouringDayProps) {
  const { locale } = useLocale();
  const { timeZone } = state;
  const name = new DateFormatter(locale, { dateStyle: "full", timeZone });
  const digits = new DateFormatter(locale, { day: "numeric", timeZone });
  const month = new DateFormatter(locale, { month: "short", timeZone });
  const moment = date.toDate(timeZone);
  // Where the months meet, the other one is named.
  const isBorder = date.day === 1 || date.add({ days: 1 }).day === 1;
  const isChosen = String(state.value) === date.toString();
  return (
    <td>
      <button
        type="button"
        // The arrow keys lead to it by way of its own month.
        tabIndex={-1}
        className={`calendar-day calendar-neighbour${look}`}
        aria-label={name.format(moment)}
        data-day={date.toString()}
        aria-pressed={isChosen}
        data-selected={isChosen || undefined}
        data-unavailable={state.isCellUnavailable(date) || undefined}
        disabled={state.isInvalid(date) || state.isCellUnavailable(date)}
        onClick={() => state.selectDate(date)}
      >
        {isBorder ? <span className="calendar-other">{month.format(moment)}</span> : null}
        {digits.format(moment)}
      </button>
    </td>
  );
}

function Day({ date, marked, looksAhead = false }: DayProps) {
  const state = useContext(CalendarStateContext);
  const present = useContext(PresentDay);
  const day = date.toString();
  const isOver = looksAhead && present !== null && day < present;
  const looks = { "is-present": day === present, "is-marked": day === marked, "is-over": isOver };
  const look = Object.entries(looks)
    .flatMap(([name, is]) => (is ? [` ${name}`] : []))
    .join("");
  return state === null || isSameMonth(date, state.visibleRange.start) ? (
    <CalendarCell date={date} data-day={day} className={`calendar-day${look}`} />
  ) : (
    <NeighbouringDay date={date} look={look} state={state} />
  );
}

type MonthPickerProps = Pick<
  DateFieldProps,
  "labels" | "marked" | "looksAhead" | "off" | "offNote" | "onMonth"
>;

interface MonthProps extends MonthPickerProps {
  /** Where the calendar stands by itself: its day, and what is chosen in it. */
  readonly own?: Partial<ComponentProps<typeof Calendar<CalendarDate>>>;
}

/** The days of a month, in weeks. */
function Month({ labels, marked, looksAhead, off, offNote, onMonth, own = {} }: MonthProps) {
  const note = useId();
  const box = useRef<HTMLDivElement>(null);
  // The way on for screen readers at its end is named by the library, which does not speak every language of the desk.
  useEffect(() => {
    const ends = box.current?.querySelectorAll(":scope > :last-child > button") ?? [];
    for (const end of ends) end.setAttribute("aria-label", labels.nextMonth);
  }, [labels.nextMonth]);
  return (
    <Calendar
      {...own}
      ref={box}
      className="calendar"
      {...(off === undefined ? {} : { isDateUnavailable: (day) => off.has(day.toString()) })}
      {...(onMonth === undefined
        ? {}
        : { onFocusChange: (day) => onMonth(startOfMonth(day).toString()) })}
      {...(offNote === undefined ? {} : { "aria-describedby": note })}
    >
      <header className="calendar-head">
        <Button
          slot="previous"
          className="button button-quiet button-square"
          aria-label={labels.previousMonth}
        >
          <Icon name="back" />
        </Button>
        <Heading className="calendar-month" />
        <Button
          slot="next"
          className="button button-quiet button-square"
          aria-label={labels.nextMonth}
        >
          <Icon name="next" />
        </Button>
      </header>
      <CalendarGrid weekdayStyle="short">
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className="calendar-weekday">{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>{(date) => <Day {...{ date, marked, looksAhead }} />}</CalendarGridBody>
      </CalendarGrid>
      {offNote === undefined ? null : (
        <p id={note} className="calendar-note">
          {offNote}
        </p>
      )}
    </Calendar>
  );
}

function MonthPicker(props: MonthPickerProps) {
  return (
    <Popover className="popover">
      <Dialog className="calendar-dialog" aria-label={props.labels.openCalendar}>
        <Month {...props} />
      </Dialog>
    </Popover>
  );
}

interface OpenMonthProps extends MonthPickerProps {
  readonly label: string;
  /** YYYY-MM-DD. */
  readonly value: string;
  readonly onChange: (day: string) => void;
  readonly least: string;
  readonly most: string;
  /** The focus goes to its day when it appears. */
  readonly takesFocus?: boolean;
  readonly testName?: string;
}

/** A month that stands open: a press chooses a day, arrow keys and Enter do so too. */
export function OpenMonth({ label, value, onChange, least, most, ...props }: OpenMonthProps) {
  const own = {
    "aria-label": label,
    value: parseDate(value),
    onChange: (day: CalendarDate) => onChange(day.toString()),
    minValue: parseDate(least),
    maxValue: parseDate(most),
    autoFocus: props.takesFocus === true,
  };
  return (
    <div className="open-month" data-testid={props.testName} data-value={value}>
      <Month {...props} own={own} />
    </div>
  );
}

/** What is being typed, which may not be a day that can be chosen yet; only such a day is handed on. */
function useTypedDate({ value, onChange, onTyping, least, most }: DateFieldProps) {
  const [typed, setTyped] = useState({ date: dateOf(value), of: value });
  const shown = typed.of === value ? typed.date : dateOf(value);
  const day = shown?.toString() ?? null;
  const isOutside =
    day !== null && ((least !== undefined && day < least) || (most !== undefined && day > most));

  function change(date: CalendarDate | null): void {
    const next = date?.toString() ?? null;
    const isIn = next === null || ((least ?? next) <= next && next <= (most ?? next));
    setTyped({ date, of: isIn ? next : value });
    onTyping?.(next === null || !isIn);
    if (isIn && next !== value) onChange(next);
  }

  return { shown, change, isOutside };
}

// A press anywhere on the field begins with its first part, so that digits typed next are the whole day; the arrow keys lead
// to another part alone.
function beginWithFirst(event: SyntheticEvent<HTMLElement>): void {
  event.preventDefault();
  event.stopPropagation();
  event.currentTarget.querySelector<HTMLElement>("[role=spinbutton]")?.focus();
}

/** A labelled day: typed by its digits in the order of the page's language, in India dd/mm/yyyy, or taken from a calendar. */
export function DateField(props: DateFieldProps) {
  const { label, value, least, most, labels } = props;
  const { shown, change, isOutside } = useTypedDate(props);
  const fault = props.fault ?? (isOutside ? labels.outside : undefined);
  return (
    <DatePicker
      className="field date"
      value={shown}
      onChange={change}
      {...(least === undefined ? {} : { minValue: parseDate(least) })}
      {...(most === undefined ? {} : { maxValue: parseDate(most) })}
      shouldForceLeadingZeros
      onOpenChange={(isOpen) => {
        if (isOpen && shown !== null) props.onMonth?.(startOfMonth(shown).toString());
      }}
      validationBehavior="aria"
      {...fieldState({ ...props, fault })}
      data-testid={props.testName}
      data-value={value ?? ""}
    >
      <Label className="field-label">{label}</Label>
      <Group className="input-group">
        <div
          className="date-press"
          onPointerDownCapture={beginWithFirst}
          onMouseDownCapture={beginWithFirst}
        >
          <DateInput className="date-input">
            {(segment) => <DateSegment segment={segment} className="date-segment" />}
          </DateInput>
        </div>
        <Button className="input-group-button" aria-label={labels.openCalendar}>
          <Icon name="calendar" />
        </Button>
      </Group>
      <FieldNotes hint={props.hint} fault={fault} />
      <MonthPicker
        labels={labels}
        marked={props.marked}
        looksAhead={props.looksAhead}
        off={props.off}
        offNote={props.offNote}
        onMonth={props.onMonth}
      />
    </DatePicker>
  );
}
