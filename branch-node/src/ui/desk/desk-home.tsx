import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { DeskHeader } from "./desk-header.tsx";
import { useDeskScans, type FoundVisit } from "./desk-scans.tsx";
import { useDeskKey } from "./desk-keys.ts";
import { DevicesPanel } from "./devices-panel.tsx";
import { DraftsProvider } from "#ui/desk/drafts/drafts-context.tsx";
import { subjectOf } from "#ui/desk/drafts/form-state.ts";
import { DraftsPanel } from "#ui/desk/drafts/unfinished-forms.tsx";
import { EncounterPanel } from "./encounter-form.tsx";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import type { DeskActions, Pane } from "./pane.ts";
import { PatientPanel } from "./patient-panel.tsx";
import { prefillFrom, readQuery } from "./patient-query.ts";
import { PatientSearch } from "./patient-search.tsx";
import type { LookDrafts } from "#ui/desk/document-templates/look-editor.ts";
import { useMay } from "./permissions.ts";
import { PrintingPanel } from "./printing-panel.tsx";
import { QueuePanel } from "./queue-panel.tsx";
import { RegistrationForm } from "./registration-form.tsx";
import { ScanOutcome } from "./scan-choice.tsx";
import { StatusStrip } from "./status-strip.tsx";
import { SyncPanel } from "./sync-panel.tsx";
import { Welcome } from "./welcome.tsx";

// What is seldom opened is fetched when it is.
const CameraPanel = lazy(async () => ({
  default: (await import("./camera-panel.tsx")).CameraPanel,
}));
const TemplatesPanel = lazy(async () => ({
  default: (await import("#ui/desk/document-templates/templates-panel.tsx")).TemplatesPanel,
}));
const ScreensPanel = lazy(async () => ({
  default: (await import("./screens-panel.tsx")).ScreensPanel,
}));

/** Where a form is continued; of one that the desk does not know, nothing more is seen than that it is there. */
function paneFor(draft: Draft): Pane {
  const subject = subjectOf(draft);
  switch (subject.kind) {
    case "registration":
      return {
        kind: "register",
        prefill: subject.kept.fields,
        resumed: draft,
        opened: Date.now(),
      };
    case "encounter": {
      const { encounterId, patientId } = subject;
      return { kind: "encounter", encounterId, patientId, resumed: draft };
    }
    case "vitals":
      return { kind: "patient", patientId: subject.patientId, wantsToken: false };
    case "unknown":
      return { kind: "welcome" };
  }
}

function useDesk() {
  const search = useRef<HTMLInputElement>(null);
  const mayRegister = useMay("patients", "create");
  const [typed, setTyped] = useState("");
  // Whoever comes to the desk is looked up first.
  useEffect(() => search.current?.focus(), []);
  const [pane, setPane] = useState<Pane>({ kind: "welcome" });
  const showPatient = (patientId: string) =>
    setPane({ kind: "patient", patientId, wantsToken: false });
  const actions: DeskActions = {
    showPatient,
    patientSaved: (patientId, wantsToken) => {
      setPane({ kind: "patient", patientId, wantsToken });
      setTyped("");
      search.current?.focus();
    },
    register: (prefill = prefillFrom(readQuery(typed))) => {
      if (!mayRegister || pane.kind === "register") return;
      setPane({ kind: "register", prefill, resumed: null, opened: Date.now() });
    },
    leaveRegistration: () => {
      setPane({ kind: "welcome" });
      search.current?.focus();
    },
    showEncounter: (encounterId, patientId) =>
      setPane({ kind: "encounter", encounterId, patientId, resumed: null }),
    resume: (draft) => setPane(paneFor(draft)),
  };
  return { search, typed, setTyped, pane, actions };
}

/** F2 and Ctrl+K from anywhere on the desk. Bare letters stay what they are: text. */
function useShortcuts(register: () => void, focusSearch: () => void): void {
  useDeskKey((event) => {
    const isSearch = event.key.toLowerCase() === "k" && event.ctrlKey;
    if (event.key !== "F2" && !isSearch) return;
    event.preventDefault();
    if (isSearch) focusSearch();
    else register();
  });
}

function Middle({ pane, actions }: { readonly pane: Pane; readonly actions: DeskActions }) {
  switch (pane.kind) {
    case "welcome":
      return <Welcome onContinue={actions.resume} />;
    case "patient":
      return (
        <PatientPanel
          key={pane.patientId}
          patientId={pane.patientId}
          wantsToken={pane.wantsToken}
          onEncounter={actions.showEncounter}
        />
      );
    case "register":
      return (
        <RegistrationForm
          key={pane.opened}
          prefill={pane.prefill}
          resumed={pane.resumed}
          onSaved={actions.patientSaved}
          onUseExisting={actions.showPatient}
          onCancel={actions.leaveRegistration}
        />
      );
    case "encounter":
      return (
        <EncounterPanel
          key={`${pane.encounterId} ${pane.resumed?.id ?? ""}`}
          encounterId={pane.encounterId}
          patientId={pane.patientId}
          resumed={pane.resumed}
          onContinue={actions.resume}
          onLeave={() => actions.showPatient(pane.patientId)}
        />
      );
  }
}

/** What can be opened over the right side of the desk. */
type DeskPanel = "sync" | "printing" | "camera" | "screens" | "templates" | "devices" | "drafts";

interface PanelsProps {
  readonly panel: DeskPanel | null;
  readonly onContinue: DeskActions["resume"];
  readonly onClose: () => void;
}

function Panels({ panel, onContinue, onClose }: PanelsProps) {
  const [looks, changeLooks] = useState<LookDrafts>({});
  return (
    <>
      {panel === "sync" ? <SyncPanel onClose={onClose} /> : null}
      {panel === "drafts" ? <DraftsPanel onContinue={onContinue} onClose={onClose} /> : null}
      {panel === "devices" ? <DevicesPanel onClose={onClose} /> : null}
      {panel === "printing" ? <PrintingPanel onClose={onClose} /> : null}
      <Suspense>
        {panel === "camera" ? <CameraPanel onClose={onClose} /> : null}
        {panel === "templates" ? (
          <TemplatesPanel store={{ drafts: looks, change: changeLooks }} onClose={onClose} />
        ) : null}
        {panel === "screens" ? <ScreensPanel onClose={onClose} /> : null}
      </Suspense>
    </>
  );
}

/** The desk: search on the left, the patient in the middle, the queue on the right, the state of the branch above. */
export function DeskHome() {
  return (
    <DraftsProvider>
      <Desk />
    </DraftsProvider>
  );
}

function Desk() {
  const say = useSay();
  const { search, typed, setTyped, pane, actions } = useDesk();
  const [panel, setPanel] = useState<DeskPanel | null>(null);
  const [visit, setVisit] = useState<FoundVisit | null>(null);
  const showVisit = (found: FoundVisit) => {
    setVisit(found);
    actions.showPatient(found.patientId);
  };
  const scans = useDeskScans({ ...actions, showVisit, search: setTyped });
  const shownId = "patientId" in pane ? pane.patientId : null;
  useShortcuts(
    () => actions.register(),
    () => {
      search.current?.focus();
      search.current?.select();
    },
  );
  return (
    <div className="desk">
      <DeskHeader onOpen={setPanel} />
      <StatusStrip onOpen={setPanel} />
      <main className="desk-columns">
        <PatientSearch
          typed={typed}
          onType={setTyped}
          shownId={shownId}
          onChoose={actions.showPatient}
          onRegister={() => actions.register()}
          onScan={scans.follow}
          ref={search}
        />
        {/* Another pane begins at its top. */}
        <section key={pane.kind} className="desk-middle" aria-label={say("desk.middle")}>
          <ScanOutcome scans={scans} />
          <Middle pane={pane} actions={actions} />
        </section>
        <QueuePanel
          shownPatientId={shownId}
          found={visit}
          onVisit={showVisit}
          onForgetVisit={() => setVisit(null)}
          onPatient={actions.showPatient}
          onEncounter={actions.showEncounter}
        />
      </main>
      <Panels panel={panel} onContinue={actions.resume} onClose={() => setPanel(null)} />
    </div>
  );
}
