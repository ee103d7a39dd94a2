import { dateTimeFormat } from "@edgeward/shared/kernel/intl-formats.ts";
import { useEffect, useMemo, useState } from "react";
import { useIntl } from "react-intl";
import { dayIn, writtenDay } from "#ui/desk/patients/birth.ts";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";

/** The present, renewed now and then. @param everyMs how often the page looks at the clock */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** The branch's calendar day, YYYY-MM-DD. */
export function useToday(): string {
  const { branch } = useSignedIn();
  const now = useNow(30_000);
  return dayIn(branch.time_zone, now);
}

/** Times and days as the branch's clock and the page's language write them. */
export interface BranchClock {
  readonly time: (iso: string) => string;
  readonly day: (iso: string) => string;
  /** A day and a time of it. */
  readonly dayTime: (iso: string) => string;
  /** How far a day is from another, in words: tomorrow, in 4 days. Both as YYYY-MM-DD. */
  readonly distance: (day: string, today: string) => string;
  /** The hour of the day, 0 to 23. */
  readonly hour: (iso: string) => number;
  /** A day with its year, as forms write it. */
  readonly date: (iso: string) => string;
  /** The branch's zone as people know it: IST, or an offset. */
  readonly zone: string;
}

function zoneName(timeZone: string, locale: string): string {
  const parts = dateTimeFormat(locale, { timeZone, timeZoneName: "short" }).formatToParts(0);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

/** How this page writes times: always on the branch's clock, whatever the screen's own zone. */
export function useBranchClock(): BranchClock {
  const { branch } = useSignedIn();
  const intl = useIntl();
  return useMemo(() => {
    const timeZone = branch.time_zone;
    const time = dateTimeFormat(intl.locale, {
      timeZone,
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    const day = dateTimeFormat(intl.locale, {
      timeZone,
      weekday: "short",
      day: "numeric",
      month: "short",
    });
    const hour = dateTimeFormat("en", { timeZone, hour: "2-digit", hourCycle: "h23" });
    const relative = new Intl.RelativeTimeFormat(intl.locale, { numeric: "auto" });
    const comma = intl.locale.startsWith("ur") ? "،" : ",";
    return {
      dayTime: (iso) => `${day.format(Date.parse(iso))}${comma} ${time.format(Date.parse(iso))}`,
      distance: (to, from) =>
        relative.format(Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000), "day"),
      hour: (iso) => Number(hour.format(Date.parse(iso))),
      time: (iso) => time.format(Date.parse(iso)),
      day: (iso) => day.format(Date.parse(iso)),
      date: (iso) => writtenDay(dayIn(timeZone, Date.parse(iso))),
      zone: zoneName(timeZone, intl.locale),
    };
  }, [branch.time_zone, intl.locale]);
}
