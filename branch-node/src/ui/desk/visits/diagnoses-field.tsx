import { icd10 } from "@edgeward/shared/contract/fields.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button, IconButton } from "#ui/kit/button.tsx";
import { FindField } from "#ui/kit/find-field.tsx";
import type { Choice } from "#ui/kit/list-items.tsx";
import { Badge } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { commonDiagnoses, displayOf, useDiagnosisText } from "./diagnosis-list.ts";
import { findDiagnoses } from "./diagnosis-search.ts";
import {
  withDiagnosis,
  withPrimary,
  type DraftDiagnosis,
  type EncounterDraft,
} from "./encounter-draft.ts";

type Diagnoses = Pick<EncounterDraft, "diagnosis" | "diagnoses">;

interface DiagnosesFieldProps extends Diagnoses {
  readonly onChange: (patch: Partial<Diagnoses>) => void;
  readonly fault: string | undefined;
}

/** What fits what is typed; a whole code that the list does not have can be taken as it is. */
export function useFoundDiagnoses(typed: string): readonly Choice[] {
  const say = useSay();
  const textOf = useDiagnosisText();
  const found = findDiagnoses(commonDiagnoses, typed);
  if (found.length > 0) {
    return found.map((each) => ({ value: each.code, text: textOf(each), more: each.code }));
  }
  const code = typed.trim().toUpperCase();
  const isCode = icd10.safeParse(code).success;
  return isCode ? [{ value: code, text: say("diagnosis.unlisted"), more: code }] : [];
}

interface ChosenProps {
  readonly diagnosis: DraftDiagnosis;
  readonly isPrimary: boolean;
  readonly onMakePrimary: () => void;
  readonly onRemove: () => void;
}

function ChosenDiagnosis({ diagnosis, isPrimary, onMakePrimary, onRemove }: ChosenProps) {
  const say = useSay();
  const text = useDiagnosisText()(diagnosis);
  return (
    <li className="chosen-diagnosis" data-testid={testNames.chosenDiagnosis}>
      <span className="chosen-text">
        {text}
        <span className="diagnosis-code">{diagnosis.code}</span>
      </span>
      {isPrimary ? (
        <Badge tone="info">{say("diagnosis.primary")}</Badge>
      ) : (
        <Button
          isSmall
          look="quiet"
          about={text}
          onPress={onMakePrimary}
          testName={testNames.makePrimary}
        >
          {say("diagnosis.makePrimary")}
        </Button>
      )}
      <IconButton
        icon="close"
        label={say("diagnosis.remove", { name: text })}
        onPress={onRemove}
        testName={testNames.removeDiagnosis}
      />
    </li>
  );
}

/** The diagnoses of a visit: found by words or code, as many as there are, the first of them the primary one. */
export function DiagnosesField({ diagnosis, diagnoses, onChange, fault }: DiagnosesFieldProps) {
  const say = useSay();
  const found = useFoundDiagnoses(diagnosis);
  return (
    <div className="diagnoses">
      <FindField
        label={say("encounter.diagnosis")}
        typed={diagnosis}
        onType={(typed) => onChange({ diagnosis: typed })}
        found={found}
        onChoose={(code) =>
          onChange({
            diagnosis: "",
            diagnoses: withDiagnosis(diagnoses, code, displayOf(code)),
          })
        }
        hint={say("diagnosis.hint")}
        empty={say(diagnosis.trim() === "" ? "diagnosis.hint" : "diagnosis.none")}
        fault={fault}
        testName={testNames.diagnosisSearch}
      />
      {diagnoses.length === 0 ? null : (
        <ol className="chosen-diagnoses" aria-label={say("diagnosis.chosen")}>
          {diagnoses.map((each, place) => (
            <ChosenDiagnosis
              key={each.code}
              diagnosis={each}
              isPrimary={place === 0}
              onMakePrimary={() => onChange({ diagnoses: withPrimary(diagnoses, each.code) })}
              onRemove={() =>
                onChange({ diagnoses: diagnoses.filter(({ code }) => code !== each.code) })
              }
            />
          ))}
        </ol>
      )}
    </div>
  );
}
