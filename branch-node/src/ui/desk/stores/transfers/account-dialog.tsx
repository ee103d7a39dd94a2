import { useState, type FormEvent } from "react";
import { moveReasons } from "@edgeward/shared/clinical/stock/stock-parts.contract.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { ItemName } from "#ui/desk/stock/item-name.tsx";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import {
  accountBody,
  accountGaps,
  begunAccount,
  missingLines,
  type AccountDraft,
  type ArrivalGap,
  type MissingLine,
  type Transfer,
} from "./transfer-draft.ts";
import { useReceiveStock } from "./transfer-queries.ts";

interface AccountProps {
  readonly transfer: Transfer;
  readonly onClose: () => void;
}

const gapTexts: Readonly<Record<ArrivalGap, TextId>> = {
  quantity: "dispense.needsQuantity",
  tooMuch: "transfer.needsAll",
  reason: "stores.needsReason",
};

interface LineProps {
  readonly line: MissingLine;
  readonly draft: AccountDraft;
  readonly isChecked: boolean;
  readonly onWrite: (patch: Partial<AccountDraft>) => void;
}

function Line({ line, draft, isChecked, onWrite }: LineProps) {
  const say = useSay();
  const gaps = isChecked ? accountGaps(line, draft) : [];
  const faultOf = (...of: readonly ArrivalGap[]) => {
    const gap = gaps.find((one) => of.includes(one));
    return gap === undefined ? undefined : say(gapTexts[gap]);
  };
  return (
    <fieldset className="transfer-line" data-testid={testNames.accountLine}>
      <legend>
        <ItemName id={line.item_id} /> <bdi className="lab-number">{line.batch_no}</bdi>
      </legend>
      <LineField
        label={say("transfer.found", { count: line.missing })}
        value={draft.found}
        onChange={(found) => onWrite({ found })}
        inputMode="numeric"
        fault={faultOf("quantity", "tooMuch")}
        testName={testNames.accountFound}
      />
      <LineField
        label={say("transfer.writtenOff")}
        value={draft.writtenOff}
        onChange={(writtenOff) => onWrite({ writtenOff })}
        inputMode="numeric"
        testName={testNames.accountWrittenOff}
      />
      <ChoiceField
        label={say("shift.reason")}
        value={draft.reason}
        onChange={(value) =>
          onWrite({ reason: moveReasons.find((known) => known === value) ?? "" })
        }
        empty={say("rx.choose")}
        options={moveReasons.map((value) => ({ value, text: say(`moveReason.${value}`) }))}
        fault={faultOf("reason")}
        testName={testNames.accountReason}
      />
    </fieldset>
  );
}

function useAccountForm({ transfer, onClose }: AccountProps) {
  const say = useSay();
  const [drafts, setDrafts] = useState<Readonly<Record<string, AccountDraft>>>({});
  const [isChecked, setChecked] = useState(false);
  const lines = missingLines(transfer);
  const account = useReceiveStock(transfer.id, () => {
    notify({ text: say("transfer.accounted"), tone: "good" });
    onClose();
  });
  const draftOf = (line: MissingLine) => drafts[line.id] ?? begunAccount(line);
  return {
    lines,
    draftOf,
    isChecked,
    error: account.error,
    write: (line: MissingLine, patch: Partial<AccountDraft>) => {
      setDrafts((now) => ({ ...now, [line.id]: { ...draftOf(line), ...patch } }));
      account.reset();
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      setChecked(true);
      const isWhole = lines.every((line) => accountGaps(line, draftOf(line)).length === 0);
      const body = isWhole ? accountBody(lines, drafts) : null;
      if (body !== null && !account.isPending) account.mutate(body);
    },
  };
}

/** Accounts for what is missing of what was sent from here: what turned up again goes back, the rest is written off. */
export function AccountDialog(props: AccountProps) {
  const { onClose } = props;
  const say = useSay();
  const form = useAccountForm(props);
  return (
    <Dialog
      title={say("transfer.account")}
      closeLabel={say("action.close")}
      onClose={onClose}
      testName={testNames.accountDialog}
    >
      <form className="dialog-form" onSubmit={form.submit} noValidate>
        <p className="muted">{say("transfer.accountLead")}</p>
        {form.lines.map((line) => (
          <Line
            key={line.id}
            line={line}
            draft={form.draftOf(line)}
            isChecked={form.isChecked}
            onWrite={(patch) => form.write(line, patch)}
          />
        ))}
        <FaultNotice error={form.error} />
        <div className="form-actions">
          <Button look="primary" type="submit" testName={testNames.confirmAccount}>
            {say("transfer.account")}
          </Button>
          <Button look="quiet" onPress={onClose}>
            {say("action.cancel")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
