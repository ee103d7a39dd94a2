import { useState, type FormEvent } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import {
  encountersContract,
  type Encounter,
} from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { useIntent, wasAnswered } from "#ui/desk/data/intent.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { DraftLine } from "#ui/desk/drafts/draft-line.tsx";
import { readEncounter } from "#ui/desk/drafts/form-state.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { addendumNotes } from "./encounter-draft.ts";
import { useStaffName } from "./staff-name.ts";
import { useKeptForm } from "./use-encounter-form.ts";

interface AddendaProps {
  readonly visit: Encounter;
  readonly resumed: Draft | null;
}

function useAddToNotes(visit: Encounter, onAdded: () => void) {
  const client = useClient();
  const queries = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: async (addendum: string) => {
      const body = { notes: addendumNotes(visit.notes, addendum) };
      const request = { params: { id: visit.id }, body };
      const options = { idempotencyKey: intent.key() };
      return (await client.call(encountersContract.update, request, options)).body;
    },
    onSuccess: (changed) => {
      intent.finish();
      queries.setQueryData([...queryKeys.encounters, changed.id], changed);
      onAdded();
    },
    onError: (error) => {
      if (wasAnswered(error)) intent.finish();
    },
  });
}

function AddendumForm({
  visit,
  resumed,
  onAdded,
}: AddendaProps & { readonly onAdded: () => void }) {
  const say = useSay();
  const { keeper, draft, setDraft } = useKeptForm(visit, resumed);
  const [isMissing, setMissing] = useState(false);
  const add = useAddToNotes(visit, () => {
    void keeper.end("submitted");
    onAdded();
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (add.isPending) return;
    if (draft.addendum.trim() === "") return setMissing(true);
    add.mutate(draft.addendum);
  }
  return (
    <form className="fields" noValidate onSubmit={submit} aria-label={say("addendum.write")}>
      <DraftLine
        keeper={keeper}
        onTake={(formState) => {
          const kept = readEncounter(formState);
          if (kept !== null) setDraft(kept.fields);
        }}
      />
      <LineField
        label={say("addendum.write")}
        value={draft.addendum}
        onChange={(addendum) => {
          setMissing(false);
          setDraft((before) => ({ ...before, addendum }));
        }}
        hint={say("addendum.hint")}
        fault={isMissing ? say("addendum.needed") : undefined}
        isDisabled={add.isPending}
        rows={3}
        testName={testNames.addendumText}
      />
      <FaultNotice error={add.error} />
      <div className="form-actions">
        <Button type="submit" look="primary" testName={testNames.addAddendum}>
          {say("addendum.add")}
        </Button>
      </div>
    </form>
  );
}

function Addendum({ addendum }: { readonly addendum: Encounter["addenda"][number] }) {
  const clock = useBranchClock();
  const name = useStaffName(addendum.by);
  return (
    <li data-testid={testNames.addendum}>
      <p className="addendum-text">{addendum.text}</p>
      <p className="muted">
        {clock.dayTime(addendum.at)}
        {name === null ? null : ` · ${name}`}
      </p>
    </li>
  );
}

/** What was added to the notes of a visit that is over, by whom and when; and the line for more. */
export function Addenda({ visit, resumed }: AddendaProps) {
  const say = useSay();
  const mayAdd = useMay("encounters", "update") && visit.visit_status === "completed";
  const [added, setAdded] = useState(0);
  return (
    <>
      {visit.addenda.length === 0 ? null : (
        <section className="addenda" aria-label={say("addendum.title")}>
          <h4>{say("addendum.title")}</h4>
          <ul>
            {visit.addenda.map((each) => (
              <Addendum key={`${each.at} ${each.by}`} addendum={each} />
            ))}
          </ul>
        </section>
      )}
      {mayAdd ? (
        <AddendumForm
          key={added}
          visit={visit}
          resumed={added === 0 ? resumed : null}
          onAdded={() => setAdded(added + 1)}
        />
      ) : null}
    </>
  );
}
