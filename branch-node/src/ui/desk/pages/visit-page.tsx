import { useParams } from "@tanstack/react-router";
import { BannerActions } from "#ui/desk/chart/banner-actions.tsx";
import { NextVisit } from "#ui/desk/chart/next-visit.tsx";
import { ChartBanner } from "#ui/desk/chart/chart-banner.tsx";
import { MergedRecords } from "#ui/desk/chart/merged-records.tsx";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useResumed } from "#ui/desk/drafts/use-resumed.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useEncounter, usePatient } from "#ui/desk/data/queries.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { VisitWork } from "#ui/desk/visits/visit-work.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Skeleton } from "#ui/kit/surfaces.tsx";

/** One visit of a patient: whose it is stands first. */
export function VisitPage() {
  const say = useSay();
  const { visit } = useParams({ from: "/visits/$visit" });
  const { resume, showPatient, showEncounter } = useDesk();
  const encounter = useEncounter(visit);
  const patient = usePatient(encounter.data?.patient_id ?? null).data;
  const resumed = useResumed(draftKinds.encounter, visit);
  if (encounter.data === undefined) {
    return encounter.error === null ? (
      <Skeleton label={say("action.loading")} lines={6} />
    ) : (
      <FaultNotice error={encounter.error} />
    );
  }
  const { patient_id: patientId } = encounter.data;
  return (
    <section className="page chart-page">
      {patient === undefined ? null : (
        <ChartBanner
          patient={patient}
          isLink
          actions={<BannerActions patient={patient} tab="visit" />}
          next={patient.merged_into_id === null ? <NextVisit patient={patient} /> : null}
        />
      )}
      {patient === undefined ? null : <MergedRecords patient={patient} />}
      <VisitWork
        visit={encounter.data}
        patient={patient}
        resumed={resumed}
        onContinue={resume}
        onLeave={() => showPatient(patientId)}
        onEncounter={showEncounter}
      />
    </section>
  );
}
