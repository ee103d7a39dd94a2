import { Button } from "#ui/kit/button.tsx";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import {
  dispositions,
  type Encounter,
} from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { Addenda } from "./addenda.tsx";
import { FollowUpState } from "./follow-up-state.tsx";
import { useDiagnosisText } from "./diagnosis-list.ts";

/** A visit that is over, or that somebody may read and not change. */
export function ClosedEncounter({
  encounter,
  resumed,
  onLeave,
}: {
  readonly encounter: Encounter;
  readonly resumed: Draft | null;
  readonly onLeave: () => void;
}) {
  const say = useSay();
  const disposition = dispositions.find((each) => each === encounter.disposition);
  const textOf = useDiagnosisText();
  const diagnosesText = encounter.diagnoses
    .toSorted((one, other) => one.rank - other.rank)
    .map((each) => `${textOf(each)} (${each.code})`)
    .join("\n");
  const facts = [
    ["encounter.complaint", encounter.chief_complaint],
    ["encounter.diagnosis", diagnosesText],
    ["encounter.notes", encounter.notes],
    ["encounter.advice", encounter.advice],
    ["encounter.disposition", disposition === undefined ? null : say(`disposition.${disposition}`)],
  ] as const;
  return (
    <div className="closed-visit" data-testid={testNames.encounter}>
      <dl className="encounter-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{say(label)}</dt>
            <dd>{value === null || value === "" ? say("patient.none") : value}</dd>
          </div>
        ))}
      </dl>
      <FollowUpState visit={encounter} />
      <Addenda visit={encounter} resumed={resumed} />
      <Button onPress={onLeave}>{say("encounter.leave")}</Button>
    </div>
  );
}
