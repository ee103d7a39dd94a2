import { moveReasons } from "@edgeward/shared/clinical/stock/stock-parts.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { ChoiceField } from "#ui/kit/select.tsx";
import type { MoveReason } from "./move-draft.ts";

interface MoveReasonFieldProps {
  readonly value: MoveReason | "";
  readonly onChange: (reason: MoveReason | "") => void;
  readonly fault: string | undefined;
  readonly testName: string;
  readonly isBare?: boolean;
}

/** Why stock is more or less than it was, or was not where it should be. */
export function MoveReasonField({ onChange, ...field }: MoveReasonFieldProps) {
  const say = useSay();
  return (
    <ChoiceField
      {...field}
      label={say("shift.reason")}
      onChange={(chosen) => onChange(moveReasons.find((known) => known === chosen) ?? "")}
      empty={say("rx.choose")}
      options={moveReasons.map((value) => ({ value, text: say(`moveReason.${value}`) }))}
    />
  );
}
