import { useState, type FormEvent } from "react";
import { Link } from "@tanstack/react-router";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { fieldLabel } from "#ui/desk/attention/conflict-values.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useStaffName } from "#ui/desk/visits/staff-name.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { Banner } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { useUnmerge } from "./merge-commands.ts";

const shortestReason = 3;

interface UndoProps {
  readonly merged: Patient;
  readonly onClose: () => void;
}

function useUndoForm({ merged, onClose }: UndoProps) {
  const say = useSay();
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const unmerge = useUnmerge(merged, (kept) => {
    const fields = kept.map((field) => fieldLabel(field, say)).join(", ");
    const text =
      kept.length === 0 ? say("merge.undone") : say("merge.undoneBut", { values: fields });
    notify({ text, tone: kept.length === 0 ? "good" : "warning" });
    onClose();
  });
  return {
    reason,
    isMissing,
    error: unmerge.error,
    write: (text: string) => {
      setReason(text);
      setMissing(false);
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (unmerge.isPending) return;
      const why = reason.trim();
      if (why.length < shortestReason) return setMissing(true);
      unmerge.mutate(why);
    },
  };
}

function UndoDialog(props: UndoProps) {
  const say = useSay();
  const form = useUndoForm(props);
  return (
    <Dialog title={say("merge.undo")} closeLabel={say("action.close")} onClose={props.onClose}>
      <p>{say("merge.undoMeans", { uhid: props.merged.uhid })}</p>
      <form className="dialog-form" noValidate onSubmit={form.submit}>
        <LineField
          label={say("merge.reason")}
          hint={say("merge.undoHint")}
          value={form.reason}
          onChange={form.write}
          fault={form.isMissing ? say("merge.needsReason") : undefined}
          isRequired
          takesFocus
          testName={testNames.undoReason}
        />
        <FaultNotice error={form.error} />
        <FormActions
          action={say("merge.undo")}
          testName={testNames.confirmUndo}
          onLeave={props.onClose}
          leave="action.close"
        />
      </form>
    </Dialog>
  );
}

/** Asks why before it undoes a merge; nobody sees it who may not. */
function UndoMerge({ merged }: { readonly merged: Patient }) {
  const say = useSay();
  const mayMerge = useMay("patients", "approve");
  const [isAsking, setAsking] = useState(false);
  if (!mayMerge) return null;
  return (
    <>
      <Button
        isSmall
        icon="undo"
        about={merged.uhid}
        onPress={() => setAsking(true)}
        testName={testNames.undoMerge}
      >
        {say("merge.undo")}
      </Button>
      {isAsking ? <UndoDialog merged={merged} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function MergedRecord({ id, survivorId }: { readonly id: string; readonly survivorId: string }) {
  const say = useSay();
  const clock = useBranchClock();
  const { data } = usePatient(id);
  const by = useStaffName(data?.updated_by ?? "");
  // What was given back meanwhile may still be named; the record itself says where it belongs.
  if (data === undefined || data.merged_into_id !== survivorId) return null;
  const who = [clock.date(data.updated_at), by ?? ""].filter((part) => part !== "").join(" · ");
  return (
    <Banner tone="info" action={<UndoMerge merged={data} />} testName={testNames.mergedRecord}>
      {say("merge.contains", {
        name: `${data.name} · ${data.uhid}`,
        reason: data.merge_reason ?? "",
      })}{" "}
      <span className="muted">{who}</span>
    </Banner>
  );
}

function Survivor({ patient, into }: { readonly patient: Patient; readonly into: string }) {
  const say = useSay();
  const { data } = usePatient(into);
  if (data === undefined) return null;
  return (
    <Banner tone="warning" action={<UndoMerge merged={patient} />} testName={testNames.mergedInto}>
      {say("merge.into")}{" "}
      <Link to="/patients/$patient" params={{ patient: data.uhid }} className="link">
        {data.name} · {data.uhid}
      </Link>
    </Banner>
  );
}

/** Which records were merged into this one, or into which this one was merged; each can be undone with a reason. */
export function MergedRecords({ patient }: { readonly patient: Patient }) {
  const { merged_into_id: into, merged_ids: merged } = patient;
  if (into === null && merged === null) return null;
  return (
    <div className="chart-notices">
      {into === null ? null : <Survivor patient={patient} into={into} />}
      {(merged ?? []).map((id) => (
        <MergedRecord key={id} id={id} survivorId={patient.id} />
      ))}
    </div>
  );
}
