import { useState, type ReactNode } from "react";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useDiagnosisText } from "#ui/desk/visits/diagnosis-list.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button, IconButton } from "#ui/kit/button.tsx";
import { Badge, Card } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { AllergyDialog } from "./allergy-dialog.tsx";
import { ConditionDialog } from "./condition-dialog.tsx";
import {
  allergiesOf,
  allergyKey,
  conditionKey,
  conditionsOf,
  newestOfEach,
  type Allergy,
  type Condition,
} from "./known-problems.ts";
import { useSaveProblems } from "./save-problems.ts";

interface LineProps {
  readonly name: string;
  readonly about: readonly string[];
  readonly mark?: ReactNode;
  readonly testName: string;
  /** Null for those who may only read. */
  readonly onChange: (() => void) | null;
}

function ProblemLine({ name, about, mark, testName, onChange }: LineProps) {
  const say = useSay();
  return (
    <li className="problem" data-testid={testName}>
      <span className="problem-text">
        <strong>{name}</strong> {mark}
        {about.length === 0 ? null : <span className="muted">{about.join(" · ")}</span>}
      </span>
      {onChange === null ? null : (
        <IconButton
          icon="edit"
          label={say("problem.change", { name })}
          onPress={onChange}
          testName={testNames.changeProblem}
        />
      )}
    </li>
  );
}

/** What is open: one entry to be changed, a new one, or nothing. */
function useOpened<Entry>() {
  const [opened, setOpened] = useState<{ readonly entry: Entry | null } | null>(null);
  return {
    opened,
    change: (entry: Entry) => setOpened({ entry }),
    add: () => setOpened({ entry: null }),
    close: () => setOpened(null),
  };
}

function NoneKnown({
  patient,
  mayChange,
}: {
  readonly patient: Patient;
  readonly mayChange: boolean;
}) {
  const say = useSay();
  const save = useSaveProblems(patient.id, () => {});
  const isNone = patient.no_known_allergies === true;
  return (
    <>
      <p className="muted" data-testid={testNames.noneKnown}>
        {say(isNone ? "allergy.noneKnown" : "allergy.notAsked")}
      </p>
      {mayChange ? (
        <Button
          isSmall
          look="quiet"
          icon={isNone ? "undo" : "good"}
          onPress={() => {
            if (!save.isPending) save.mutate(() => ({ no_known_allergies: isNone ? null : true }));
          }}
          testName={testNames.sayNoneKnown}
        >
          {say(isNone ? "allergy.takeBack" : "allergy.sayNone")}
        </Button>
      ) : null}
      <FaultNotice error={save.error} />
    </>
  );
}

function Allergies({ patient }: { readonly patient: Patient }) {
  const say = useSay();
  const mayChange = useMay("patients", "update") && patient.merged_into_id === null;
  const { opened, change, add, close } = useOpened<Allergy>();
  const allergies = newestOfEach(allergiesOf(patient), allergyKey);
  return (
    <section className="problems" aria-label={say("field.allergies")}>
      <header className="problems-head">
        <h3>{say("field.allergies")}</h3>
        {mayChange ? (
          <IconButton
            icon="add"
            label={say("allergy.add")}
            onPress={add}
            testName={testNames.addAllergy}
          />
        ) : null}
      </header>
      {allergies.length === 0 ? <NoneKnown patient={patient} mayChange={mayChange} /> : null}
      <ul>
        {allergies.map((each) => (
          <ProblemLine
            key={allergyKey(each)}
            name={each.substance}
            about={each.reaction ? [each.reaction] : []}
            mark={
              <Badge tone={each.criticality === "high" ? "danger" : "neutral"}>
                {say(`criticality.${each.criticality}`)}
              </Badge>
            }
            testName={testNames.allergy}
            onChange={mayChange ? () => change(each) : null}
          />
        ))}
      </ul>
      {opened === null ? null : (
        <AllergyDialog patient={patient} allergy={opened.entry} onClose={close} />
      )}
    </section>
  );
}

function Conditions({ patient }: { readonly patient: Patient }) {
  const say = useSay();
  const textOf = useDiagnosisText();
  // What a diagnosis is, is said by those who write into visits.
  const mayChange = useMay("encounters", "update") && patient.merged_into_id === null;
  const { opened, change, add, close } = useOpened<Condition>();
  const conditions = newestOfEach(conditionsOf(patient), conditionKey);
  return (
    <section className="problems" aria-label={say("field.conditions")}>
      <header className="problems-head">
        <h3>{say("field.conditions")}</h3>
        {mayChange ? (
          <IconButton
            icon="add"
            label={say("condition.add")}
            onPress={add}
            testName={testNames.addCondition}
          />
        ) : null}
      </header>
      {conditions.length === 0 ? <p className="muted">{say("condition.none")}</p> : null}
      <ul>
        {conditions.map((each) => (
          <ProblemLine
            key={conditionKey(each)}
            name={textOf(each)}
            about={[each.code, ...(each.note ? [each.note] : [])]}
            testName={testNames.condition}
            onChange={mayChange ? () => change(each) : null}
          />
        ))}
      </ul>
      {opened === null ? null : (
        <ConditionDialog patient={patient} condition={opened.entry} onClose={close} />
      )}
    </section>
  );
}

/** What is known of a patient beyond one visit: allergies, or that there are none, and conditions. */
export function KnownProblems({ patient }: { readonly patient: Patient }) {
  return (
    <Card testName={testNames.knownProblems}>
      <Allergies patient={patient} />
      <Conditions patient={patient} />
    </Card>
  );
}
