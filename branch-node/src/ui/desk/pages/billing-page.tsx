import { useMemo } from "react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { UnfinishedForms } from "#ui/desk/drafts/unfinished-forms.tsx";
import { billParts, type BillPart } from "#ui/desk/billing/billing-address.ts";
import { useInvoicePages, type Invoice } from "#ui/desk/billing/bill-queries.ts";
import { BillTable } from "#ui/desk/billing/bill-table.tsx";
import { ShiftNeeded } from "#ui/desk/billing/shift-needed.tsx";
import { useMoney } from "#ui/desk/money/money.tsx";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Card, PageHead } from "#ui/kit/surfaces.tsx";
import { Tabs } from "#ui/kit/tabs.tsx";
import { testNames } from "#ui/test-names.ts";

function queryOf(part: BillPart, today: string) {
  if (part === "today") return { date_from: today, date_to: today };
  if (part === "unpaid") return { open: "true" } as const;
  return part === "drafts" ? ({ status: "draft" } as const) : {};
}

interface FiguresProps {
  readonly bills: readonly Invoice[];
  /** Whether there are more than these. */
  readonly isCut: boolean;
}

/** What the bills that stand come to. */
function Figures({ bills, isCut }: FiguresProps) {
  const say = useSay();
  const money = useMoney(bills[0]?.currency ?? "INR");
  const standing = bills.filter(({ status }) => status !== "void" && status !== "draft");
  const sumOf = (name: "total_minor" | "due_minor") =>
    money(standing.reduce((sum, bill) => sum + bill[name], 0));
  return (
    <span className="muted bill-figures">
      {say(isCut ? "bills.figuresSoFar" : "bills.figures", {
        count: standing.length,
        total: sumOf("total_minor"),
        due: sumOf("due_minor"),
      })}
    </span>
  );
}

// What is summed up is read whole; all there ever was is read as somebody scrolls.
const pagesAtOnce: Readonly<Record<BillPart, number>> = {
  today: 20,
  unpaid: 20,
  drafts: 20,
  all: 1,
};

/** The bills of the branch: those of today, those of which something is due, and those that are only drawn up. */
export function BillingPage() {
  const say = useSay();
  const { show = "today" } = useSearch({ from: "/billing" });
  const go = useNavigate({ from: "/billing" });
  const { resume } = useDesk();
  const mayTake = useMay("payments", "create");
  const today = useToday();
  const list = useInvoicePages(queryOf(show, today), pagesAtOnce[show]);
  const { data, error, hasNextPage: isCut, isFetchingNextPage, fetchNextPage } = list;
  const bills = useMemo(() => data?.pages.flatMap(({ rows }) => rows) ?? [], [data]);
  const more = () => {
    if (!isFetchingNextPage) void fetchNextPage();
  };
  return (
    <section
      className="page ward"
      aria-label={say("bills.title")}
      data-testid={testNames.billingPage}
    >
      <PageHead title={say("bills.title")} />
      <FaultNotice error={error} />
      {mayTake ? <ShiftNeeded /> : null}
      <UnfinishedForms onContinue={resume} />
      <Card isFlush>
        <Tabs
          label={say("bills.title")}
          items={billParts.map((id) => ({
            id,
            text: say(`bills.show_${id}`),
            testName: `${testNames.billPart}-${id}`,
          }))}
          chosen={show}
          onChoose={(id) =>
            void go({ search: { show: billParts.find((one) => one === id) }, replace: true })
          }
          aside={<Figures bills={bills} isCut={isCut} />}
        >
          <BillTable
            rows={bills}
            label={say(`bills.show_${show}`)}
            onMore={isCut ? more : undefined}
          />
        </Tabs>
      </Card>
      <p className="muted">{say("bills.howTo")}</p>
    </section>
  );
}
