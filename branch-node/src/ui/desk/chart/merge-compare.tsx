import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { TakenField } from "@edgeward/shared/clinical/patients/patients.merging.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import type { ComparedField } from "./merge-fields.ts";

interface CompareProps {
  readonly survivor: Patient;
  readonly merged: Patient;
  readonly compared: readonly ComparedField[];
  readonly taken: ReadonlySet<TakenField>;
  readonly onTake: (field: TakenField, isTaken: boolean) => void;
}

interface ChoiceProps {
  readonly field: ComparedField;
  readonly text: string;
  readonly isChosen: boolean;
  readonly testName: string;
  readonly onChoose: () => void;
}

function ChoiceCell({ field, text, isChosen, testName, onChoose }: ChoiceProps) {
  return (
    <td className={isChosen ? "is-taken" : "is-left"}>
      <label className="compare-choice">
        <input
          type="radio"
          name={`merge-${field.name}`}
          checked={isChosen}
          onChange={onChoose}
          data-testid={testName}
        />
        <span className="visually-hidden">{field.label}: </span>
        {text}
      </label>
    </td>
  );
}

function CompareRow({
  field,
  props,
}: {
  readonly field: ComparedField;
  readonly props: CompareProps;
}) {
  const { taken, onTake } = props;
  const { choice } = field;
  const isTaken = choice !== null && taken.has(choice);
  return (
    <tr data-testid={`${testNames.compareRow}-${field.name}`}>
      <th scope="row">{field.label}</th>
      {choice === null ? (
        <>
          <td>
            <bdi>{field.survivor}</bdi>
          </td>
          <td>
            <bdi>{field.merged}</bdi>
          </td>
        </>
      ) : (
        <>
          <ChoiceCell
            field={field}
            text={field.survivor}
            isChosen={!isTaken}
            testName={`keep-${field.name}`}
            onChoose={() => onTake(choice, false)}
          />
          <ChoiceCell
            field={field}
            text={field.merged}
            isChosen={isTaken}
            testName={`take-${field.name}`}
            onChoose={() => onTake(choice, true)}
          />
        </>
      )}
    </tr>
  );
}

/** Two records of one person side by side; where they differ, which value stays is chosen. */
export function MergeCompare(props: CompareProps) {
  const say = useSay();
  const { survivor, merged, compared } = props;
  return (
    <div className="compare-scroll">
      <table className="compare" data-testid={testNames.compare}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{say("chart.details")}</span>
            </th>
            <th scope="col">
              {say("merge.stays")}
              <span className="compare-number">{survivor.uhid}</span>
            </th>
            <th scope="col">
              {say("merge.goes")}
              <span className="compare-number">{merged.uhid}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {compared.map((field) => (
            <CompareRow key={field.name} field={field} props={props} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
