import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { useSyncStatus } from "#ui/desk/data/queries.ts";
import { useDevices } from "#ui/desk/settings/device-queries.ts";
import { printersInTrouble } from "#ui/desk/settings/device-texts.ts";
import { useNow } from "#ui/desk/shell/moments.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { elapsed } from "#ui/desk/shell/status-texts.ts";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { figuresOf } from "./figures.ts";

function Figures({ day }: { readonly day: readonly Appointment[] }) {
  const say = useSay();
  const now = useNow(20_000);
  const { medianWait, longestWait, missed } = figuresOf(day, now);
  const printers = printersInTrouble(useDevices()).length;
  const unsent = useSyncStatus().data?.unsent ?? 0;
  const waitText = (ms: number | null) => {
    if (ms === null) return "–";
    const { text, count } = elapsed(new Date(now - ms).toISOString(), now);
    return say(text, { count });
  };
  const figures: readonly (readonly [TextId, string])[] = [
    ["figures.median", waitText(medianWait)],
    ["figures.longest", waitText(longestWait)],
    ["figures.missed", String(missed)],
    ["figures.printers", String(printers)],
    ["figures.unsent", String(unsent)],
  ];
  return (
    <dl className="figures" aria-label={say("figures.label")} data-testid={testNames.figures}>
      {figures.map(([title, value]) => (
        <div key={title} className="figure" data-testid={testNames.figure}>
          <dt>{say(title)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** How the day goes, for whoever answers for it: waiting times, who did not come, printers and what the hub has not yet. */
export function TodayFigures({ day }: { readonly day: readonly Appointment[] }) {
  const isManager = useMay("departments", "update");
  return isManager ? <Figures day={day} /> : null;
}
