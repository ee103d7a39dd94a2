import { useEffect, useId, useState, type KeyboardEvent, type Ref } from "react";
import { Button } from "react-aria-components/Button";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { Icon } from "./icons.tsx";
import { FaultNotice } from "./notice.tsx";
import { PatientFacts, SyncMark } from "./patient-facts.tsx";
import { isSearchable, readQuery, type QueryKind } from "./patient-query.ts";
import { useMay } from "./permissions.ts";
import { usePatientSearch } from "./queries.ts";

const kindTexts = {
  phone: "search.byPhone",
  abha: "search.byAbha",
  number: "search.byNumber",
  name: "search.byName",
} as const satisfies Record<Exclude<QueryKind, "empty">, string>;

interface ResultProps {
  readonly patient: Patient;
  readonly id: string;
  readonly isActive: boolean;
  readonly isShown: boolean;
  readonly onChoose: () => void;
}

function Result({ patient, id, isActive, isShown, onChoose }: ResultProps) {
  return (
    // Keys reach the list through the search box, which keeps the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the combobox pattern: the input handles the keys
    <li
      id={id}
      role="option"
      aria-selected={isActive}
      className={`result${isActive ? " is-active" : ""}${isShown ? " is-shown" : ""}`}
      data-testid={testNames.searchResult}
      // A press would take the focus out of the search box before the click arrives.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      tabIndex={-1}
    >
      <span className="result-name">{patient.name}</span>
      <SyncMark state={patient.sync_state} />
      <PatientFacts patient={patient} />
    </li>
  );
}

interface PatientSearchProps {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly shownId: string | null;
  readonly onChoose: (patientId: string) => void;
  readonly onRegister: () => void;
  readonly inputRef: Ref<HTMLInputElement>;
}

// A scanner, or a quick hand, presses Enter before the answer to the last letter is there. What is on screen
// then fits an earlier letter, so the choice waits for the answer that belongs to what was typed.
function useEagerEnter(first: Patient | undefined, isFresh: boolean, choose: (id: string) => void) {
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    if (!isWaiting || !isFresh) return;
    setWaiting(false);
    if (first !== undefined) choose(first.id);
  }, [isWaiting, isFresh, first, choose]);
  return setWaiting;
}

function useResultKeys(props: PatientSearchProps, found: readonly Patient[], isFresh: boolean) {
  const [active, setActive] = useState(0);
  const index = Math.min(active, Math.max(0, found.length - 1));
  const waitForAnswer = useEagerEnter(found[0], isFresh, props.onChoose);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setActive((index + step + found.length) % found.length);
    }
    if (event.key === "Enter") {
      event.preventDefault();
      event.currentTarget.select();
      const chosen = found[index];
      if (!isFresh) waitForAnswer(true);
      else if (chosen !== undefined) props.onChoose(chosen.id);
    }
    if (event.key === "Escape") props.onType("");
  }

  function onType(typed: string): void {
    setActive(0);
    waitForAnswer(false);
    props.onType(typed);
  }

  return { index, setActive, onKeyDown, onType };
}

function SearchSummary({
  typed,
  count,
}: {
  readonly typed: string;
  readonly count: number | null;
}) {
  const say = useSay();
  const query = readQuery(typed);
  if (query.kind === "empty") return <p className="search-summary muted">{say("search.hint")}</p>;
  if (!isSearchable(query)) return <p className="search-summary muted">{say("search.more")}</p>;
  return (
    <p className="search-summary muted" role="status">
      {say(kindTexts[query.kind])}
      {count === null ? null : ` · ${say("search.count", { count })}`}
    </p>
  );
}

/** The search box and what it found: one box for name, phone, UHID, MRN and ABHA number. */
export function PatientSearch(props: PatientSearchProps) {
  const say = useSay();
  const listId = useId();
  const mayRegister = useMay("patients", "create");
  const search = usePatientSearch(props.typed);
  const canSearch = isSearchable(readQuery(props.typed));
  const found = canSearch ? (search.data ?? []) : [];
  const isFresh = !canSearch || (search.isSuccess && !search.isPlaceholderData) || search.isError;
  const keys = useResultKeys(props, found, isFresh);
  const activeId = found[keys.index] === undefined ? undefined : `${listId}-${keys.index}`;
  return (
    <section className="search" aria-label={say("search.title")}>
      <div className="search-box">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label={say("search.label")}
          aria-expanded={found.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          {...(activeId === undefined ? {} : { "aria-activedescendant": activeId })}
          placeholder={say("search.placeholder")}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever comes to the desk is looked up first
          autoFocus
          value={props.typed}
          onChange={(event) => keys.onType(event.target.value)}
          onKeyDown={keys.onKeyDown}
          ref={props.inputRef}
          data-testid={testNames.search}
        />
        <kbd>Ctrl K</kbd>
      </div>
      <SearchSummary
        typed={props.typed}
        count={search.isSuccess && isFresh ? found.length : null}
      />
      <FaultNotice error={search.error} />
      <ul id={listId} role="listbox" aria-label={say("search.results")} className="results">
        {found.map((patient, index) => (
          <Result
            key={patient.id}
            patient={patient}
            id={`${listId}-${index}`}
            isActive={index === keys.index}
            isShown={patient.id === props.shownId}
            onChoose={() => {
              keys.setActive(index);
              props.onChoose(patient.id);
            }}
          />
        ))}
      </ul>
      {mayRegister ? (
        <Button
          className="button button-wide"
          onPress={props.onRegister}
          data-testid={testNames.newPatient}
        >
          <Icon name="add" />
          {say("search.newPatient")}
          <kbd>F2</kbd>
        </Button>
      ) : null}
    </section>
  );
}
