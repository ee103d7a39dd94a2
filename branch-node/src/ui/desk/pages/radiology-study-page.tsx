import { useNavigate, useParams } from "@tanstack/react-router";
import { PriorityMark } from "#ui/desk/lab/lab-cells.tsx";
import { useStudy } from "#ui/desk/radiology/radiology-queries.ts";
import { CriticalMark, StudyState } from "#ui/desk/radiology/study-cells.tsx";
import { StudyPanel } from "#ui/desk/radiology/study-panel.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { PageHead, Skeleton } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";

/** One radiology study, at its own address. */
export function RadiologyStudyPage() {
  const say = useSay();
  const go = useNavigate();
  const { study: id } = useParams({ from: "/radiology/studies/$study" });
  const { data: study, error } = useStudy(id);
  const title = study?.accession_no ?? say("radiology.study");
  return (
    <section className="page ward" aria-label={title} data-testid={testNames.radiologyStudy}>
      <PageHead title={title}>
        {study === undefined ? null : (
          <span className="stay-who">
            <PriorityMark order={study} />
            <StudyState study={study} />
            <CriticalMark study={study} />
          </span>
        )}
        <Button onPress={() => void go({ to: "/radiology" })} testName={testNames.toRadiology}>
          {say("radiology.back")}
        </Button>
      </PageHead>
      <FaultNotice error={error} />
      {study !== undefined || error !== null ? null : <Skeleton label={say("action.loading")} />}
      {study === undefined ? null : <StudyPanel study={study} />}
    </section>
  );
}
