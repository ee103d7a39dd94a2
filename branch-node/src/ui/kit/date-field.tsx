import { parseDate, type CalendarDate } from "@internationalized/date";
import { useState } from "react";
import { Button } from "react-aria-components/Button";
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
} from "react-aria-components/Calendar";
import { DateInput, DateSegment } from "react-aria-components/DateField";
import { DatePicker } from "react-aria-components/DatePicker";
import { Dialog } from "react-aria-components/Dialog";
import { Group } from "react-aria-components/Group";
import { Label } from "react-aria-components/Label";
import { Popover } from "react-aria-components/Popover";
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

interface DateFieldProps extends FieldProps {
  /** YYYY-MM-DD, or null while none is given. */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly least?: string;
  readonly most?: string;
  readonly labels: DateLabels;
}

function dateOf(iso: string | null): CalendarDate | null {
  return iso === null ? null : parseDate(iso);
}

function MonthPicker({ labels }: { readonly labels: DateLabels }) {
  return (
    <Popover className="popover">
      <Dialog className="calendar-dialog" aria-label={labels.openCalendar}>
        <Calendar className="calendar">
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
            <CalendarGridBody>
              {(date) => <CalendarCell date={date} className="calendar-day" />}
            </CalendarGridBody>
          </CalendarGrid>
        </Calendar>
      </Dialog>
    </Popover>
  );
}

/** What is being typed, which may not be a day that can be chosen yet; only such a day is handed on. */
function useTypedDate({ value, onChange, least, most }: DateFieldProps) {
  const [typed, setTyped] = useState({ date: dateOf(value), of: value });
  const shown = typed.of === value ? typed.date : dateOf(value);
  const day = shown?.toString() ?? null;
  const isOutside =
    day !== null && ((least !== undefined && day < least) || (most !== undefined && day > most));

  function change(date: CalendarDate | null): void {
    const next = date?.toString() ?? null;
    const isIn = next === null || ((least ?? next) <= next && next <= (most ?? next));
    setTyped({ date, of: isIn ? next : value });
    if (isIn && next !== value) onChange(next);
  }

  return { shown, change, isOutside };
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
      validationBehavior="aria"
      {...fieldState({ ...props, fault })}
      data-testid={props.testName}
      data-value={value ?? ""}
    >
      <Label className="field-label">{label}</Label>
      <Group className="input-group">
        <DateInput className="date-input">
          {(segment) => <DateSegment segment={segment} className="date-segment" />}
        </DateInput>
        <Button className="input-group-button" aria-label={labels.openCalendar}>
          <Icon name="calendar" />
        </Button>
      </Group>
      <FieldNotes hint={props.hint} fault={fault} />
      <MonthPicker labels={labels} />
    </DatePicker>
  );
}
