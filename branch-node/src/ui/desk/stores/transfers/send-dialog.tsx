import { useState, type FormEvent } from "react";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import type { Batch } from "#ui/desk/stock/stock-queries.ts";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { readCount } from "#ui/desk/stores/move-draft.ts";
import { useBranches } from "./branch-names.ts";
import { useSendStock } from "./transfer-queries.ts";

interface SendProps {
  readonly batch: Batch;
  readonly onClose: () => void;
}

function useSendForm({ batch, onClose }: SendProps) {
  const say = useSay();
  const [quantity, setQuantity] = useState("");
  const [note, setNote] = useState("");
  const [branch, setBranch] = useState("");
  const { data: branches = [] } = useBranches();
  const [isChecked, setChecked] = useState(false);
  const send = useSendStock(() => {
    notify({ text: say("transfer.sentNow"), tone: "good" });
    onClose();
  });
  const paths = ["lines.0.quantity", "to_branch_id", "note"];
  const faults = faultsAtFields(send.error, paths, say);
  const units = readCount(quantity) ?? 0;
  const gaps: readonly TextId[] = [
    ...(units === 0 ? ["dispense.needsQuantity" as const] : []),
    ...(units > batch.on_hand ? ["fault.balance" as const] : []),
  ];
  const [gap] = isChecked ? gaps : [];
  return {
    quantity,
    note,
    setNote,
    branch,
    others: branches.filter(({ id }) => id !== batch.branch_id),
    setBranch: (id: string) => {
      setBranch(id);
      send.reset();
    },
    branchFault: faults.at("to_branch_id"),
    setQuantity: (typed: string) => {
      setQuantity(typed);
      send.reset();
    },
    quantityFault: gap === undefined ? faults.at("lines.0.quantity") : say(gap),
    noteFault: faults.at("note"),
    rest: faults.rest,
    submit: (event: FormEvent) => {
      event.preventDefault();
      setChecked(true);
      if (gaps.length > 0 || send.isPending) return;
      send.mutate({
        from_location_id: batch.location_id,
        lines: [{ stock_id: batch.id, quantity: units }],
        ...(branch === "" ? {} : { to_branch_id: branch }),
        ...(note.trim() === "" ? {} : { note: note.trim() }),
      });
    },
  };
}

/** To which branch it goes, where there is more than one. */
function ToBranch({ form }: { readonly form: ReturnType<typeof useSendForm> }) {
  const say = useSay();
  if (form.others.length === 0) return null;
  return (
    <ChoiceField
      label={say("transfer.toBranch")}
      value={form.branch}
      onChange={form.setBranch}
      empty={say("transfer.thisBranch")}
      options={form.others.map(({ id, name }) => ({ value: id, text: name }))}
      fault={form.branchFault}
      testName={testNames.sendBranch}
    />
  );
}

/** Sends some of a batch on its way: it is in transit until somebody receives it where it has come. */
export function SendDialog(props: SendProps) {
  const { batch, onClose } = props;
  const say = useSay();
  const form = useSendForm(props);
  return (
    <Dialog
      title={say("stores.moveOf", { name: say("transfer.send"), batch: batch.batch_no })}
      closeLabel={say("action.close")}
      onClose={onClose}
      testName={testNames.sendDialog}
    >
      <form className="dialog-form" onSubmit={form.submit} noValidate>
        <p className="muted">{say("transfer.sendLead")}</p>
        <LineField
          label={say("dispense.quantity")}
          value={form.quantity}
          onChange={form.setQuantity}
          inputMode="numeric"
          takesFocus
          isRequired
          fault={form.quantityFault}
          testName={testNames.sendQuantity}
        />
        <ToBranch form={form} />
        <LineField
          label={say("transfer.sendNote")}
          value={form.note}
          onChange={form.setNote}
          fault={form.noteFault}
          testName={testNames.sendNote}
        />
        <FaultNotice error={form.rest} />
        <FormActions
          action={say("transfer.send")}
          testName={testNames.confirmSend}
          onLeave={onClose}
        />
      </form>
    </Dialog>
  );
}
