import { useInvoices } from "#ui/desk/billing/bill-queries.ts";
import { useMoney } from "#ui/desk/money/money.tsx";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useSay } from "#ui/i18n/text.ts";
import { billOfDay } from "./bill-of-day.ts";

/** What is due, or that it is paid. */
export function DueMark({ due, currency }: NonNullable<ReturnType<typeof billOfDay>>) {
  const say = useSay();
  const money = useMoney(currency);
  return (
    <bdi className={due > 0 ? "queue-bill is-due" : "queue-bill"}>
      {due > 0 ? say("queue.billDue", { amount: money(due) }) : say("billStatus.paid")}
    </bdi>
  );
}

/** What is due of somebody's bills of today, or that they are paid; nothing where there is none. */
export function QueueBill({ patientId }: { readonly patientId: string }) {
  const today = useToday();
  const { data = [] } = useInvoices({ date_from: today, date_to: today });
  const bill = billOfDay(data, patientId);
  return bill === null ? null : <DueMark {...bill} />;
}
