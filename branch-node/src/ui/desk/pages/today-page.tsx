import { useCallback, useState } from "react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { Card, PageHead } from "#ui/kit/surfaces.tsx";
import { Tabs } from "#ui/kit/tabs.tsx";
import { testNames } from "#ui/test-names.ts";
import { useAppointmentsOn, usePatient, useProviders } from "#ui/desk/data/queries.ts";
import { PrintersPanel } from "#ui/desk/attention/printers-panel.tsx";
import { NextVisit } from "#ui/desk/chart/next-visit.tsx";
import { UnfinishedForms } from "#ui/desk/drafts/unfinished-forms.tsx";
import { PatientIdentity } from "#ui/desk/patients/patient-identity.tsx";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { useBranchClock, useToday } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { CallNext } from "#ui/desk/today/call-next.tsx";
import { CheckInScan } from "#ui/desk/today/check-in-scan.tsx";
import { firstPart, queueOf, queuePart, queueParts, type QueuePart } from "#ui/desk/today/queue.ts";
import { everyQueue } from "#ui/desk/today/queue-address.ts";
import { TodayFigures } from "#ui/desk/today/today-figures.tsx";
import { QueueTable } from "#ui/desk/today/queue-table.tsx";

/** The day's queue as somebody looks at it: which part, whose, and who is chosen; what a scan has found comes first. */
function useQueue() {
  const { foundVisit, forgetVisit } = useDesk();
  const { staff } = useSignedIn();
  const day = useAppointmentsOn(useToday());
  const { data: doctors } = useProviders();
  const { doctor } = useSearch({ from: "/today" });
  const go = useNavigate({ from: "/today" });
  const [wantedPart, setPart] = useState<QueuePart | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const providers = doctors ?? [];
  const found = day.data?.find(({ id }) => id === foundVisit?.appointmentId);
  // A doctor begins with the own queue, everybody else with the whole one.
  const own = providers.find(({ id }) => id === staff.id)?.id ?? "";
  const wanted = doctor === everyQueue ? "" : (doctor ?? own);
  // A slip that was scanned is shown, also where it stands in another doctor's queue.
  const providerId = found === undefined || found.provider_id === wanted ? wanted : "";
  const queue = queueOf(day.data ?? [], providerId === "" ? null : providerId);
  // The day begins with whom it expects; who comes later changes nothing under the hand of whoever looks.
  if (wantedPart === null && day.data !== undefined) setPart(firstPart(queue));
  const part = wantedPart ?? "waiting";
  const nameOf = useCallback(
    (id: string) => (doctors ?? []).find((each) => each.id === id)?.name ?? "",
    [doctors],
  );
  const choose = (patch: () => void) => {
    forgetVisit();
    patch();
  };
  return {
    day,
    queue,
    providers,
    providerId,
    nameOf,
    part: found === undefined ? part : queuePart(found.status),
    chosen: found?.id ?? chosen,
    setDoctor: (id: string) =>
      choose(() => void go({ search: { doctor: id === "" ? everyQueue : id }, replace: true })),
    setPart: (next: QueuePart) =>
      choose(() => {
        setPart(next);
        setChosen(null);
      }),
    setChosen: (id: string | null) =>
      choose(() => {
        if (found !== undefined) setPart(queuePart(found.status));
        setChosen(id);
      }),
  };
}

type Queue = ReturnType<typeof useQueue>;

/** Who is chosen in the queue: enough to be sure that it is the person at the desk. */
function ChosenPatient({ queue }: { readonly queue: Queue }) {
  const say = useSay();
  const { showPatient } = useDesk();
  const appointment = queue.day.data?.find(({ id }) => id === queue.chosen);
  const { data: patient } = usePatient(appointment?.patient_id ?? null);
  if (queue.chosen === null) return <p className="aside-hint">{say("today.chooseHint")}</p>;
  if (patient === undefined) return null;
  return (
    <Card>
      <PatientIdentity patient={patient} />
      <NextVisit patient={patient} />
      <Button look="primary" onPress={() => showPatient(patient.id)} testName={testNames.openChart}>
        {say("today.openChart")}
      </Button>
    </Card>
  );
}

function QueueCard({ queue }: { readonly queue: Queue }) {
  const say = useSay();
  const { part, providers, providerId } = queue;
  const asked = (
    <ChoiceField
      label={say("queue.provider")}
      value={providerId}
      onChange={queue.setDoctor}
      testName={testNames.queueDoctor}
      empty={say("queue.all")}
      options={providers.map((each) => ({ value: each.id, text: each.name }))}
      isBare
    />
  );
  return (
    <Card isFlush testName={testNames.queue}>
      <Tabs
        label={say("queue.title")}
        items={queueParts.map((id) => ({
          id,
          text: say(`queue.${id}`),
          count: queue.queue[id].length,
          testName: `queue-${id}`,
        }))}
        chosen={part}
        onChoose={(id) => queue.setPart(queueParts.find((known) => known === id) ?? "waiting")}
        aside={asked}
      >
        <QueueTable
          part={part}
          appointments={queue.queue[part]}
          isReading={queue.day.isPending}
          nameOf={queue.nameOf}
          isOfOne={providerId !== ""}
          chosen={queue.chosen}
          onChoose={queue.setChosen}
        />
      </Tabs>
    </Card>
  );
}

/** Today at the branch: who waits, who is with a doctor, who is still to come, and who is chosen of them. */
export function TodayPage() {
  const say = useSay();
  const clock = useBranchClock();
  const today = useToday();
  const { showVisit, showPatient, resume } = useDesk();
  const queue = useQueue();
  return (
    <section className="page today" aria-label={say("nav.today")}>
      <PageHead title={say("nav.today")} about={clock.day(`${today}T12:00:00Z`)}>
        <CheckInScan
          appointments={queue.day.data ?? []}
          onVisit={showVisit}
          onPatient={showPatient}
        />
        <CallNext waiting={queue.queue.waiting} />
      </PageHead>
      <FaultNotice error={queue.day.error} />
      {queue.day.data === undefined ? null : <TodayFigures day={queue.day.data} />}
      <div className="today-columns">
        <QueueCard queue={queue} />
        <aside className="today-aside">
          <ChosenPatient queue={queue} />
          <PrintersPanel isOfPrinters />
          <UnfinishedForms onContinue={resume} />
        </aside>
      </div>
    </section>
  );
}
