import type { ScheduleException } from "@edgeward/shared/clinical/schedule-exceptions/schedule-exceptions.contract.ts";
import { useCalendarDoctors } from "#ui/desk/calendar/calendar-queries.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { localTimes } from "./closures.ts";

/** How an exception is written: of whom and what it is, and when. */
export function useExceptionTexts() {
  const say = useSay();
  const clock = useBranchClock();
  const { branch } = useSignedIn();
  const doctors = useCalendarDoctors().data ?? [];
  const dayText = (day: string) => clock.day(`${day}T12:00:00Z`);

  function when(exception: ScheduleException): string {
    const { firstDay, lastDay, from, to } = localTimes(exception, branch.time_zone);
    const days =
      firstDay === lastDay ? dayText(firstDay) : `${dayText(firstDay)} – ${dayText(lastDay)}`;
    if (from === null || to === null) return days;
    if (firstDay === lastDay) return `${days}, ${from}–${to}`;
    return `${dayText(firstDay)}, ${from} – ${dayText(lastDay)}, ${to}`;
  }

  return {
    when,
    /** Without the day where one day alone is looked at. */
    whenOn: (exception: ScheduleException): string => {
      const { firstDay, lastDay, from, to } = localTimes(exception, branch.time_zone);
      if (firstDay !== lastDay) return when(exception);
      return from === null || to === null ? say("hours.allDay") : `${from}–${to}`;
    },
    what: ({ kind }: ScheduleException): string => say(`hours.${kind}`),
    whose: ({ provider_id: id }: ScheduleException): string =>
      id === null
        ? say("hours.everybody")
        : (doctors.find((each) => each.id === id)?.name ?? say("hours.somebody")),
  };
}
