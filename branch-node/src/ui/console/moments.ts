import { dateTimeFormat } from "@edgeward/shared/kernel/intl-formats.ts";
import { useCallback } from "react";
import { useIntl } from "react-intl";
import { elapsed } from "#ui/desk/shell/status-texts.ts";
import type { ConsoleSay } from "#ui/i18n/console/console-say.ts";

/** How long ago something was, in words. @param now milliseconds since the epoch, by the hub's clock */
export function agoText(at: string, now: number, say: ConsoleSay): string {
  const { text, count } = elapsed(at, now);
  return say("sync.ago", { age: say(text, { count }) });
}

/** How long something has been so, in words. */
export function ageText(since: string, now: number, say: ConsoleSay): string {
  const { text, count } = elapsed(since, now);
  return say(text, { count });
}

function toTheSecond(locale: string, timeZone: string | undefined): Intl.DateTimeFormat {
  return dateTimeFormat(locale, {
    ...(timeZone === undefined ? {} : { timeZone }),
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });
}

/** Writes an instant to the second, on a branch's clock or, without one, on this machine's. */
export function useMoment(): (at: string, timeZone?: string) => string {
  const { locale } = useIntl();
  return useCallback(
    (at, timeZone) => toTheSecond(locale, timeZone).format(Date.parse(at)),
    [locale],
  );
}

/** Writes a day, YYYY-MM-DD, as the page's language does, with its weekday. */
export function useDayText(): (date: string) => string {
  const { locale } = useIntl();
  return useCallback(
    (date) =>
      dateTimeFormat(locale, {
        timeZone: "UTC",
        weekday: "short",
        day: "numeric",
        month: "short",
        year: "numeric",
      }).format(Date.parse(date)),
    [locale],
  );
}
