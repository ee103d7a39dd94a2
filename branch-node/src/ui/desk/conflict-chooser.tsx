import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { Button } from "react-aria-components/Button";
import {
  conflictsContract,
  type Conflict,
} from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { choicesFor, fieldWords, valueWords, type Choice } from "./conflict-words.ts";
import { LineField } from "./fields.tsx";
import { useIntent, wasAnswered } from "./intent.ts";
import { useBranchClock } from "./moments.ts";
import { FaultNotice } from "./notice.tsx";
import { useMay } from "./permissions.ts";
import { queryKeys } from "./query-keys.ts";
import { useClient, useSignedIn } from "./session-context.tsx";

interface Decision {
  readonly choice: Choice;
  readonly written: string;
  readonly note: string;
}

function useSettle(conflictId: string, onSettled: () => void) {
  const client = useClient();
  const queries = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: async ({ choice, written, note }: Decision) => {
      const { resolution, isWritten } = choice;
      // A number that is cleared is merged into nothing.
      const merged = { value: isWritten ? written : null };
      const value = resolution === "merge" ? merged : {};
      const request = { params: { id: conflictId }, body: { resolution, note, ...value } };
      const options = { idempotencyKey: intent.key() };
      return (await client.call(conflictsContract.resolve, request, options)).body;
    },
    onSuccess: () => {
      intent.settle();
      onSettled();
    },
    onError: (error) => {
      if (wasAnswered(error)) intent.settle();
    },
    onSettled: () => {
      for (const queryKey of [queryKeys.conflicts, queryKeys.patients, queryKeys.syncStatus])
        void queries.invalidateQueries({ queryKey });
    },
  });
}

/** Whether the person at the desk may settle it, and if not, who may. */
function useMaySettle(conflict: Conflict): boolean {
  const mayUpdate = useMay("conflicts", "update");
  const { staff } = useSignedIn();
  const { needs_roles: needed } = conflict;
  return mayUpdate && (needed.length === 0 || needed.some((role) => staff.roles.includes(role)));
}

interface SideProps {
  readonly title: string;
  readonly side: Conflict["kept"];
  readonly nodeId: string;
}

function Side({ title, side, nodeId }: SideProps) {
  const say = useSay();
  const clock = useBranchClock();
  const place = say(side.node_id === nodeId ? "conflict.here" : "conflict.elsewhere");
  const when = side.at === null ? "" : `${clock.day(side.at)} ${clock.time(side.at)}`;
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <strong>{valueWords(side.value, say)}</strong>
        <span className="advice">
          {[place, side.actor_name ?? "", when].filter((part) => part !== "").join(" · ")}
        </span>
      </dd>
    </div>
  );
}

interface ChoicesProps {
  readonly choices: readonly Choice[];
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
  readonly name: string;
}

/** The platform's own choice of one: arrow keys go through it, and the focus comes here when the conflict opens. */
function Choices({ choices, chosen, onChoose, name }: ChoicesProps) {
  const say = useSay();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <fieldset className="conflict-choices">
      <legend>{say("conflict.question")}</legend>
      {choices.map((choice, index) => (
        <label key={choice.text}>
          <input
            type="radio"
            name={name}
            checked={index === chosen}
            onChange={() => onChoose(index)}
            data-testid={`conflict-${choice.resolution}`}
            ref={index === 0 ? first : null}
          />
          {say(choice.text)}
          {choice.value === undefined ? null : ` (${valueWords(choice.value, say)})`}
        </label>
      ))}
    </fieldset>
  );
}

function SettleForm({ conflict, onSettled }: Omit<ChooserProps, "nodeId">) {
  const say = useSay();
  const choices = choicesFor(conflict);
  const settle = useSettle(conflict.id, onSettled);
  const [chosen, setChosen] = useState(0);
  const [written, setWritten] = useState("");
  const [note, setNote] = useState("");
  const choice = choices[chosen];
  const isReady =
    choice !== undefined && note.trim() !== "" && (!choice.isWritten || written !== "");
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isReady && !settle.isPending) settle.mutate({ choice, written, note: note.trim() });
  };
  return (
    <form onSubmit={submit}>
      <Choices choices={choices} chosen={chosen} onChoose={setChosen} name={conflict.id} />
      {choice?.isWritten === true ? (
        <LineField
          label={fieldWords(conflict.field, say)}
          value={written}
          onChange={setWritten}
          testName={testNames.conflictValue}
          isRequired
        />
      ) : null}
      <LineField
        label={say("conflict.note")}
        hint={say("conflict.noteHint")}
        value={note}
        onChange={setNote}
        testName={testNames.conflictNote}
        isRequired
      />
      <div className="form-actions">
        <Button
          type="submit"
          className="button button-primary"
          isDisabled={!isReady || settle.isPending}
          data-testid={testNames.settleConflict}
        >
          {say(settle.isPending ? "action.busy" : "conflict.settle")}
        </Button>
      </div>
      <FaultNotice error={settle.error} />
    </form>
  );
}

interface ChooserProps {
  readonly conflict: Conflict;
  /** This branch's node, whose values are "here". */
  readonly nodeId: string;
  readonly onSettled: () => void;
}

/** One conflict: both values with who made them, where and when, and the choice between them. */
export function ConflictChooser({ conflict, nodeId, onSettled }: ChooserProps) {
  const say = useSay();
  const maySettle = useMaySettle(conflict);
  return (
    <>
      <dl className="panel-facts">
        <Side title={say("conflict.kept")} side={conflict.kept} nodeId={nodeId} />
        <Side title={say("conflict.other")} side={conflict.other} nodeId={nodeId} />
      </dl>
      {maySettle ? (
        <SettleForm conflict={conflict} onSettled={onSettled} />
      ) : (
        <p className="advice">{say("conflict.notYours")}</p>
      )}
    </>
  );
}
