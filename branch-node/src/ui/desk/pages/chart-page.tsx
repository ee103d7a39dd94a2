import { useEffect } from "react";
import { useNavigate, useParams } from "@tanstack/react-router";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { ChartMenu } from "#ui/desk/chart/chart-menu.tsx";
import { MergedRecords } from "#ui/desk/chart/merged-records.tsx";
import { ChartAppointments } from "#ui/desk/patients/chart-appointments.tsx";
import { ChartDetails } from "#ui/desk/patients/chart-details.tsx";
import { PatientDocuments } from "#ui/desk/patients/patient-documents.tsx";
import { PatientIdentity } from "#ui/desk/patients/patient-identity.tsx";
import { useNamedPatient } from "#ui/desk/patients/patient-key.ts";
import { PatientPanel } from "#ui/desk/patients/patient-panel.tsx";
import { EarlierVisits } from "#ui/desk/patients/patient-visits.tsx";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Card, Skeleton } from "#ui/kit/surfaces.tsx";
import { Tabs } from "#ui/kit/tabs.tsx";
import { LostPage } from "./lost-page.tsx";

const tabs = ["overview", "visits", "appointments", "documents", "details"] as const;

type Tab = (typeof tabs)[number];

function TabContent({ tab, patient }: { readonly tab: Tab; readonly patient: Patient }) {
  const { tokenFor, tokenBegun, showEncounter } = useDesk();
  switch (tab) {
    case "overview":
      return (
        <PatientPanel
          patient={patient}
          token={tokenFor?.patientId === patient.id ? tokenFor : null}
          onTokenBegun={tokenBegun}
          onEncounter={showEncounter}
        />
      );
    case "visits":
      return <EarlierVisits patientId={patient.id} onEncounter={showEncounter} />;
    case "appointments":
      return <ChartAppointments patientId={patient.id} />;
    case "documents":
      return <PatientDocuments patientId={patient.id} waiting={[]} />;
    case "details":
      return <ChartDetails patient={patient} />;
  }
}

function Chart({ patient, tab }: { readonly patient: Patient; readonly tab: Tab }) {
  const say = useSay();
  const go = useNavigate();
  const show = (next: string) =>
    void go({ to: "/patients/$patient/$tab", params: { patient: patient.uhid, tab: next } });
  return (
    <article className="page chart" aria-labelledby="patient-name">
      <Card isFlush>
        <PatientIdentity patient={patient}>
          <ChartMenu patient={patient} />
        </PatientIdentity>
        <MergedRecords patient={patient} />
        <Tabs
          label={say("chart.tabs")}
          items={tabs.map((id) => ({ id, text: say(`chart.${id}`), testName: `chart-${id}` }))}
          chosen={tab}
          onChoose={show}
        >
          <TabContent tab={tab} patient={patient} />
        </Tabs>
      </Card>
    </article>
  );
}

/** A patient's chart, by UHID and tab. An address with the record's id leads to the one with the UHID. */
export function ChartPage() {
  const say = useSay();
  const go = useNavigate();
  const { patient: name = "", tab } = useParams({ strict: false });
  const { patient, isNobody, error } = useNamedPatient(name);
  const uhid = patient?.uhid;
  const shown = tabs.find((known) => known === (tab ?? "overview"));
  useEffect(() => {
    if (uhid === undefined || (uhid === name && tab !== undefined)) return;
    void go({
      to: "/patients/$patient/$tab",
      params: { patient: uhid, tab: tab ?? "overview" },
      replace: true,
    });
  }, [go, name, tab, uhid]);
  if (isNobody || shown === undefined) return <LostPage />;
  if (patient !== undefined) return <Chart key={patient.id} patient={patient} tab={shown} />;
  return error === null ? (
    <Skeleton label={say("action.loading")} lines={6} />
  ) : (
    <FaultNotice error={error} />
  );
}
