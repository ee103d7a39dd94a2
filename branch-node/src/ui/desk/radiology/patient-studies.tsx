import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { RadiologyStudy } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.contract.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { PriorityMark } from "#ui/desk/lab/lab-cells.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Disclosure } from "#ui/kit/disclosure.tsx";
import { Skeleton } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { OrderInChart } from "#ui/desk/tests/order-in-chart.tsx";
import { OrderStudy } from "./order-study.tsx";
import { usePatientStudies } from "./radiology-queries.ts";
import { StudyActions, useRadiologyRights } from "./study-actions.tsx";
import { CriticalMark, StudyAge, StudyState, StudyWhat } from "./study-cells.tsx";

function Study({ study }: { readonly study: RadiologyStudy }) {
  return (
    <li className="rx-card" data-testid={testNames.patientStudy}>
      <div className="rx-head">
        <strong className="lab-number">{study.accession_no}</strong>
        <StudyState study={study} />
        <PriorityMark order={study} />
        <CriticalMark study={study} />
        <span className="muted">
          <StudyAge study={study} />
        </span>
      </div>
      <StudyWhat study={study} />
      {study.report === null ? null : (
        <p className="report-words">
          <bdi>{study.report.impression}</bdi>
        </p>
      )}
      <div className="form-actions">
        <StudyActions study={study} />
      </div>
    </li>
  );
}

/** Begins or goes on with the order of a study; nothing for who orders none. */
export function OrderPatientStudy({ patient }: { readonly patient: Patient }) {
  const say = useSay();
  const { mayOrder } = useRadiologyRights();
  if (!mayOrder || patient.merged_into_id !== null) return null;
  return (
    <OrderInChart
      kind={draftKinds.study}
      patientId={patient.id}
      text={say("radiology.orderStudy")}
      testName={testNames.orderStudy}
    >
      {({ visit, resumed, leave }) => (
        <OrderStudy
          patientId={patient.id}
          visitId={visit?.id ?? null}
          resumed={resumed}
          onLeave={leave}
        />
      )}
    </OrderInChart>
  );
}

/** What was asked to be seen of a patient, the newest first, with what the images show. */
export function PatientStudies({ patientId }: { readonly patientId: string }) {
  const say = useSay();
  const { data, error } = usePatientStudies(patientId);
  const live = data?.filter(({ status }) => status !== "cancelled") ?? [];
  const cancelled = data?.filter(({ status }) => status === "cancelled") ?? [];
  return (
    <section className="chart-part" aria-label={say("radiology.title")}>
      <h3>{say("radiology.title")}</h3>
      <FaultNotice error={error} />
      {data === undefined && error === null ? (
        <Skeleton label={say("action.loading")} lines={3} />
      ) : null}
      {data !== undefined && live.length === 0 ? (
        <p className="muted">{say("radiology.noneOfPatient")}</p>
      ) : null}
      <ul className="rx-cards">
        {live.map((study) => (
          <Study key={study.id} study={study} />
        ))}
      </ul>
      {cancelled.length === 0 ? null : (
        <Disclosure title={say("radiology.stopped", { count: cancelled.length })}>
          <ul className="rx-cards">
            {cancelled.map((study) => (
              <Study key={study.id} study={study} />
            ))}
          </ul>
        </Disclosure>
      )}
    </section>
  );
}
