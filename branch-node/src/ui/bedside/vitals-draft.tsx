import { useState, type FormEvent } from "react";
import { useMutation } from "@tanstack/react-query";
import { Button } from "react-aria-components/Button";
import { draftsContract } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { LineField } from "#ui/kit/text-field.tsx";
import { useIntent, wasAnswered } from "#ui/desk/data/intent.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useClient } from "#ui/desk/shell/session-context.tsx";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";

const fields = ["systolic", "diastolic", "pulse", "temperature", "spo2", "respiration"] as const;
type Field = (typeof fields)[number];

const labels: Readonly<Record<Field, TextId>> = {
  systolic: "bedside.systolic",
  diastolic: "bedside.diastolic",
  pulse: "bedside.pulse",
  temperature: "bedside.temperature",
  spo2: "bedside.spo2",
  respiration: "bedside.respiration",
};

type Draft = Readonly<Record<Field | "note", string>>;

const emptyDraft: Draft = {
  systolic: "",
  diastolic: "",
  pulse: "",
  temperature: "",
  spo2: "",
  respiration: "",
  note: "",
};

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

/** Vital signs and a note, kept as a draft until the visit is finished. */
export function VitalsDraft({ patientId }: { readonly patientId: string }) {
  const say = useSay();
  const clock = useBranchClock();
  const [draft, setDraft] = useState(emptyDraft);
  const save = useSaveDraft(patientId);
  const change = (name: keyof Draft) => (value: string) =>
    setDraft((current) => ({ ...current, [name]: value }));
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!save.isPending) save.mutate(draft);
  }
  return (
    <form className="bedside-vitals" onSubmit={submit} aria-labelledby="vitals-title">
      <h3 id="vitals-title">{say("bedside.vitals")}</h3>
      <div className="bedside-fields">
        {fields.map((name) => (
          <LineField
            key={name}
            label={say(labels[name])}
            value={draft[name]}
            onChange={change(name)}
            inputMode="numeric"
            testName={`${testNames.vital}-${name}`}
          />
        ))}
      </div>
      <LineField
        label={say("bedside.note")}
        value={draft.note}
        onChange={change("note")}
        rows={3}
        testName={testNames.bedsideNote}
      />
      <p className="advice">{say("bedside.draftNote")}</p>
      <FaultNotice error={save.error} />
      <Button
        type="submit"
        className="button button-primary button-wide"
        data-testid={testNames.saveDraft}
      >
        {say("bedside.save")}
      </Button>
      <output data-testid={testNames.draftSaved}>
        {save.isSuccess ? say("bedside.saved", { time: clock.time(save.data.updated_at) }) : ""}
      </output>
    </form>
  );
}
