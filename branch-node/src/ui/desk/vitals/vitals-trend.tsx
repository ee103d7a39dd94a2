import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { unusualSide } from "@edgeward/shared/clinical/encounters/vital-ranges.contract.ts";
import { usePatientEncounters } from "#ui/desk/data/queries.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { Card } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { useAgeInMonths } from "./age-in-months.ts";
import { lineOf, trendsOf, type Trend } from "./trend-points.ts";
import { vitalLabel } from "./vitals-fields.tsx";

const box = { width: 64, height: 18 } as const;
// The line's own thickness stays within the picture.
const edge = 2;
const view = `${-edge} ${-edge} ${box.width + 2 * edge} ${box.height + 2 * edge}`;
/** How many values stand beside the line. */
const mostSaid = 4;

function TrendLine({ points }: Pick<Trend, "points">) {
  const line = lineOf(
    points.map(({ value }) => value),
    box,
  );
  return (
    <svg className="trend-line" viewBox={view} aria-hidden="true">
      <polyline points={line} />
    </svg>
  );
}

interface RowProps {
  readonly trend: Trend;
  readonly ageMonths: number | null;
}

function TrendRow({ trend: { name, points }, ageMonths }: RowProps) {
  const say = useSay();
  const clock = useBranchClock();
  const before = points.slice(-mostSaid, -1);
  const newest = points.at(-1);
  if (newest === undefined) return null;
  const side = unusualSide(name, newest.value, ageMonths);
  return (
    <li className="trend" data-testid={testNames.vitalTrend}>
      <span className="trend-name">{vitalLabel(name, say)}</span>
      <TrendLine points={points} />
      {/* Time goes from left to right, as it does in the line, in whatever direction a language is read. */}
      <span className="trend-values" dir="ltr">
        {before.map(({ at, value }) => (
          <span key={at} className="muted" title={clock.dayTime(at)}>
            {value} →{" "}
          </span>
        ))}
        <strong
          className={side === null ? undefined : "is-unusual"}
          title={clock.dayTime(newest.at)}
        >
          {newest.value}
          {side === null ? null : <Icon name={side === "high" ? "rise" : "fall"} />}
        </strong>
      </span>
      <span className="muted trend-day">
        {side === null ? null : `${say(`vitals.${side}`)} · `}
        {clock.day(newest.at)}
      </span>
    </li>
  );
}

/** How a patient's vital signs have gone through the last visits; nothing where none was taken. */
export function VitalsTrend({ patient }: { readonly patient: Patient }) {
  const say = useSay();
  const { data } = usePatientEncounters(patient.id);
  const ageMonths = useAgeInMonths(patient);
  const trends = trendsOf(data ?? []);
  if (trends.length === 0) return null;
  return (
    <Card title={say("vitals.trend")} testName={testNames.vitalsTrend}>
      <ul className="trends">
        {trends.map((trend) => (
          <TrendRow key={trend.name} trend={trend} ageMonths={ageMonths} />
        ))}
      </ul>
    </Card>
  );
}
