import { useState } from "react";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { usePlaces } from "#ui/desk/stock/place-queries.ts";
import { MoveReasonField } from "#ui/desk/stores/reason-field.tsx";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import {
  arrivalBody,
  arrivalGaps,
  begunArrival,
  openLines,
  ownBatchOf,
  type ArrivalDraft,
  type ArrivalGap,
  type OpenLine,
  type Transfer,
} from "./transfer-draft.ts";
import { GoodsLine, gapText } from "./transfer-line.tsx";
import { useGoodsForm } from "./use-goods-form.ts";

interface ReceiveProps {
  readonly transfer: Transfer;
  readonly onClose: () => void;
}

const gapTexts: Readonly<Record<ArrivalGap, TextId>> = {
  quantity: "dispense.needsQuantity",
  tooMuch: "transfer.tooMuch",
  reason: "stores.needsReason",
};

interface LineProps {
  readonly line: OpenLine;
  readonly draft: ArrivalDraft;
  readonly isChecked: boolean;
  /** That the batch cannot be received under its number. */
  readonly batchFault: string | undefined;
  readonly onWrite: (patch: Partial<ArrivalDraft>) => void;
}

function Line({ line, draft, isChecked, batchFault, onWrite }: LineProps) {
  const say = useSay();
  const faultOf = gapText(isChecked ? arrivalGaps(line, draft) : [], gapTexts, say);
  return (
    <GoodsLine line={line} testName={testNames.transferLine}>
      <LineField
        label={say("transfer.came", { count: line.left })}
        value={draft.came}
        onChange={(came) => onWrite({ came })}
        inputMode="numeric"
        fault={faultOf("quantity", "tooMuch")}
        testName={testNames.transferCame}
      />
      {batchFault === undefined && draft.batch === "" ? null : (
        <LineField
          label={say("transfer.ownBatch")}
          value={draft.batch}
          onChange={(batch) => onWrite({ batch })}
          fault={batchFault}
          testName={testNames.ownBatch}
        />
      )}
      <LineField
        label={say("transfer.missing")}
        value={draft.missing}
        onChange={(missing) => onWrite({ missing })}
        inputMode="numeric"
        testName={testNames.transferMissing}
      />
      {draft.missing.trim() === "" ? null : (
        <MoveReasonField
          value={draft.reason}
          onChange={(reason) => onWrite({ reason })}
          fault={faultOf("reason")}
          testName={testNames.transferReason}
        />
      )}
    </GoodsLine>
  );
}

function useReceiveForm({ transfer, onClose }: ReceiveProps) {
  const say = useSay();
  const { data: places = [] } = usePlaces();
  const [chosen, setChosen] = useState("");
  const known = places.filter(
    ({ id, kind, status }) =>
      status === "active" && kind !== "quarantine" && id !== transfer.from_location_id,
  );
  const [only, ...others] = known;
  const place = chosen === "" && others.length === 0 ? (only?.id ?? "") : chosen;
  const lines = openLines(transfer);
  const form = useGoodsForm<OpenLine, ArrivalDraft>({
    transferId: transfer.id,
    lines,
    begun: begunArrival,
    gapsOf: arrivalGaps,
    bodyOf: (drafts) => (place === "" ? null : arrivalBody(lines, drafts, place)),
    done: "transfer.receivedNow",
    onClose,
  });
  const paths = lines.map((_, nth) => `receipts.${nth}.batch_no`);
  const faults = faultsAtFields(form.error, paths, say);
  return {
    ...form,
    place,
    places: known,
    choose: setChosen,
    error: faults.rest,
    batchFaultOf: (line: OpenLine) => {
      // Lines of which nothing has come yet are left out of what is sent.
      const sent = form.body?.receipts ?? [];
      const nth = sent.findIndex(({ line_id: id }) => id === line.id);
      if (faults.at(`receipts.${nth}.batch_no`) === undefined) return undefined;
      return say("transfer.otherLabel", { name: ownBatchOf(line) });
    },
  };
}

/** Receives what is on its way: how much of each batch has come, what is missing for good and why, and where it is put. */
export function ReceiveDialog(props: ReceiveProps) {
  const { onClose } = props;
  const say = useSay();
  const form = useReceiveForm(props);
  return (
    <Dialog
      title={say("transfer.receive")}
      closeLabel={say("action.close")}
      onClose={onClose}
      testName={testNames.transferDialog}
    >
      <form className="dialog-form" onSubmit={form.submit} noValidate>
        <p className="muted">{say("transfer.lead")}</p>
        {form.lines.map((line) => (
          <Line
            key={line.id}
            line={line}
            draft={form.draftOf(line)}
            isChecked={form.isChecked}
            batchFault={form.batchFaultOf(line)}
            onWrite={(patch) => form.write(line, patch)}
          />
        ))}
        <ChoiceField
          label={say("stores.toPlace")}
          value={form.place}
          onChange={form.choose}
          empty={say("rx.choose")}
          options={form.places.map(({ id, name }) => ({ value: id, text: name }))}
          fault={form.isChecked && form.place === "" ? say("stores.needsPlace") : undefined}
          testName={testNames.transferPlace}
        />
        <FaultNotice error={form.error} />
        <FormActions
          action={say("transfer.receive")}
          testName={testNames.confirmTransfer}
          onLeave={onClose}
        />
      </form>
    </Dialog>
  );
}
