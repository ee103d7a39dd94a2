import type { Holiday } from "@edgeward/shared/clinical/holidays/holidays.contract.ts";
import type { ScheduleException } from "@edgeward/shared/clinical/schedule-exceptions/schedule-exceptions.contract.ts";
import { addDays } from "#ui/desk/patients/birth.ts";
import { useBranchClock, useToday } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { GridList } from "#ui/kit/grid-list.tsx";
import { Badge, Skeleton } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { useExceptionTexts } from "./exception-texts.ts";
import { useClosures } from "./hours-queries.ts";

const daysShown = 180;

/** How many have to be moved, in a word. */
function AffectedBadge({ count }: { readonly count: number }) {
  const say = useSay();
  if (count === 0) return null;
  return (
    <Badge tone="warning" icon="warning">
      {say("hours.affected", { count })}
    </Badge>
  );
}

function ExceptionLine({ exception }: { readonly exception: ScheduleException }) {
  const texts = useExceptionTexts();
  const { reason } = exception;
  return (
    <span className="plan-what">
      <span className="plan-name">{texts.whose(exception)}</span>
      <span className="plan-facts">
        {texts.what(exception)} · {texts.when(exception)}
        {reason === null || reason === "" ? null : ` · ${reason}`}
        <AffectedBadge count={exception.affected_count} />
      </span>
    </span>
  );
}

function HolidayLine({ holiday }: { readonly holiday: Holiday }) {
  const say = useSay();
  const clock = useBranchClock();
  return (
    <li className="affected-line">
      <span className="plan-what">
        <span className="plan-name">{holiday.name}</span>
        <span className="plan-facts">
          {clock.day(`${holiday.date}T12:00:00Z`)}
          {holiday.closes ? null : ` · ${say("hours.notClosed")}`}
        </span>
      </span>
    </li>
  );
}

function Upcoming({ onOpen }: Pick<HoursDrawerProps, "onOpen">) {
  const say = useSay();
  const texts = useExceptionTexts();
  const today = useToday();
  const { closures, isRead, error } = useClosures({ from: today, to: addDays(today, daysShown) });
  if (!isRead)
    return error === null ? (
      <Skeleton label={say("action.loading")} />
    ) : (
      <FaultNotice error={error} />
    );
  return (
    <>
      <h3>{say("hours.exceptions")}</h3>
      <GridList
        label={say("hours.exceptions")}
        items={closures.exceptions}
        textOf={(each) => `${texts.whose(each)} ${texts.when(each)}`}
        empty={say("hours.noExceptions")}
        onOpen={onOpen}
        testName={testNames.exceptionList}
      >
        {(exception) => <ExceptionLine exception={exception} />}
      </GridList>
      <h3>{say("hours.holidays")}</h3>
      {closures.holidays.length === 0 ? (
        <p className="table-empty">{say("hours.noHolidays")}</p>
      ) : (
        <ul data-testid={testNames.holidayList}>
          {closures.holidays.map((holiday) => (
            <HolidayLine key={holiday.id} holiday={holiday} />
          ))}
        </ul>
      )}
      <p className="muted">{say("hours.atHub")}</p>
    </>
  );
}

interface HoursDrawerProps {
  readonly onAdd: () => void;
  readonly onOpen: (exception: ScheduleException) => void;
  readonly onClose: () => void;
}

/** Who is away and when nobody is booked in the months to come, with the holidays. */
export function HoursDrawer({ onAdd, onOpen, onClose }: HoursDrawerProps) {
  const say = useSay();
  const mayAdd = useMay("schedule_exceptions", "create");
  return (
    <Dialog
      title={say("hours.title")}
      closeLabel={say("action.close")}
      shape="drawer"
      onClose={onClose}
      testName={testNames.hoursDrawer}
    >
      {mayAdd ? (
        <div>
          <Button icon="add" onPress={onAdd} testName={testNames.openAddException}>
            {say("hours.add")}
          </Button>
        </div>
      ) : null}
      <Upcoming onOpen={onOpen} />
    </Dialog>
  );
}
