import { Link } from "@tanstack/react-router";
import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import type { ScheduleException } from "@edgeward/shared/clinical/schedule-exceptions/schedule-exceptions.contract.ts";
import type { Days } from "#ui/desk/calendar/calendar-queries.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Badge, Banner } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import type { Closures } from "./closures.ts";
import { useExceptionTexts } from "./exception-texts.ts";

interface ClosureProps {
  readonly closures: Closures;
  readonly onOpen: (exception: ScheduleException) => void;
}

function ExceptionBanner({
  exception,
  onOpen,
}: {
  readonly exception: ScheduleException;
  readonly onOpen: (exception: ScheduleException) => void;
}) {
  const say = useSay();
  const texts = useExceptionTexts();
  const { reason } = exception;
  const details = (
    <Button isSmall onPress={() => onOpen(exception)} testName={testNames.openException}>
      {say("hours.details")}
    </Button>
  );
  return (
    <Banner
      tone={exception.kind === "open" ? "info" : "warning"}
      action={details}
      testName={testNames.closedBanner}
    >
      {texts.what(exception)} · {texts.whenOn(exception)}
      {reason === null || reason === "" ? null : ` · ${reason}`}
    </Banner>
  );
}

/** What of a day is otherwise for everybody at the branch. */
export function DayClosures({ closures, onOpen }: ClosureProps) {
  const say = useSay();
  const { exceptions, holidays } = closures;
  if (exceptions.length + holidays.length === 0) return null;
  return (
    <div className="day-closures">
      {holidays.map(({ id, name, closes }) => (
        <Banner key={id} tone={closes ? "warning" : "info"} testName={testNames.holidayBanner}>
          {say(closes ? "hours.holidayClosed" : "hours.holidayOpen", { name })}
        </Banner>
      ))}
      {exceptions.map((each) => (
        <ExceptionBanner key={each.id} exception={each} onOpen={onOpen} />
      ))}
    </div>
  );
}

/** What of a column's day is otherwise: of one doctor, or in a week of everybody. */
export function ColumnClosures({ closures, onOpen }: ClosureProps) {
  const texts = useExceptionTexts();
  return (
    <>
      {closures.holidays.map(({ id, name, closes }) => (
        <Badge key={id} tone={closes ? "warning" : "info"} icon="calendar">
          {name}
        </Badge>
      ))}
      {closures.exceptions.map((each) => (
        <span key={each.id} className="plan-closure">
          <Button
            isSmall
            look="quiet"
            icon="warning"
            onPress={() => onOpen(each)}
            testName={testNames.openException}
          >
            {`${texts.what(each)} · ${texts.whenOn(each)}`}
          </Button>
        </span>
      ))}
    </>
  );
}

interface DisplacedBannerProps {
  readonly appointments: readonly Appointment[];
  readonly days: Days;
  readonly doctor: string | undefined;
}

/** How many of some days have to be moved, with the way to their list. */
export function DisplacedBanner({ appointments, days, doctor }: DisplacedBannerProps) {
  const say = useSay();
  const count = appointments.filter(({ displaced_by: id }) => id !== null).length;
  if (count === 0) return null;
  const list = (
    <Link
      to="/appointments/list"
      search={{ ...days, doctor, displaced: true }}
      className="link"
      data-testid={testNames.displacedList}
    >
      {say("hours.showAffected")}
    </Link>
  );
  return (
    <Banner tone="warning" action={list} testName={testNames.displacedBanner}>
      {say("hours.affected", { count })}
    </Banner>
  );
}
