import { useState } from "react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useResumed } from "#ui/desk/drafts/use-resumed.ts";
import { CriticalFindings } from "#ui/desk/radiology/critical-findings.tsx";
import { OrderDialog } from "#ui/desk/radiology/order-dialog.tsx";
import { partOf, radiologyParts, type RadiologyPart } from "#ui/desk/radiology/radiology-list.ts";
import { useOpenStudies, useReportedStudies } from "#ui/desk/radiology/radiology-queries.ts";
import { useRadiologyRights } from "#ui/desk/radiology/study-actions.tsx";
import { StudyTable } from "#ui/desk/radiology/study-table.tsx";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card, PageHead } from "#ui/kit/surfaces.tsx";
import { Tabs } from "#ui/kit/tabs.tsx";
import { testNames } from "#ui/test-names.ts";

function NewStudy() {
  const say = useSay();
  const { formLeft } = useDesk();
  const isResumed = useResumed(draftKinds.study, null) !== null;
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    formLeft();
  };
  return (
    <>
      <Button look="primary" icon="add" onPress={() => setOpen(true)} testName={testNames.newStudy}>
        {say("radiology.new")}
      </Button>
      {isOpen || isResumed ? <OrderDialog onClose={close} /> : null}
    </>
  );
}

/** Radiology's work list: what is to be scheduled, taken, reported and verified, the most urgent first. */
export function RadiologyPage() {
  const say = useSay();
  const search = useSearch({ from: "/radiology" });
  const go = useNavigate({ from: "/radiology" });
  const open = useOpenStudies();
  const reported = useReportedStudies();
  const { mayOrder, mayReport } = useRadiologyRights();
  // Who reports begins with what has been taken, everybody else with what has to be scheduled.
  const part = search.part ?? (mayReport ? "report" : "schedule");
  const listOf = (each: RadiologyPart) => (each === "done" ? reported : open);
  const rowsOf = (each: RadiologyPart) => partOf(listOf(each).data ?? [], each);
  return (
    <section className="page ward" aria-label={say("radiology.title")}>
      <PageHead title={say("radiology.title")}>{mayOrder ? <NewStudy /> : null}</PageHead>
      <FaultNotice error={open.error ?? reported.error} />
      <CriticalFindings />
      <Card isFlush testName={testNames.radiologyList}>
        <Tabs
          label={say("radiology.title")}
          items={radiologyParts.map((id) => ({
            id,
            text: say(`radiology.${id}`),
            testName: `${testNames.radiologyPart}-${id}`,
            ...(id === "done" ? {} : { count: rowsOf(id).length }),
          }))}
          chosen={part}
          onChoose={(id) =>
            void go({ search: { part: radiologyParts.find((one) => one === id) }, replace: true })
          }
        >
          <StudyTable part={part} rows={rowsOf(part)} isReading={listOf(part).isPending} />
        </Tabs>
      </Card>
    </section>
  );
}
