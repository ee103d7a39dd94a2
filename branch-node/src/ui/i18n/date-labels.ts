import type { DateLabels } from "#ui/kit/date-field.tsx";
import { useSay } from "./text.ts";

/** What the parts of a date field are called in the page's language. */
export function useDateLabels(): DateLabels {
  const say = useSay();
  return {
    openCalendar: say("date.openCalendar"),
    previousMonth: say("date.previousMonth"),
    nextMonth: say("date.nextMonth"),
    outside: say("date.outside"),
  };
}
