import { useNavigate, useSearch } from "@tanstack/react-router";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { CriticalCard } from "#ui/desk/lab/critical-card.tsx";
import { labParts, partOf, type LabPart } from "#ui/desk/lab/lab-list.ts";
import { useDoneOrders, useOpenOrders } from "#ui/desk/lab/lab-queries.ts";
import { LabTable } from "#ui/desk/lab/lab-table.tsx";
import { useLabRights } from "#ui/desk/lab/order-actions.tsx";
import { UnfinishedForms } from "#ui/desk/drafts/unfinished-forms.tsx";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Card, PageHead } from "#ui/kit/surfaces.tsx";
import { Tabs } from "#ui/kit/tabs.tsx";
import { testNames } from "#ui/test-names.ts";

/** The laboratory's work list: what is to be collected, received, entered and verified, the most urgent first. */
export function LabPage() {
  const say = useSay();
  const search = useSearch({ from: "/lab" });
  const go = useNavigate({ from: "/lab" });
  const open = useOpenOrders();
  const done = useDoneOrders();
  const { mayEnter } = useLabRights();
  const { resume } = useDesk();
  // Who works there begins with what has come in, everybody else with what is to be collected.
  const part = search.status ?? (mayEnter ? "enter" : "collect");
  const listOf = (each: LabPart) => (each === "done" ? done : open);
  const rowsOf = (each: LabPart) => partOf(listOf(each).data ?? [], each);
  return (
    <section className="page ward" aria-label={say("lab.title")}>
      <PageHead title={say("lab.title")} />
      <FaultNotice error={open.error ?? done.error} />
      <CriticalCard />
      <UnfinishedForms onContinue={resume} />
      <Card isFlush testName={testNames.labList}>
        <Tabs
          label={say("lab.title")}
          items={labParts.map((id) => ({
            id,
            text: say(`lab.${id}`),
            testName: `${testNames.labPart}-${id}`,
            ...(id === "done" ? {} : { count: rowsOf(id).length }),
          }))}
          chosen={part}
          onChoose={(id) =>
            void go({ search: { status: labParts.find((one) => one === id) }, replace: true })
          }
        >
          <LabTable part={part} rows={rowsOf(part)} isReading={listOf(part).isPending} />
        </Tabs>
      </Card>
    </section>
  );
}
