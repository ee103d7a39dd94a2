import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { MoveReasonField } from "#ui/desk/stores/reason-field.tsx";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
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
import { GoodsLine, gapText } from "./transfer-line.tsx";
import { useGoodsForm } from "./use-goods-form.ts";

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
  const faultOf = gapText(isChecked ? accountGaps(line, draft) : [], gapTexts, say);
  return (
    <GoodsLine line={line} testName={testNames.accountLine}>
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
      <MoveReasonField
        value={draft.reason}
        onChange={(reason) => onWrite({ reason })}
        fault={faultOf("reason")}
        testName={testNames.accountReason}
      />
    </GoodsLine>
  );
}

function useAccountForm({ transfer, onClose }: AccountProps) {
  const lines = missingLines(transfer);
  return useGoodsForm<MissingLine, AccountDraft>({
    transferId: transfer.id,
    lines,
    begun: begunAccount,
    gapsOf: accountGaps,
    bodyOf: (drafts) => accountBody(lines, drafts),
    done: "transfer.accounted",
    onClose,
  });
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
        <FormActions
          action={say("transfer.account")}
          testName={testNames.confirmAccount}
          onLeave={onClose}
        />
      </form>
    </Dialog>
  );
}
