import {
  visitStatuses,
  type Encounter,
} from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Card } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { useStaffName } from "./staff-name.ts";

type Step = Encounter["status_history"][number];

function HistoryStep({ step }: { readonly step: Step }) {
  const say = useSay();
  const clock = useBranchClock();
  const name = useStaffName(step.by);
  const status = visitStatuses.find((each) => each === step.status);
  return (
    <li className="measured">
      <span>
        {status === undefined ? step.status : say(`visit.${status}`)}
        {step.reason === null || step.reason === "" ? null : `: ${step.reason}`}
      </span>
      <span className="muted">
        {clock.dayTime(step.at)}
        {name === null ? null : ` · ${name}`}
      </span>
    </li>
  );
}

/** The states that a visit has been in: since when, by whom, and why where a reason was given. */
export function VisitHistory({ visit }: { readonly visit: Encounter }) {
  const say = useSay();
  return (
    <Card title={say("visitHistory.title")} testName={testNames.visitHistory}>
      <ol className="measured-sets">
        {visit.status_history.map((step) => (
          <HistoryStep key={`${step.at} ${step.status}`} step={step} />
        ))}
      </ol>
    </Card>
  );
}
