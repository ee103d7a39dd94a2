import { lazy, Suspense, useCallback, useState, type FormEvent } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "#ui/kit/button.tsx";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { scansContract } from "#scanning/scans.contract.ts";
import { Banner, Skeleton } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { DraftsProvider } from "#ui/desk/drafts/drafts-context.tsx";
import { DueDoses } from "#ui/desk/medicines/due-doses.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { PatientIdentity } from "#ui/desk/patients/patient-identity.tsx";
import { usePatient } from "#ui/desk/data/queries.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useClient, useSessionStore, useSignedIn } from "#ui/desk/session/session-context.tsx";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { useIdle } from "#ui/kiosk/use-idle.ts";
import { pagePart } from "#ui/net/page-part.ts";
import { useScans } from "#ui/scan/scans.tsx";
import { testNames } from "#ui/test-names.ts";
import { BedsideTasks } from "./bedside-tasks.tsx";
import { useCollectSpecimen } from "./collect-specimen.ts";
import { VitalsDraft } from "./vitals-draft.tsx";

const idleSeconds = 45;
const warningSeconds = 15;

/** Opens whose wristband is read; a specimen's label is looked at for the patient who is open. */
function useOpenByScan() {
  const client = useClient();
  const collect = useCollectSpecimen();
  const [patientId, setPatientId] = useState<string | null>(null);
  const [problem, setProblem] = useState<TextId | null>(null);
  const [collected, setCollected] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);

  /** Whether the code is a label at the bed of the patient who is open. */
  async function isLabel(text: string, isSpecimen: boolean): Promise<boolean> {
    if (patientId === null) return false;
    const found = await collect(text, patientId);
    if (found.outcome === "collected") setCollected(found.name);
    if (found.outcome === "mismatch") setProblem("bedside.otherSpecimen");
    // What nobody knows here is no label that was printed for the open patient, and opens nobody else.
    if (found.outcome === "unknown" && isSpecimen) setProblem("bedside.unknownSpecimen");
    return isSpecimen || found.outcome !== "unknown";
  }

  async function look(text: string): Promise<void> {
    const { body } = await client.call(scansContract.lookUp, { body: { text } });
    const [only, ...others] = body.patient_ids;
    // At a bedside one code is one person, or nobody; a tube is not the person who lies there.
    const isSpecimen = body.kind === "specimen";
    const isOne = only !== undefined && others.length === 0 && !isSpecimen;
    if (!isOne && (await isLabel(text, isSpecimen))) return;
    setPatientId(isOne ? only : null);
    if (!isOne) setProblem(isSpecimen ? "bedside.specimen" : "bedside.unknown");
  }

  async function follow(text: string): Promise<void> {
    setError(null);
    setProblem(null);
    setCollected(null);
    try {
      await look(text);
    } catch (failure) {
      setPatientId(null);
      setError(failure);
    }
  }

  const close = useCallback(() => {
    setPatientId(null);
    setCollected(null);
  }, []);
  return { patientId, problem, collected, error, follow, close };
}

// Fetched as it is opened: few are asked at the bed.
const PatientConsents = lazy(async () => {
  const part = await pagePart(() => import("#ui/desk/consents/patient-consents.tsx"));
  return { default: part.PatientConsents };
});

/** What the patient agrees to, asked and signed at the bed. */
function BedsideConsents({ patient }: { readonly patient: Patient }) {
  const say = useSay();
  const [isOpen, setOpen] = useState(false);
  if (!useMay("consents", "read")) return null;
  if (!isOpen)
    return (
      <Button isWide onPress={() => setOpen(true)} testName={testNames.bedsideConsents}>
        {say("chart.consents")}
      </Button>
    );
  return (
    <Suspense fallback={<Skeleton label={say("action.loading")} lines={4} />}>
      <DraftsProvider>
        <PatientConsents patient={patient} />
      </DraftsProvider>
    </Suspense>
  );
}

function OpenPatient({
  patientId,
  onDone,
}: {
  readonly patientId: string;
  readonly onDone: () => void;
}) {
  const say = useSay();
  const { data, error } = usePatient(patientId);
  return (
    <article className="card patient" data-testid={testNames.patient}>
      <FaultNotice error={error} />
      {data === undefined ? null : (
        <>
          <PatientIdentity patient={data} />
          {data.allergies.length === 0 ? (
            <p className="muted">{say("bedside.noAllergies")}</p>
          ) : null}
          <BedsideTasks patientId={data.id} />
          <DueDoses patientId={data.id} />
          <VitalsDraft key={data.id} patientId={data.id} />
          <BedsideConsents patient={data} />
        </>
      )}
      <Button isWide onPress={onDone}>
        {say("bedside.again")}
      </Button>
    </article>
  );
}

function ByNumber({ onNumber }: { readonly onNumber: (text: string) => void }) {
  const say = useSay();
  const [text, setText] = useState("");
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (text.trim() !== "") onNumber(text.trim());
  }
  return (
    <form className="bedside-number" onSubmit={submit}>
      <LineField
        label={say("bedside.manual")}
        value={text}
        onChange={setText}
        testName={testNames.bedsideNumber}
      />
      <Button type="submit" testName={testNames.bedsideOpen}>
        {say("bedside.open")}
      </Button>
    </form>
  );
}

function BedsideTop() {
  const say = useSay();
  const session = useSessionStore();
  const { staff } = useSignedIn();
  return (
    <header className="bedside-top">
      <h1>{say("bedside.title")}</h1>
      <span>{staff.name}</span>
      <Button onPress={() => void session.signOut()} testName={testNames.signOut}>
        {say("bedside.signOut")}
      </Button>
    </header>
  );
}

/** The bedside: the wristband opens its wearer, and nobody else; a minute without a touch closes the record. */
export function Bedside() {
  const say = useSay();
  const queries = useQueryClient();
  const open = useOpenByScan();
  const { close } = open;
  const wipe = useCallback(() => {
    close();
    queries.clear();
  }, [close, queries]);
  const left = useIdle(open.patientId !== null, idleSeconds, warningSeconds, wipe);
  useScans((text) => {
    void open.follow(text);
    return true;
  });
  return (
    <main className="bedside" data-testid={testNames.bedside}>
      <BedsideTop />
      {left === null ? null : (
        <p className="notice notice-info" role="alert">
          {say("kiosk.idleLead", { count: left })}
        </p>
      )}
      {open.problem === null ? null : (
        <p className="notice notice-danger" role="alert" data-testid={testNames.scanNotice}>
          {say(open.problem)}
        </p>
      )}
      {open.collected === null ? null : (
        <Banner tone="good" testName={testNames.specimenCollected}>
          {say("bedside.collected", { name: open.collected })}
        </Banner>
      )}
      <FaultNotice error={open.error} />
      {open.patientId === null ? (
        <section className="card">
          <p className="lead">{say("bedside.lead")}</p>
          <ByNumber onNumber={(text) => void open.follow(text)} />
        </section>
      ) : (
        <OpenPatient key={open.patientId} patientId={open.patientId} onDone={wipe} />
      )}
    </main>
  );
}
