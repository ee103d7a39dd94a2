import type { Invoice } from "./bill-queries.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Badge, type Tone } from "#ui/kit/surfaces.tsx";

const tones: Readonly<Record<Invoice["status"], Tone>> = {
  draft: "neutral",
  issued: "warning",
  partially_paid: "warning",
  paid: "good",
  partially_refunded: "info",
  refunded: "info",
  credited: "neutral",
  written_off: "danger",
  void: "neutral",
};

/** How far a bill has come. */
export function BillState({ status }: Pick<Invoice, "status">) {
  const say = useSay();
  return <Badge tone={tones[status]}>{say(`billStatus.${status}`)}</Badge>;
}
