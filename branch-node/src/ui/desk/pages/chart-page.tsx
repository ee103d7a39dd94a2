import { useEffect, useState } from "react";
import { useNavigate, useParams } from "@tanstack/react-router";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { PatientBills } from "#ui/desk/billing/patient-bills.tsx";
import { PatientCertificates } from "#ui/desk/certificates/patient-certificates.tsx";
import { BannerActions } from "#ui/desk/chart/banner-actions.tsx";
import { NextVisit } from "#ui/desk/chart/next-visit.tsx";
import { ChartBanner } from "#ui/desk/chart/chart-banner.tsx";
import { ChartTimeline } from "#ui/desk/chart/chart-timeline.tsx";
import { ChartChanges } from "#ui/desk/chart/chart-changes.tsx";
import { KnownProblems } from "#ui/desk/chart/known-problems-card.tsx";
import { MergedRecords } from "#ui/desk/chart/merged-records.tsx";
import { PatientConsents } from "#ui/desk/consents/patient-consents.tsx";
import { useEncounter } from "#ui/desk/data/queries.ts";
import { KeptDocuments } from "#ui/desk/documents/kept-documents.tsx";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useResumed } from "#ui/desk/drafts/use-resumed.ts";
import { ChartAppointments } from "#ui/desk/patients/chart-appointments.tsx";
import { ChartDetails } from "#ui/desk/patients/chart-details.tsx";
import { addressOf, useNamedPatient } from "#ui/desk/patients/patient-key.ts";
import { PatientPanel } from "#ui/desk/patients/patient-panel.tsx";
import { EarlierVisits, LastVisits } from "#ui/desk/patients/patient-visits.tsx";
import { PatientMedicines } from "#ui/desk/prescriptions/patient-medicines.tsx";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { VisitWork } from "#ui/desk/visits/visit-work.tsx";
import { PatientTests } from "#ui/desk/tests/patient-tests.tsx";
import { useOpenVisit } from "#ui/desk/vitals/save-vitals.ts";
import { VitalsTrend } from "#ui/desk/vitals/vitals-trend.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Card, Skeleton } from "#ui/kit/surfaces.tsx";
import { Tabs } from "#ui/kit/tabs.tsx";
import { LostPage } from "./lost-page.tsx";

const tabs = [
  "visit",
  "overview",
  "visits",
  "timeline",
  "results",
  "medicines",
  "letters",
  "consents",
  "appointments",
  "bills",
  "documents",
  "details",
  "changes",
] as const;

type Tab = (typeof tabs)[number];

interface PartProps {
  readonly patient: Patient;
  readonly onLeave: () => void;
}

/** The visit that is under way, within the chart. */
function VisitUnderWay({ visitId, patient, onLeave }: PartProps & { readonly visitId: string }) {
  const say = useSay();
  const { resume, showEncounter } = useDesk();
  const resumed = useResumed(draftKinds.encounter, visitId);
  const { data, error } = useEncounter(visitId);
  if (error !== null) return <FaultNotice error={error} />;
  if (data === undefined) return <Skeleton label={say("action.loading")} lines={6} />;
  return (
    <VisitWork
      visit={data}
      patient={patient}
      resumed={resumed}
      onContinue={resume}
      onLeave={onLeave}
      onEncounter={showEncounter}
    />
  );
}

function Overview({ patient }: { readonly patient: Patient }) {
  const { tokenFor, tokenBegun, showEncounter } = useDesk();
  const mayRead = useMay("encounters", "read");
  return (
    <div className="work-and-aside">
      <PatientPanel
        patient={patient}
        token={tokenFor?.patientId === patient.id ? tokenFor : null}
        onTokenBegun={tokenBegun}
        onEncounter={showEncounter}
      />
      <aside className="work-aside">
        <KnownProblems patient={patient} />
        {mayRead ? <LastVisits patientId={patient.id} onEncounter={showEncounter} /> : null}
        {mayRead ? <VitalsTrend patient={patient} /> : null}
      </aside>
    </div>
  );
}

interface ContentProps extends PartProps {
  readonly tab: Tab;
  readonly visitId: string | null;
}

function TabContent({ tab, visitId, ...part }: ContentProps) {
  const say = useSay();
  const { patient } = part;
  const { showEncounter } = useDesk();
  switch (tab) {
    case "visit":
      return visitId === null ? (
        <p className="muted">{say("chart.noVisit")}</p>
      ) : (
        <VisitUnderWay visitId={visitId} {...part} />
      );
    case "overview":
      return <Overview patient={patient} />;
    case "visits":
      return <EarlierVisits patientId={patient.id} onEncounter={showEncounter} />;
    case "timeline":
      return <ChartTimeline patientId={patient.id} />;
    case "results":
      return <PatientTests patient={patient} />;
    case "medicines":
      return <PatientMedicines patient={patient} />;
    case "letters":
      return <PatientCertificates patient={patient} />;
    case "consents":
      return <PatientConsents patient={patient} />;
    case "appointments":
      return <ChartAppointments patientId={patient.id} />;
    case "bills":
      return <PatientBills patient={patient} />;
    case "documents":
      return <KeptDocuments patient={patient} />;
    case "details":
      return <ChartDetails {...part} />;
    case "changes":
      return <ChartChanges patientId={patient.id} />;
  }
}

/** The visit under way; one that was finished while the chart is open stays in sight, with what is left to do about it. */
function useVisitOfChart(patientId: string): string | null {
  const { data } = useOpenVisit(patientId);
  const [seenId, setSeenId] = useState<string | null>(null);
  const openId = data?.id ?? null;
  if (openId !== null && openId !== seenId) setSeenId(openId);
  return openId ?? seenId;
}

/** The tabs of what the caller may read. */
function useShownTabs(visitId: string | null, tab: Tab): readonly Tab[] {
  const mayReadChanges = useMay("patient_changes", "read");
  const mayReadOrders = useMay("lab_orders", "read");
  const mayReadStudies = useMay("radiology_studies", "read");
  const mayReadMedicines = useMay("prescriptions", "read");
  const mayReadLetters = useMay("certificates", "read");
  const mayReadConsents = useMay("consents", "read");
  const mayReadBills = useMay("invoices", "read");
  const mayReadVisits = useMay("encounters", "read");
  return tabs.filter((id) => {
    if (id === "timeline") return mayReadVisits;
    if (id === "visit") return visitId !== null || tab === "visit";
    if (id === "medicines") return mayReadMedicines;
    if (id === "results") return mayReadOrders || mayReadStudies;
    if (id === "letters") return mayReadLetters;
    if (id === "consents") return mayReadConsents;
    if (id === "bills") return mayReadBills;
    return id !== "changes" || mayReadChanges;
  });
}

function Chart({ patient, tab }: { readonly patient: Patient; readonly tab: Tab }) {
  const say = useSay();
  const go = useNavigate();
  const visitId = useVisitOfChart(patient.id);
  const show = (next: string) =>
    void go({
      to: "/patients/$patient/$tab",
      params: { patient: addressOf(patient), tab: next },
    });
  const shown = useShownTabs(visitId, tab);
  return (
    <article className="page chart-page chart" aria-labelledby="patient-name">
      <ChartBanner
        patient={patient}
        actions={<BannerActions patient={patient} tab={tab} />}
        next={patient.merged_into_id === null ? <NextVisit patient={patient} /> : null}
      />
      <MergedRecords patient={patient} />
      <Card isFlush>
        <Tabs
          label={say("chart.tabs")}
          items={shown.map((id) => ({ id, text: say(`chart.${id}`), testName: `chart-${id}` }))}
          chosen={tab}
          onChoose={show}
        >
          <TabContent
            tab={tab}
            visitId={visitId}
            patient={patient}
            onLeave={() => show("overview")}
          />
        </Tabs>
      </Card>
    </article>
  );
}

/**
 * A patient's chart, by UHID and tab. An address with the record's id leads to the one with the UHID; that of a merged
 * record stays, for by its number it would give way to its survivor with the next news.
 */
export function ChartPage() {
  const say = useSay();
  const go = useNavigate();
  const { patient: name = "", tab } = useParams({ strict: false });
  const { patient, isNobody, error } = useNamedPatient(name);
  const address = patient === undefined ? undefined : addressOf(patient);
  const shown = tabs.find((known) => known === (tab ?? "overview"));
  useEffect(() => {
    if (address === undefined || (address === name && tab !== undefined)) return;
    void go({
      to: "/patients/$patient/$tab",
      params: { patient: address, tab: tab ?? "overview" },
      replace: true,
    });
  }, [go, name, tab, address]);
  if (isNobody || shown === undefined) return <LostPage />;
  if (patient !== undefined) return <Chart key={patient.id} patient={patient} tab={shown} />;
  return error === null ? (
    <Skeleton label={say("action.loading")} lines={6} />
  ) : (
    <FaultNotice error={error} />
  );
}
