import { useState, type FormEvent } from "react";
import { useMutation } from "@tanstack/react-query";
import { Button } from "#ui/kit/button.tsx";
import { draftsContract } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { Encounter } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { LineField } from "#ui/kit/text-field.tsx";
import { useIntent, wasAnswered } from "#ui/desk/data/intent.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useClient } from "#ui/desk/shell/session-context.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { StartVisit } from "./start-visit.tsx";
import { useOpenVisit, useSaveVitals } from "#ui/desk/vitals/save-vitals.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import { useAgeInMonths } from "#ui/desk/vitals/age-in-months.ts";
import { useVitalsForm, VitalsFields } from "#ui/desk/vitals/vitals-fields.tsx";

type Draft = Readonly<Record<string, string>>;

/** The branch keeps the draft: a tablet that breaks or is wiped loses nothing that was saved. */
function useSaveDraft(patientId: string) {
  const client = useClient();
  const intent = useIntent();
  const [draftId, setDraftId] = useState<string | null>(null);
  return useMutation({
    mutationFn: async (draft: Draft) => {
      const form_state = { ...draft };
      const options = { idempotencyKey: intent.key() };
      if (draftId !== null) {
        const request = { params: { id: draftId }, body: { form_state } };
        return (await client.call(draftsContract.update, request, options)).body;
      }
      const body = { kind: "vitals", entity_id: patientId, form_state };
      return (await client.call(draftsContract.create, { body }, options)).body;
    },
    onSuccess: ({ id }) => {
      intent.finish();
      setDraftId(id);
    },
    onError: (error) => {
      if (wasAnswered(error)) intent.finish();
    },
  });
}

/** Where measurements go: into the open visit, and without one, as a note does always, into the nurse's draft. */
function useBedsideForm(patientId: string, visit: Encounter | null) {
  const form = useVitalsForm(useAgeInMonths(usePatient(patientId).data));
  const [note, setNote] = useState("");
  const draft = useSaveDraft(patientId);
  const saved = useSaveVitals(form.clear);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (draft.isPending || saved.isPending) return;
    const values = form.read(note.trim() !== "");
    if (values === null) return;
    if (visit === null) draft.mutate({ ...form.draft, note });
    else {
      if (note.trim() !== "") draft.mutate({ note });
      if (Object.keys(values).length > 0) saved.mutate({ visitId: visit.id, values });
    }
  }
  return { form, note, setNote, draft, saved, submit };
}

function Outcome({ of }: { readonly of: ReturnType<typeof useBedsideForm> }) {
  const say = useSay();
  const clock = useBranchClock();
  const { draft, saved } = of;
  return (
    <>
      <FaultNotice error={saved.error ?? draft.error} />
      <output data-testid={testNames.draftSaved}>
        {draft.isSuccess ? say("bedside.saved", { time: clock.time(draft.data.updated_at) }) : ""}
      </output>
      <output data-testid={testNames.vitalsSaved}>
        {saved.isSuccess ? say("bedside.inVisit", { time: clock.time(saved.data.updated_at) }) : ""}
      </output>
    </>
  );
}

function VitalsOf({
  patientId,
  visit,
}: {
  readonly patientId: string;
  readonly visit: Encounter | null;
}) {
  const say = useSay();
  const bedside = useBedsideForm(patientId, visit);
  const { form, note, setNote, submit } = bedside;
  const isAsked = form.asked.length > 0;
  const name = visit === null ? "bedside.save" : "vitals.save";
  return (
    <form className="bedside-vitals" noValidate onSubmit={submit} aria-labelledby="vitals-title">
      <h3 id="vitals-title">{say("bedside.vitals")}</h3>
      {visit === null ? <StartVisit patientId={patientId} /> : null}
      <VitalsFields form={form} />
      <LineField
        label={say("bedside.note")}
        value={note}
        onChange={setNote}
        rows={3}
        testName={testNames.bedsideNote}
      />
      <p className="advice">{say(visit === null ? "bedside.draftNote" : "bedside.visitNote")}</p>
      <Button type="submit" look="primary" isWide testName={testNames.saveDraft}>
        {say(isAsked ? "vitals.saveAsTyped" : name)}
      </Button>
      <Outcome of={bedside} />
    </form>
  );
}

/** Vital signs and a note. */
export function VitalsDraft({ patientId }: { readonly patientId: string }) {
  const visit = useOpenVisit(patientId);
  if (visit.data === undefined) return <FaultNotice error={visit.error} />;
  return <VitalsOf patientId={patientId} visit={visit.data} />;
}
