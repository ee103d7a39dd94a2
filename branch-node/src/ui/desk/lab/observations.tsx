import type { Observation } from "@edgeward/shared/clinical/lab-results/lab-result-parts.contract.ts";
import type { ResultFlag } from "@edgeward/shared/clinical/lab-tests/lab-test-parts.contract.ts";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { Badge, type Tone } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { rangeText, valueText } from "./result-texts.ts";

const flagLooks: Readonly<Record<ResultFlag, { readonly text: TextId; readonly tone: Tone }>> = {
  N: { text: "flag.N", tone: "good" },
  L: { text: "flag.L", tone: "warning" },
  H: { text: "flag.H", tone: "warning" },
  LL: { text: "flag.LL", tone: "danger" },
  HH: { text: "flag.HH", tone: "danger" },
  A: { text: "flag.A", tone: "warning" },
  AA: { text: "flag.AA", tone: "danger" },
};

/** How a value stands to what is usual: in a word, and in colour. */
function FlagMark({ flag }: { readonly flag: ResultFlag | null }) {
  const say = useSay();
  if (flag === null) return null;
  const { text, tone } = flagLooks[flag];
  return (
    <Badge tone={tone} testName={testNames.resultFlag}>
      {say(text)}
    </Badge>
  );
}

function Delta({ of }: { readonly of: Observation }) {
  const say = useSay();
  if (of.delta === null) return null;
  const { prev_value: value, pct } = of.delta;
  const change = pct === null ? "" : ` (${pct > 0 ? "+" : ""}${pct} %)`;
  return <span className="muted">{say("lab.before", { value: `${value}${change}` })}</span>;
}

/** What was found: each value with its unit, how it stands to what is usual, and what it was before. */
export function Observations({
  of,
  test,
}: {
  readonly of: readonly Observation[];
  /** Beside whose name they stand, which is not said again. */
  readonly test?: string;
}) {
  const say = useSay();
  return (
    <ul className="lab-tests">
      {of.map((each) => (
        <li key={each.name} className="lab-value">
          {each.name === test ? null : <bdi>{each.name}</bdi>}
          <strong>
            <bdi>{valueText(each, say)}</bdi>
          </strong>
          <FlagMark flag={each.flag} />
          <span className="muted">
            <bdi>{rangeText(each, say)}</bdi>
          </span>
          <Delta of={each} />
        </li>
      ))}
    </ul>
  );
}
