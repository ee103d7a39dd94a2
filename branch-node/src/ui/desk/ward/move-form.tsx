import { useState, type FormEvent } from "react";
import type { Admission } from "@edgeward/shared/clinical/admissions/admissions.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import type { WardOfBoard } from "./bed-board.ts";
import { bedOn, FreeBedField } from "./free-bed-field.tsx";
import { useAdmissionChange } from "./ward-queries.ts";

interface MoveFormProps {
  readonly stay: Admission;
  readonly name: string;
  readonly board: readonly WardOfBoard[];
  readonly onMoved: () => void;
  readonly onLeave: () => void;
}

function useMove({ stay, name, board, onMoved }: MoveFormProps) {
  const say = useSay();
  const [bedId, setBedId] = useState("");
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const change = useAdmissionChange(stay.id, () => {
    const bed = bedOn(board, bedId)?.code ?? "";
    notify({ text: say("stay.movedNow", { name, bed }), tone: "good" });
    onMoved();
  });
  const faults = faultsAtFields(change.error, ["bed_id", "transfer_reason"], say);
  return {
    bedId,
    reason,
    setReason,
    faults,
    bedFault: isMissing ? say("bed.needed") : faults.at("bed_id"),
    setBed: (id: string) => {
      setBedId(id);
      setMissing(false);
      change.reset();
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      setMissing(bedId === "");
      if (bedId === "" || change.isPending) return;
      const why = reason.trim();
      change.mutate({ bed_id: bedId, ...(why === "" ? {} : { transfer_reason: why }) });
    },
  };
}

/** Moves a patient to another bed; the one that is left is cleaned. */
export function MoveForm(props: MoveFormProps) {
  const say = useSay();
  const move = useMove(props);
  return (
    <form className="dialog-form" onSubmit={move.submit} noValidate>
      <FreeBedField
        board={props.board}
        value={move.bedId}
        onChange={move.setBed}
        fault={move.bedFault}
      />
      <LineField
        label={say("appointment.reason")}
        value={move.reason}
        onChange={move.setReason}
        fault={move.faults.at("transfer_reason")}
        testName={testNames.moveReason}
      />
      <FaultNotice error={move.faults.rest} />
      <div className="form-actions">
        <Button look="primary" type="submit" testName={testNames.confirmMove}>
          {say("stay.move")}
        </Button>
        <Button look="quiet" onPress={props.onLeave}>
          {say("action.cancel")}
        </Button>
      </div>
    </form>
  );
}
