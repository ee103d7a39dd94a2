import {
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
} from "react";
import { Link } from "@tanstack/react-router";
import type { NextAppointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import type { Command } from "#ui/kit/command-list.tsx";
import { testNames } from "#ui/test-names.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { foundCommands } from "./found-commands.ts";
import { expectedFirst, haveNamesakes } from "./namesakes.ts";
import { readFilters } from "./patient-filters.ts";
import { isSearchable, readQuery, type QueryKind } from "./patient-query.ts";
import { besideFrom, rowFrom } from "./result-steps.ts";
import { Results, type Option } from "./search-results.tsx";
import { useFoundToday } from "./use-found-today.ts";
import { useLastVisits } from "#ui/desk/data/last-visits.ts";
import { useNextAppointments } from "#ui/desk/data/next-appointments.ts";
import { usePatientSearch } from "#ui/desk/data/queries.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import type { MovedFromSearch } from "./move-found.tsx";

const kindTexts = {
  phone: "search.byPhone",
  abha: "search.byAbha",
  number: "search.byNumber",
  name: "search.byName",
} as const satisfies Record<Exclude<QueryKind, "empty">, string>;

/** The way from the first that are found to the list of all. */
function AllFound({ typed, onLeave }: { readonly typed: string; readonly onLeave: () => void }) {
  const say = useSay();
  return (
    <Link
      to="/patients"
      search={readFilters({ q: typed })}
      onClick={onLeave}
      className="link all-found"
      data-testid={testNames.allFound}
    >
      {say("search.all")}
    </Link>
  );
}

interface PatientSearchProps {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly onChoose: (patientId: string) => void;
  /** Moves the next appointment of somebody who is found; without it none is offered to be moved. */
  readonly onMove?: ((moved: MovedFromSearch) => void) | undefined;
  /** Corrects what is known of somebody who is found; without it none is offered. */
  readonly onEdit?: ((patientId: string) => void) | undefined;
  /** What can be found and done besides. */
  readonly commands?: readonly Command[];
  readonly ref: Ref<HTMLInputElement>;
}

const noCommands: readonly Command[] = [];
const nobody: { readonly patients: readonly Patient[]; readonly hasMore: boolean } = {
  patients: [],
  hasMore: false,
};

// A scanner, or a quick hand, presses Enter before the answer to the last letter is there. What is on screen
// then fits an earlier letter, so the choice waits for the answer that belongs to what was typed.
function useEagerEnter(first: Option | undefined, isFresh: boolean) {
  const isWaiting = useRef(false);
  useEffect(() => {
    if (!isWaiting.current || !isFresh) return;
    isWaiting.current = false;
    first?.choose();
  }, [isFresh, first]);
  return useCallback((waits: boolean) => {
    isWaiting.current = waits;
  }, []);
}

function useResultKeys(
  props: Pick<PatientSearchProps, "typed" | "onType"> & { readonly onLook: () => void },
  found: readonly Option[],
  isFresh: boolean,
) {
  const [active, setActive] = useState<number | null>(null);
  // Where nothing is typed, Enter does nothing until somebody has gone down into the list.
  const usual = props.typed === "" ? -1 : 0;
  const index = Math.min(active ?? usual, Math.max(usual, found.length - 1));
  const waitForAnswer = useEagerEnter(found[0], isFresh);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) props.onLook();
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setActive(rowFrom(found, index, step));
    }
    const { selectionStart: caret, value } = event.currentTarget;
    const aside = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = aside === undefined ? null : besideFrom(found, index, aside);
    // Within what was typed the arrows move the caret.
    if (next !== null && (aside === -1 || caret === value.length)) {
      event.preventDefault();
      setActive(next);
    }
    if (event.key === "Enter") {
      event.preventDefault();
      event.currentTarget.select();
      if (isFresh) found[index]?.choose();
      else waitForAnswer(true);
    }
    if (event.key === "Escape") props.onType("");
  }

  function onType(typed: string): void {
    setActive(null);
    waitForAnswer(false);
    props.onType(typed);
  }

  return { index, setActive, onKeyDown, onType, onLook: props.onLook };
}

interface SearchSummaryProps {
  readonly typed: string;
  readonly count: number | null;
  readonly hasMore: boolean;
}

function SearchSummary({ typed, count, hasMore }: SearchSummaryProps) {
  const say = useSay();
  const query = readQuery(typed);
  if (query.kind === "empty") return <p className="search-summary muted">{say("search.hint")}</p>;
  if (!isSearchable(query)) return <p className="search-summary muted">{say("search.more")}</p>;
  return (
    <output className="search-summary muted">
      {hasMore && count !== null ? (
        say("search.first", { count })
      ) : (
        <>
          {say(kindTexts[query.kind])}
          {count === null ? null : ` · ${say("search.count", { count })}`}
        </>
      )}
    </output>
  );
}

interface SearchBoxProps {
  readonly typed: string;
  readonly keys: ReturnType<typeof useResultKeys>;
  readonly listId: string;
  readonly activeId: string | undefined;
  readonly ref: Ref<HTMLInputElement>;
}

function SearchBox({ typed, keys, listId, activeId, ref }: SearchBoxProps) {
  const say = useSay();
  return (
    <div className="search-box">
      <Icon name="search" />
      <input
        type="text"
        role="combobox"
        aria-label={say("search.label")}
        aria-expanded={activeId !== undefined}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(activeId === undefined ? {} : { "aria-activedescendant": activeId })}
        placeholder={say("search.placeholder")}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => keys.onType(event.target.value)}
        onKeyDown={keys.onKeyDown}
        onClick={keys.onLook}
        ref={ref}
        data-testid={testNames.search}
      />
      <kbd>Ctrl K</kbd>
    </div>
  );
}

/** Whether what was found is in sight: while somebody types or looks, and not over the page that was chosen. */
function useOpenResults(typed: string, hasCommands: boolean) {
  const [isOpen, setOpen] = useState(false);
  return {
    isOpen: isOpen && (typed !== "" || hasCommands),
    open: () => setOpen(true),
    close: () => setOpen(false),
  };
}

// Of more people, what could be done for each would hide who they are.
const mostWithActions = 4;

/** Whoever was found, with what tells them apart; below, what a caller most often wants. */
function useFoundPeople(
  patients: readonly Patient[],
  { onChoose, onMove, onEdit }: Pick<PatientSearchProps, "onChoose" | "onMove" | "onEdit">,
) {
  const say = useSay();
  const clock = useBranchClock();
  const ids = [patients.map(({ id }) => id)];
  const lastVisits = useLastVisits(ids);
  const coming = useNextAppointments(ids);
  const areFew = patients.length <= mostWithActions;
  const moveOf = ({ name }: Patient, next: NextAppointment | undefined) => {
    if (!areFew || onMove === undefined || next === undefined) return [];
    const { appointment_id: appointmentId, slot_time: at } = next;
    const text = say("appointment.move");
    const label = [text, name, clock.dayTime(at)].join(" · ");
    const onAction = () => onMove({ appointmentId, name });
    const command: Command = { id: `move ${appointmentId}`, text, icon: "move", onAction };
    return [{ command, label, testName: testNames.searchMove }];
  };
  const editOf = ({ id, name }: Patient) => {
    if (!areFew || onEdit === undefined) return [];
    const text = say("chart.edit");
    const onAction = () => onEdit(id);
    const command: Command = { id: `edit ${id}`, text, icon: "edit", onAction };
    return [{ command, label: `${text} · ${name}`, testName: testNames.searchEdit }];
  };
  const people = expectedFirst(patients, coming.of).map((patient) => {
    const { id } = patient;
    const next = coming.of.get(id);
    const known = { lastVisit: lastVisits.get(id)?.started_at, nextTime: next?.slot_time };
    return {
      id,
      patient,
      ...known,
      choose: () => onChoose(id),
      actions: [...moveOf(patient, next), ...editOf(patient)],
    };
  });
  return { people, isInOrder: !coming.isAsked || !haveNamesakes(patients) };
}

function useSearching(props: Omit<PatientSearchProps, "ref">) {
  const { typed, onChoose, onMove, onEdit, onType, commands = noCommands } = props;
  const results = useOpenResults(typed, commands.length > 0);
  const search = usePatientSearch(typed);
  const canSearch = isSearchable(readQuery(typed));
  const { patients, hasMore } = (canSearch ? search.data : undefined) ?? nobody;
  const { people, isInOrder } = useFoundPeople(patients, { onChoose, onMove, onEdit });
  const today = useFoundToday(typed, patients);
  const isFound = search.isSuccess && !search.isPlaceholderData;
  const isFresh = !canSearch || (isFound && isInOrder) || search.isError;
  const type = (next: string) => {
    if (next === "") results.close();
    else results.open();
    onType(next);
  };
  const chosen = (choose: () => void) => {
    results.close();
    choose();
  };
  const optionOf = (command: Command) => {
    const choose = () => {
      type("");
      command.onAction();
    };
    return { id: command.id, command, choose };
  };
  const found: readonly Option[] = [
    ...people.flatMap(({ choose, actions, ...person }): readonly Option[] => [
      { ...person, choose: () => chosen(choose) },
      ...actions.map((action) => ({ ...optionOf(action.command), ...action })),
    ]),
    ...today.map((command) => ({ ...optionOf(command), testName: testNames.searchToday })),
    ...foundCommands(typed, commands).map((command) => ({
      ...optionOf(command),
      testName: testNames.searchCommand,
    })),
  ];
  const keys = useResultKeys({ typed, onType: type, onLook: results.open }, found, isFresh);
  const count = isFound ? patients.length : null;
  return { results, found, keys, count, hasMore, error: search.error };
}

/** The search box and what it found: one box for name, phone, UHID, MRN and ABHA number. */
export function PatientSearch({ ref, ...props }: PatientSearchProps) {
  const say = useSay();
  const listId = useId();
  const { results, found, keys, count, hasMore, error } = useSearching(props);
  const hasActive = results.isOpen && found[keys.index] !== undefined;
  return (
    <search
      className="search"
      aria-label={say("search.title")}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) results.close();
      }}
    >
      <SearchBox
        typed={props.typed}
        keys={keys}
        listId={listId}
        activeId={hasActive ? `${listId}-${keys.index}` : undefined}
        ref={ref}
      />
      <div className="search-found" hidden={!results.isOpen}>
        <SearchSummary typed={props.typed} count={count} hasMore={hasMore} />
        <FaultNotice error={error} />
        <Results
          listId={listId}
          found={found}
          activeIndex={keys.index}
          onChoose={(index, option) => {
            keys.setActive(index);
            option.choose();
          }}
        />
        {hasMore ? <AllFound typed={props.typed} onLeave={results.close} /> : null}
      </div>
    </search>
  );
}
