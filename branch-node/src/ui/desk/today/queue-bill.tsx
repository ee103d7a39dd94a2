import { useInvoices, type Invoice } from "#ui/desk/billing/bill-queries.ts";
import { useMoney } from "#ui/desk/money/money.tsx";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useSay } from "#ui/i18n/text.ts";

const unissued: ReadonlySet<Invoice["status"]> = new Set(["draft", "void", "credited"]);

function Due({ bills }: { readonly bills: readonly Invoice[] }) {
  const say = useSay();
  const money = useMoney(bills[0]?.currency ?? "INR");
  const due = bills.reduce((sum, { due_minor: each }) => sum + each, 0);
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
  const bills = data.filter((one) => one.patient_id === patientId && !unissued.has(one.status));
  return bills.length === 0 ? null : <Due bills={bills} />;
}
