import type { FormEvent } from "react";
import { useState } from "react";
import type { Admission } from "@edgeward/shared/clinical/admissions/admissions.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import type { WardOfBoard } from "./bed-board.ts";
import { bedOn, FreeBedField, isFree } from "./free-bed-field.tsx";
import { KeptFormActions } from "#ui/desk/drafts/kept-form-actions.tsx";
import { KeptLine, StayOffer, useKeptOfStay, type OfferedProps } from "./kept-of-stay.tsx";
import { readMove, type MoveDraft } from "./ward-kept.ts";
import { useAdmissionChange } from "./ward-queries.ts";

interface MoveFormProps {
  readonly stay: Admission;
  readonly name: string;
  readonly board: readonly WardOfBoard[];
  readonly onMoved: () => void;
  readonly onLeave: () => void;
}

const emptyMove: MoveDraft = { bedId: "", reason: "" };

function useMove({ stay, name, board, resumed, onMoved }: MoveFormProps & OfferedProps) {
  const say = useSay();
  const [isMissing, setMissing] = useState(false);
  const form = useKeptOfStay({
    kind: draftKinds.move,
    stay,
    resumed,
    empty: emptyMove,
    read: readMove,
  });
  const { fields, write } = form;
  // A bed that somebody else was put into meanwhile has to be chosen anew.
  const bedId = isFree(board, fields.bedId) ? fields.bedId : "";
  const change = useAdmissionChange(
    stay.id,
    () => {
      const bed = bedOn(board, bedId)?.code ?? "";
      notify({ text: say("stay.movedNow", { name, bed }), tone: "good" });
      onMoved();
    },
    form.kept,
  );
  const faults = faultsAtFields(change.error, ["bed_id", "transfer_reason"], say);
  return {
    form,
    bedId,
    faults,
    bedFault: isMissing ? say("bed.needed") : faults.at("bed_id"),
    setReason: (reason: string) => write({ reason }),
    setBed: (id: string) => {
      write({ bedId: id });
      setMissing(false);
      change.reset();
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      setMissing(bedId === "");
      if (bedId === "" || change.isPending) return;
      const why = fields.reason.trim();
      change.mutate({ bed_id: bedId, ...(why === "" ? {} : { transfer_reason: why }) });
    },
  };
}

function MoveBody(props: MoveFormProps & OfferedProps) {
  const say = useSay();
  const move = useMove(props);
  return (
    <form className="dialog-form" onSubmit={move.submit} noValidate>
      <KeptLine form={move.form} />
      <FreeBedField
        board={props.board}
        value={move.bedId}
        onChange={move.setBed}
        fault={move.bedFault}
      />
      <LineField
        label={say("appointment.reason")}
        value={move.form.fields.reason}
        onChange={move.setReason}
        fault={move.faults.at("transfer_reason")}
        testName={testNames.moveReason}
      />
      <FaultNotice error={move.faults.rest} />
      <KeptFormActions
        action={say("stay.move")}
        testName={testNames.confirmMove}
        keeper={move.form.kept.keeper}
        onLeave={props.onLeave}
      />
    </form>
  );
}

/** Moves a patient to another bed; the one that is left is cleaned. */
export function MoveForm(props: MoveFormProps) {
  return (
    <StayOffer kind={draftKinds.move} stay={props.stay}>
      {(resumed) => <MoveBody {...props} resumed={resumed} />}
    </StayOffer>
  );
}
