import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import type { Command } from "#ui/kit/command-list.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { testNames } from "#ui/test-names.ts";
import { PatientFace } from "#ui/desk/patients/patient-face.tsx";
import { PatientFacts, SyncMark } from "#ui/desk/patients/patient-facts.tsx";

/** Something that was found, and what choosing it does. */
export type Option = { readonly id: string; readonly choose: () => void } & (
  | {
      readonly patient: Patient;
      readonly lastVisit: string | undefined;
      readonly nextTime: string | undefined;
    }
  | {
      readonly command: Command;
      readonly testName: string;
      /** What it is called where the row above it is not seen. */
      readonly label?: string;
    }
);

interface ResultProps {
  readonly option: Option;
  readonly id: string;
  readonly isActive: boolean;
  readonly onChoose: () => void;
}

function Inside({ option }: Pick<ResultProps, "option">) {
  if ("patient" in option) {
    const { patient, lastVisit, nextTime } = option;
    return (
      <>
        <PatientFace patient={patient} size="small" />
        <span className="result-name">{patient.name}</span>
        <SyncMark state={patient.sync_state} />
        <PatientFacts patient={patient} lastVisit={lastVisit} nextTime={nextTime} />
      </>
    );
  }
  const { icon, text } = option.command;
  return (
    <span className="result-command">
      {icon === undefined ? null : <Icon name={icon} />}
      {text}
    </span>
  );
}

/** Where it stands: by itself, or below the person it belongs to. */
function kindOf(option: Option): string {
  if ("patient" in option) return "result-patient";
  return option.label === undefined ? "" : "result-below";
}

function Result({ option, id, isActive, onChoose }: ResultProps) {
  return (
    // Keys reach the list through the search box, which keeps the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the combobox pattern: the input handles the keys
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option element cannot hold more than plain text
      role="option"
      aria-selected={isActive}
      aria-label={"command" in option ? option.label : undefined}
      className={`result ${kindOf(option)}${isActive ? " is-active" : ""}`}
      data-testid={"patient" in option ? testNames.searchResult : option.testName}
      // A press would take the focus out of the search box before the click arrives.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      tabIndex={-1}
    >
      <Inside option={option} />
    </div>
  );
}

interface Placed {
  readonly option: Option;
  readonly index: number;
}

/** What was found, each with what can be done with it. */
function rowsOf(found: readonly Option[]): readonly (readonly Placed[])[] {
  const rows: Placed[][] = [];
  for (const [index, option] of found.entries()) {
    const isBelow = kindOf(option) === "result-below";
    if (isBelow) rows.at(-1)?.push({ option, index });
    else rows.push([{ option, index }]);
  }
  return rows;
}

interface ResultsProps {
  readonly listId: string;
  readonly found: readonly Option[];
  readonly activeIndex: number;
  readonly onChoose: (index: number, option: Option) => void;
}

/** What was found, in one list: patients, what of today is theirs, then pages and actions. */
export function Results({ listId, found, activeIndex, onChoose }: ResultsProps) {
  const say = useSay();
  return (
    <div
      id={listId}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the results of a combobox; a select cannot hold them
      role="listbox"
      aria-label={say("search.results")}
      className="results"
    >
      {rowsOf(found).map((row) => (
        <div key={row[0]?.option.id} role="presentation" className="result-row">
          {row.map(({ option, index }) => (
            <Result
              key={option.id}
              option={option}
              id={`${listId}-${index}`}
              isActive={index === activeIndex}
              onChoose={() => onChoose(index, option)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
