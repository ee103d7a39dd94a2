import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { Prescription } from "@edgeward/shared/clinical/prescriptions/prescriptions.contract.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import { useStaffName } from "#ui/desk/data/staff-names.ts";
import { DraftOffer } from "#ui/desk/drafts/draft-offer.tsx";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { UnfinishedForms } from "#ui/desk/drafts/unfinished-forms.tsx";
import { useResumed } from "#ui/desk/drafts/use-resumed.ts";
import { PatientIdentity } from "#ui/desk/patients/patient-identity.tsx";
import { AlertList } from "#ui/desk/prescriptions/alert-list.tsx";
import { isOpenRx } from "#ui/desk/prescriptions/rx-texts.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { writtenDay } from "#ui/desk/patients/birth.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card, PageHead, Skeleton } from "#ui/kit/surfaces.tsx";
import { Tabs } from "#ui/kit/tabs.tsx";
import { useScans } from "#ui/scan/scans.tsx";
import { testNames } from "#ui/test-names.ts";
import { DispenseFormBody } from "./dispense-form.tsx";
import { DispensePanel } from "./dispense-panel.tsx";
import { DispenseState, GivenMedicines, RxMedicines, RxState } from "./pharmacy-cells.tsx";
import { pharmacyParts, type Dispense, type PharmacyPart } from "./pharmacy-list.ts";
import {
  useDispense,
  useDispenses,
  useDispensesOf,
  useOpenPrescriptions,
  usePrescription,
} from "./pharmacy-queries.ts";
import { DispenseTable, RxTable } from "./pharmacy-tables.tsx";

/** The lists of the work, and where a scanned prescription is opened. */
function useWork() {
  const go = useNavigate();
  const open = useOpenPrescriptions();
  const [ready, done] = [useDispenses("ready"), useDispenses("done")];
  useScans((text) => {
    const scanned = text.trim().toUpperCase();
    const rx = open.data?.rows.find(({ rx_no: number }) => number.toUpperCase() === scanned);
    if (rx === undefined) return false;
    void go({ to: "/pharmacy/prescriptions/$prescription", params: { prescription: rx.id } });
    return true;
  });
  return { open, ready, done };
}

function ToCounter() {
  const say = useSay();
  const go = useNavigate();
  return (
    <Button
      look="primary"
      icon="add"
      onPress={() => void go({ to: "/pharmacy/counter" })}
      testName={testNames.overCounter}
    >
      {say("dispense.counter")}
    </Button>
  );
}

type Work = ReturnType<typeof useWork>;

/** The parts of the work; who may not read prescriptions sees what was given out alone. */
function WorkTabs({ lists, part }: { readonly lists: Work; readonly part: PharmacyPart }) {
  const say = useSay();
  const go = useNavigate({ from: "/pharmacy" });
  const mayReadRx = useMay("prescriptions", "read");
  const { isPending } = lists[part];
  return (
    <Tabs
      label={say("pharmacy.title")}
      items={pharmacyParts
        .filter((id) => mayReadRx || id !== "open")
        .map((id) => ({
          id,
          text: say(`pharmacy.${id}`),
          testName: `${testNames.pharmacyPart}-${id}`,
          ...(id === "done" ? {} : { count: lists[id].data?.rows.length ?? 0 }),
        }))}
      chosen={part}
      onChoose={(id) =>
        void go({ search: { part: pharmacyParts.find((one) => one === id) }, replace: true })
      }
    >
      {part === "open" ? (
        <RxTable rows={lists.open.data?.rows ?? []} isReading={isPending} />
      ) : (
        <DispenseTable part={part} rows={lists[part].data?.rows ?? []} isReading={isPending} />
      )}
    </Tabs>
  );
}

/** The pharmacy's work list: what is to be given out, what is to be handed over, and what was. */
export function PharmacyPage() {
  const say = useSay();
  const mayReadRx = useMay("prescriptions", "read");
  const { part = mayReadRx ? "open" : "ready" } = useSearch({ from: "/pharmacy" });
  const { resume } = useDesk();
  const mayGive = useMay("dispenses", "create");
  const lists = useWork();
  const { data: shown, error } = lists[part];
  return (
    <section className="page ward" aria-label={say("pharmacy.title")}>
      <PageHead title={say("pharmacy.title")}>{mayGive ? <ToCounter /> : null}</PageHead>
      <FaultNotice error={error} />
      <UnfinishedForms onContinue={resume} />
      <Card isFlush testName={testNames.pharmacyList}>
        <WorkTabs lists={lists} part={part} />
      </Card>
      {shown?.isCut === true ? (
        <p className="muted">{say("pharmacy.cut", { count: shown.rows.length })}</p>
      ) : null}
      {mayGive && part === "open" ? <p className="muted">{say("pharmacy.howTo")}</p> : null}
    </section>
  );
}

interface FormProps {
  readonly prescription: Prescription | null;
  readonly before: readonly Dispense[];
}

function Form({ prescription, before }: FormProps) {
  const go = useNavigate();
  const { resume, formLeft } = useDesk();
  const entityId = prescription?.id ?? null;
  const resumed = useResumed(draftKinds.dispense, entityId);
  return (
    <DraftOffer
      kind={draftKinds.dispense}
      entityId={entityId}
      resumed={resumed}
      onContinue={resume}
      isOneOfMany={entityId === null}
    >
      <DispenseFormBody
        key={resumed?.id ?? ""}
        prescription={prescription}
        before={before}
        resumed={resumed}
        onSaved={({ id }) => {
          formLeft();
          void go({ to: "/pharmacy/dispenses/$dispense", params: { dispense: id } });
        }}
        onLeave={() => {
          formLeft();
          void go({ to: "/pharmacy" });
        }}
      />
    </DraftOffer>
  );
}

function Before({ before }: { readonly before: readonly Dispense[] }) {
  const say = useSay();
  const clock = useBranchClock();
  if (before.length === 0) return null;
  return (
    <Card title={say("dispense.before")}>
      <ul className="clearances">
        {before.map((each) => (
          <li key={each.id} className="clearance-line">
            <Link
              className="link"
              to="/pharmacy/dispenses/$dispense"
              params={{ dispense: each.id }}
            >
              {clock.day(each.created_at)} {clock.time(each.created_at)}
            </Link>
            <GivenMedicines lines={each.lines} />
            <DispenseState status={each.status} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function RxFacts({ rx }: { readonly rx: Prescription }) {
  const say = useSay();
  const clock = useBranchClock();
  const nameOf = useStaffName();
  const at = rx.issued_at ?? rx.created_at;
  return (
    <Card title={say("pharmacy.prescription")}>
      <ul className="clearances">
        <li>
          {say("pharmacy.prescriber")}: <bdi>{nameOf(rx.prescriber_id)}</bdi>
        </li>
        <li>
          {say("pharmacy.issued")}: {clock.day(at)} {clock.time(at)}
        </li>
        {rx.valid_until === null ? null : (
          <li>{say("dispense.until", { day: writtenDay(rx.valid_until) })}</li>
        )}
      </ul>
      <AlertList alerts={rx.interaction_alerts} />
      {rx.override === null || rx.interaction_alerts.length === 0 ? null : (
        <p>
          {say("rx.inSpite")}: <bdi>{rx.override.reason}</bdi>
        </p>
      )}
    </Card>
  );
}

function RxContent({ rx }: { readonly rx: Prescription }) {
  const say = useSay();
  const mayGive = useMay("dispenses", "create");
  const { data: patient } = usePatient(rx.patient_id);
  const { data: before, error } = useDispensesOf(rx.id);
  return (
    <div className="today-columns">
      <div className="ward">
        <FaultNotice error={error} />
        {before === undefined ? <Skeleton label={say("action.loading")} lines={6} /> : null}
        {before !== undefined && mayGive && isOpenRx(rx) ? (
          // What was given out meanwhile changes what is left: the form begins anew with it.
          <Form key={before.map(({ id }) => id).join()} prescription={rx} before={before} />
        ) : null}
        {before !== undefined && !(mayGive && isOpenRx(rx)) ? (
          <Card title={say("chart.medicines")}>
            <RxMedicines items={rx.items} />
          </Card>
        ) : null}
        <Before before={before ?? []} />
      </div>
      <aside className="today-aside">
        {patient === undefined ? null : (
          <Card>
            <PatientIdentity patient={patient} />
          </Card>
        )}
        <RxFacts rx={rx} />
      </aside>
    </div>
  );
}

function Back() {
  const say = useSay();
  const go = useNavigate();
  return (
    <Button onPress={() => void go({ to: "/pharmacy" })} testName={testNames.toPharmacy}>
      {say("lab.back")}
    </Button>
  );
}

/** One prescription, where its medicines are given out. */
export function PharmacyRxPage() {
  const say = useSay();
  const { prescription: id } = useParams({ from: "/pharmacy/prescriptions/$prescription" });
  const { data: rx, error } = usePrescription(id);
  const title = rx?.rx_no ?? say("pharmacy.prescription");
  return (
    <section className="page ward" aria-label={title} data-testid={testNames.pharmacyRx}>
      <PageHead title={title}>
        {rx === undefined ? null : <RxState status={rx.status} />}
        <Back />
      </PageHead>
      <FaultNotice error={error} />
      {rx !== undefined || error !== null ? null : <Skeleton label={say("action.loading")} />}
      {rx === undefined ? null : <RxContent rx={rx} />}
    </section>
  );
}

/** What is given out over the counter, without a prescription. */
export function CounterPage() {
  const say = useSay();
  const mayGive = useMay("dispenses", "create");
  return (
    <section
      className="page ward"
      aria-label={say("dispense.counter")}
      data-testid={testNames.counterPage}
    >
      <PageHead title={say("dispense.counter")}>
        <Back />
      </PageHead>
      {mayGive ? (
        <Form prescription={null} before={[]} />
      ) : (
        <p className="muted">{say("fault.forbidden")}</p>
      )}
    </section>
  );
}

/** One dispense, at its own address. */
export function DispensePage() {
  const say = useSay();
  const { dispense: id } = useParams({ from: "/pharmacy/dispenses/$dispense" });
  const { data: dispense, error } = useDispense(id);
  return (
    <section
      className="page ward"
      aria-label={say("dispense.title")}
      data-testid={testNames.dispensePage}
    >
      <PageHead title={say("dispense.title")}>
        {dispense === undefined ? null : <DispenseState status={dispense.status} />}
        <Back />
      </PageHead>
      <FaultNotice error={error} />
      {dispense !== undefined || error !== null ? null : <Skeleton label={say("action.loading")} />}
      {dispense === undefined ? null : <DispensePanel dispense={dispense} />}
    </section>
  );
}
