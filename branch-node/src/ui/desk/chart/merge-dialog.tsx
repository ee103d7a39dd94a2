import { useState, type FormEvent } from "react";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { TakenField } from "@edgeward/shared/clinical/patients/patients.merging.contract.ts";
import { useTexts } from "#ui/desk/attention/conflict-sides.tsx";
import { usePatient } from "#ui/desk/data/queries.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Segments } from "#ui/kit/choices.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { Skeleton } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { FindDuplicate } from "./find-duplicate.tsx";
import { MergeCompare } from "./merge-compare.tsx";
import { useMerge } from "./merge-commands.ts";
import { comparedFields, proposedFields } from "./merge-fields.ts";

interface MergeDialogProps {
  readonly patientId: string;
  /** The other record of the same person; without it, it is looked for first. */
  readonly otherId?: string | null;
  readonly onMerged: (survivor: Patient) => void;
  readonly onClose: () => void;
}

const shortestReason = 3;

interface Pair {
  readonly one: Patient;
  readonly other: Patient;
}

/** Whoever was registered first stays, unless somebody says otherwise. */
function firstOf({ one, other }: Pair): Patient {
  return one.created_at <= other.created_at ? one : other;
}

/** Which of two stays, and what it takes over: what was chosen by hand, and for the rest what is proposed. */
function useChoices(pair: Pair) {
  const texts = useTexts();
  const [survivorId, setSurvivorId] = useState(() => firstOf(pair).id);
  const [chosen, setChosen] = useState<ReadonlyMap<TakenField, boolean>>(new Map());
  const { one, other } = pair;
  const [survivor, merged] = one.id === survivorId ? [one, other] : [other, one];
  const compared = comparedFields(survivor, merged, texts);
  const proposed = proposedFields(compared);
  const choices = compared.flatMap(({ choice }) => choice ?? []);
  return {
    survivor,
    merged,
    compared,
    taken: new Set(choices.filter((field) => chosen.get(field) ?? proposed.has(field))),
    take: (field: TakenField, isTaken: boolean) =>
      setChosen((before) => new Map(before).set(field, isTaken)),
    stay: (id: string) => {
      setSurvivorId(id);
      setChosen(new Map());
    },
  };
}

function useMergeForm(pair: Pair, onMerged: (survivor: Patient) => void) {
  const say = useSay();
  const choices = useChoices(pair);
  const { survivor, merged, taken } = choices;
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const merge = useMerge((kept) => {
    notify({ text: say("merge.done", { name: kept.name, uhid: merged.uhid }), tone: "good" });
    onMerged(kept);
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    // The dialog may stand within a form of the page, which this must not send.
    event.stopPropagation();
    if (merge.isPending) return;
    const why = reason.trim();
    if (why.length < shortestReason) return setMissing(true);
    merge.mutate({ merged, survivor, take: [...taken], reason: why });
  }

  function write(text: string): void {
    setReason(text);
    setMissing(false);
  }

  return { ...choices, reason, write, isMissing, submit, error: merge.error };
}

function WhatHappens({
  survivor,
  merged,
}: {
  readonly survivor: Patient;
  readonly merged: Patient;
}) {
  const say = useSay();
  const numbers = { uhid: merged.uhid, other: survivor.uhid };
  return (
    <ul className="merge-effects">
      <li>{say("merge.effectFound", numbers)}</li>
      <li>{say("merge.effectShared")}</li>
      <li>{say("merge.effectAllergies")}</li>
      <li>{say("merge.effectUndo")}</li>
    </ul>
  );
}

function Buttons({ onClose }: Pick<MergeDialogProps, "onClose">) {
  const say = useSay();
  return (
    <FormActions
      action={say("merge.confirm")}
      testName={testNames.confirmMerge}
      onLeave={onClose}
      leave="action.close"
    />
  );
}

function MergeForm({
  pair,
  ...props
}: Omit<MergeDialogProps, "patientId"> & { readonly pair: Pair }) {
  const say = useSay();
  const form = useMergeForm(pair, props.onMerged);
  const { survivor, merged, compared, taken } = form;
  const options = [pair.one, pair.other].map(({ id, name, uhid }) => ({
    value: id,
    text: `${name} · ${uhid}`,
    testName: `stay-${id}`,
  }));
  return (
    <form
      className="dialog-form"
      noValidate
      onSubmit={form.submit}
      data-testid={testNames.mergeForm}
    >
      <Segments
        label={say("merge.which")}
        value={survivor.id}
        onChange={form.stay}
        options={options}
        testName={testNames.mergeSurvivor}
      />
      <MergeCompare
        survivor={survivor}
        merged={merged}
        compared={compared}
        taken={taken}
        onTake={form.take}
      />
      <WhatHappens survivor={survivor} merged={merged} />
      <LineField
        label={say("merge.reason")}
        hint={say("merge.reasonHint")}
        value={form.reason}
        onChange={form.write}
        fault={form.isMissing ? say("merge.needsReason") : undefined}
        isRequired
        testName={testNames.mergeReason}
      />
      <FaultNotice error={form.error} />
      <Buttons onClose={props.onClose} />
    </form>
  );
}

/** Merges two records of one person: which stays, what it takes over, why, and what becomes of both. */
export function MergeDialog({ patientId, otherId = null, onMerged, onClose }: MergeDialogProps) {
  const say = useSay();
  const [foundId, setFoundId] = useState(otherId);
  const one = usePatient(patientId);
  const other = usePatient(foundId);
  const isPair = one.data !== undefined && other.data !== undefined;
  return (
    <Dialog
      title={say("merge.title")}
      closeLabel={say("action.close")}
      shape="wide"
      onClose={onClose}
      testName={testNames.mergeDialog}
    >
      <FaultNotice error={one.error ?? other.error} />
      {foundId === null && one.data !== undefined ? (
        <FindDuplicate patient={one.data} onChoose={setFoundId} />
      ) : null}
      {foundId !== null && !isPair && one.error === null && other.error === null ? (
        <Skeleton label={say("action.loading")} lines={6} />
      ) : null}
      {isPair ? (
        <MergeForm
          pair={{ one: one.data, other: other.data }}
          onMerged={onMerged}
          onClose={onClose}
        />
      ) : null}
    </Dialog>
  );
}
