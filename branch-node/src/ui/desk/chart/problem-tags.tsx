import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { useDiagnosisText } from "#ui/desk/visits/diagnosis-list.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Badge } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import {
  allergiesOf,
  allergyKey,
  conditionKey,
  conditionsOf,
  newestOfEach,
} from "./known-problems.ts";

/** What must not be overlooked about a patient: allergies red, conditions amber, each with a word that says which it is. */
export function ProblemTags({ patient }: { readonly patient: Patient }) {
  const say = useSay();
  const textOf = useDiagnosisText();
  const allergies = newestOfEach(allergiesOf(patient), allergyKey);
  const conditions = newestOfEach(conditionsOf(patient), conditionKey);
  const isNoneKnown = allergies.length === 0 && patient.no_known_allergies === true;
  if (allergies.length + conditions.length === 0 && !isNoneKnown) return null;
  return (
    <div className="problem-tags" data-testid={testNames.problemTags}>
      {allergies.map((each) => (
        <Badge key={allergyKey(each)} tone="danger" icon="warning">
          {say("allergy.to", { name: each.substance })}
        </Badge>
      ))}
      {conditions.map((each) => (
        <Badge key={conditionKey(each)} tone="warning">
          {textOf(each)}
        </Badge>
      ))}
      {isNoneKnown ? <Badge icon="good">{say("allergy.noneKnown")}</Badge> : null}
    </div>
  );
}
