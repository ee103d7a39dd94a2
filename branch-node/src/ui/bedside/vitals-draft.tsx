import { useState, type FormEvent } from "react";
import { Button } from "#ui/kit/button.tsx";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { Encounter } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { Banner } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { measuredIn, useKeepDraft, useOwnDraft } from "./own-draft.ts";
import { StartVisit } from "./start-visit.tsx";
import { useOpenVisit, useSaveVitals } from "#ui/desk/vitals/save-vitals.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import { useAgeInMonths } from "#ui/desk/vitals/age-in-months.ts";
import { useVitalsForm, VitalsFields } from "#ui/desk/vitals/vitals-fields.tsx";
import { emptyVitals } from "#ui/desk/vitals/vitals-form.ts";

interface BedsideForm {
  readonly patientId: string;
  readonly visit: Encounter | null;
  /** What was kept here before, and stands in no visit yet. */
  readonly kept: Draft | null;
}

/** Where measurements go: into the open visit, and without one, as a note does always, into the nurse's draft. */
function useBedsideForm({ patientId, visit, kept }: BedsideForm) {
  const [before] = useState(() => measuredIn(kept));
  const form = useVitalsForm(useAgeInMonths(usePatient(patientId).data), before.vitals);
  const [note, setNote] = useState(before.note);
  const draft = useKeepDraft(patientId, kept);
  const saved = useSaveVitals(() => {
    form.clear();
    // Only now: a draft that was kept before holds what was measured until it stands in the visit.
    keepNote();
  });
  /** Of the draft only a note is left, and where there is none, nothing. */
  function keepNote(): void {
    if (note.trim() === "") draft.end();
    else draft.keep.mutate({ vitals: emptyVitals, note });
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (draft.keep.isPending || saved.isPending) return;
    const values = form.read(note.trim() !== "");
    if (values === null) return;
    if (visit === null) draft.keep.mutate({ vitals: form.draft, note });
    else if (Object.keys(values).length > 0) saved.mutate({ visitId: visit.id, values });
    else keepNote();
  }
  return { form, note, setNote, draft, saved, submit };
}

function Outcome({ of }: { readonly of: ReturnType<typeof useBedsideForm> }) {
  const say = useSay();
  const clock = useBranchClock();
  const { saved, draft } = of;
  const { keep } = draft;
  return (
    <>
      <FaultNotice error={saved.error ?? keep.error ?? draft.endError} />
      <output data-testid={testNames.draftSaved}>
        {keep.isSuccess ? say("bedside.saved", { time: clock.time(keep.data.updated_at) }) : ""}
      </output>
      <output data-testid={testNames.vitalsSaved}>
        {saved.isSuccess ? say("bedside.inVisit", { time: clock.time(saved.data.updated_at) }) : ""}
      </output>
    </>
  );
}

/** That the form begins with what was kept here before. */
function KeptBefore({ draft }: { readonly draft: Draft }) {
  const say = useSay();
  const clock = useBranchClock();
  const when = `${clock.day(draft.updated_at)} ${clock.time(draft.updated_at)}`;
  return (
    <Banner tone="info" testName={testNames.bedsideDraft}>
      {say("bedside.keptBefore", { when })}
    </Banner>
  );
}

function VitalsOf(props: BedsideForm) {
  const { patientId, visit, kept } = props;
  const say = useSay();
  const bedside = useBedsideForm(props);
  const { form, note, setNote, submit } = bedside;
  const isAsked = form.asked.length > 0;
  const name = visit === null ? "bedside.save" : "vitals.save";
  return (
    <form className="bedside-vitals" noValidate onSubmit={submit} aria-labelledby="vitals-title">
      <h3 id="vitals-title">{say("bedside.vitals")}</h3>
      {visit === null ? <StartVisit patientId={patientId} /> : null}
      {kept === null || bedside.saved.isSuccess ? null : <KeptBefore draft={kept} />}
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
  const kept = useOwnDraft(patientId);
  if (visit.data === undefined) return <FaultNotice error={visit.error} />;
  if (kept.data === undefined) return <FaultNotice error={kept.error} />;
  return <VitalsOf patientId={patientId} visit={visit.data} kept={kept.data} />;
}
