import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { Button } from "#ui/kit/button.tsx";
import {
  conflictsContract,
  type Conflict,
} from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { MergeOfConflict } from "#ui/desk/chart/merge-of-conflict.tsx";
import { ConflictBalance } from "./conflict-balance.tsx";
import { ConflictSides, useTexts } from "./conflict-sides.tsx";
import { fieldLabel, valueText } from "./conflict-values.ts";
import { choicesFor, type Choice } from "./conflict-texts.ts";
import { LineField } from "#ui/kit/text-field.tsx";
import { useIntent, wasAnswered } from "#ui/desk/data/intent.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useClient, useSignedIn } from "#ui/desk/session/session-context.tsx";

interface Decision {
  readonly choice: Choice;
  readonly written: string;
  readonly note: string;
}

function useResolve(conflictId: string, onResolved: (conflictId: string) => void) {
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
      intent.finish();
      onResolved(conflictId);
    },
    onError: (error) => {
      if (wasAnswered(error)) intent.finish();
    },
    onSettled: () => {
      for (const queryKey of [queryKeys.conflicts, queryKeys.patients, queryKeys.syncStatus])
        void queries.invalidateQueries({ queryKey });
    },
  });
}

/** Whether the person at the desk may resolve it, and if not, who may. */
function useMayResolve(conflict: Conflict): boolean {
  const mayUpdate = useMay("conflicts", "update");
  const { staff } = useSignedIn();
  const { needs_roles: needed } = conflict;
  return mayUpdate && (needed.length === 0 || needed.some((role) => staff.roles.includes(role)));
}

interface ChoicesProps {
  readonly conflict: Conflict;
  readonly choices: readonly Choice[];
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}

/** The platform's own choice of one: arrow keys go through it, and the focus comes here when the conflict opens. */
function Choices({ conflict, choices, chosen, onChoose }: ChoicesProps) {
  const texts = useTexts();
  const { say } = texts;
  const question = conflict.kind === "balance" ? "balance.question" : "conflict.question";
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <fieldset className="conflict-choices">
      <legend>{say(question)}</legend>
      {choices.map((choice, index) => (
        <label key={choice.text}>
          <input
            type="radio"
            name={conflict.id}
            checked={index === chosen}
            onChange={() => onChoose(index)}
            data-testid={`conflict-${choice.resolution}`}
            ref={index === 0 ? first : null}
          />
          {say(choice.text, {
            value: choice.value === undefined ? "" : valueText(conflict.field, choice.value, texts),
          })}
        </label>
      ))}
    </fieldset>
  );
}

interface EffectProps {
  readonly conflict: Conflict;
  readonly decision: Pick<Decision, "choice" | "written">;
}

/** What the record is going to say, before it does. */
function Effect({ conflict, decision: { choice, written } }: EffectProps) {
  const texts = useTexts();
  const { say } = texts;
  const { kind, field, entity, kept } = conflict;
  const hasNoValue = kind === "balance" || kind === "duplicate" || kind === "alike";
  if (hasNoValue || entity === "conflicts") return null;
  const isOther = choice.resolution === "take_other" || choice.isWritten;
  const other = choice.isWritten ? written : choice.value;
  const value = valueText(field, isOther ? other : kept.value, texts);
  return (
    <output className="advice" data-testid={testNames.conflictEffect}>
      {say("conflict.effect", { field: fieldLabel(field, say), value })}
    </output>
  );
}

function useDecision({ conflict, onResolved }: Omit<ChooserProps, "nodeId">) {
  const choices = choicesFor(conflict);
  const resolve = useResolve(conflict.id, onResolved);
  const [chosen, setChosen] = useState(0);
  const [written, setWritten] = useState(() =>
    typeof conflict.kept.value === "string" ? conflict.kept.value : "",
  );
  const [note, setNote] = useState("");
  const choice = choices[chosen];
  const isReady =
    choice !== undefined && note.trim() !== "" && (!choice.isWritten || written !== "");
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isReady && !resolve.isPending) resolve.mutate({ choice, written, note: note.trim() });
  };
  return {
    choices,
    resolve,
    chosen,
    setChosen,
    written,
    setWritten,
    note,
    setNote,
    choice,
    isReady,
    submit,
  };
}

function ResolveForm(props: Omit<ChooserProps, "nodeId">) {
  const say = useSay();
  const { conflict } = props;
  const form = useDecision(props);
  const { choice, resolve } = form;
  return (
    <form onSubmit={form.submit}>
      <Choices
        conflict={conflict}
        choices={form.choices}
        chosen={form.chosen}
        onChoose={form.setChosen}
      />
      {choice?.isWritten === true ? (
        <LineField
          label={fieldLabel(conflict.field, say)}
          value={form.written}
          onChange={form.setWritten}
          testName={testNames.conflictValue}
          isRequired
        />
      ) : null}
      {choice === undefined ? null : (
        <Effect conflict={conflict} decision={{ choice, written: form.written }} />
      )}
      <LineField
        label={say("conflict.note")}
        hint={say(conflict.kind === "balance" ? "balance.noteHint" : "conflict.noteHint")}
        value={form.note}
        onChange={form.setNote}
        testName={testNames.conflictNote}
        isRequired
      />
      <div className="form-actions">
        <Button
          type="submit"
          look="primary"
          isDisabled={!form.isReady || resolve.isPending}
          testName={testNames.resolveConflict}
        >
          {say(resolve.isPending ? "action.busy" : "conflict.resolve")}
        </Button>
      </div>
      <FaultNotice error={resolve.error} />
    </form>
  );
}

interface ChooserProps {
  readonly conflict: Conflict;
  /** This branch's node, whose values are "here". */
  readonly nodeId: string;
  readonly onResolved: (conflictId: string) => void;
}

/** One conflict: what stands against each other with who made it, where and when, and the choice. */
export function ConflictChooser({ conflict, nodeId, onResolved }: ChooserProps) {
  const say = useSay();
  const mayResolve = useMayResolve(conflict);
  return (
    <>
      {conflict.kind === "balance" ? (
        <ConflictBalance conflict={conflict} nodeId={nodeId} />
      ) : (
        <ConflictSides conflict={conflict} nodeId={nodeId} />
      )}
      <MergeOfConflict conflict={conflict} onMerged={() => onResolved(conflict.id)} />
      {mayResolve ? (
        <ResolveForm conflict={conflict} onResolved={onResolved} />
      ) : (
        <p className="advice">{say("conflict.notYours")}</p>
      )}
    </>
  );
}
