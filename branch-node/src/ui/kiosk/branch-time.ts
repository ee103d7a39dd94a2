import { dateTimeFormat } from "@edgeward/shared/kernel/intl-formats.ts";
import { useMemo } from "react";
import { useDeviceStore } from "#ui/device/device-gate.tsx";
import { useLanguage } from "#ui/i18n/language-choice.ts";
import { locales } from "#ui/i18n/language-names.ts";

/** How the kiosk writes a time of day: on the branch's clock, by 24 hours as every other screen does. */
export function useBranchTime(): (iso: string) => string {
  const timeZone = useDeviceStore().get().token?.branch.time_zone;
  const { language } = useLanguage();
  return useMemo(() => {
    const format = dateTimeFormat(locales[language], {
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      ...(timeZone === undefined ? {} : { timeZone }),
    });
    return (iso) => format.format(Date.parse(iso));
  }, [language, timeZone]);
}
