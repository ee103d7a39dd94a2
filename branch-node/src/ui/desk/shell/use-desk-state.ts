import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from "react";
import { useMatches, useNavigate, useRouter } from "@tanstack/react-router";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { LookDrafts } from "#ui/desk/document-templates/look-editor.ts";
import { subjectOf, type DraftSubject } from "#ui/desk/drafts/draft-subject.ts";
import { prefillFrom, readQuery } from "#ui/desk/search/patient-query.ts";
import { useDeskScans, type FoundVisit } from "#ui/desk/scans/desk-scans.tsx";
import type { BegunRegistration, Desk, TimeToBook, TokenWish } from "./desk-actions.tsx";
import { homeOf } from "./home-of.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import type { SearchText } from "./search-text.ts";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { keepTyping } from "./typed-ahead.ts";

interface Carried {
  readonly begun: BegunRegistration | null;
  readonly resumed: Draft | null;
  readonly tokenFor: TokenWish | null;
  readonly foundVisit: FoundVisit | null;
}

const nothing: Carried = { begun: null, resumed: null, tokenFor: null, foundVisit: null };

type Go = ReturnType<typeof useNavigate>;

const wards: ReadonlySet<DraftSubject["kind"]> = new Set(["admission", "move", "discharge"]);

type OfLists = Extract<DraftSubject, { readonly kind: "item" | "supplier" | "opening" }>;

/** Where items, suppliers and what is put on record are written. */
function toItsList(subject: OfLists, go: Go): void {
  if (subject.kind === "opening") void go({ to: "/stores/opening" });
  if (subject.kind === "item") {
    const { itemId: item } = subject;
    if (item === null) void go({ to: "/stores/items/new" });
    else void go({ to: "/stores/items/$item", params: { item } });
  }
  if (subject.kind !== "supplier") return;
  const { supplierId: supplier } = subject;
  if (supplier === null) void go({ to: "/stores/suppliers/new" });
  else void go({ to: "/stores/suppliers/$supplier", params: { supplier } });
}

/** Where stays, orders, drawers, payers, medicines and goods have a page of their own. */
function toItsPage(subject: DraftSubject, go: Go): void {
  if (wards.has(subject.kind)) void go({ to: "/ward" });
  if (subject.kind === "labResults" || subject.kind === "labCritical")
    void go({ to: "/lab/orders/$order", params: { order: subject.orderId } });
  if (subject.kind === "studyReport" || subject.kind === "finding")
    void go({ to: "/radiology/studies/$study", params: { study: subject.studyId } });
  if (subject.kind === "triage" || subject.kind === "retriage") void go({ to: "/emergency" });
  if (subject.kind === "study") void go({ to: "/radiology" });
  if (subject.kind === "cashCount") void go({ to: "/shift" });
  if (subject.kind === "claim") void go({ to: "/claims/new" });
  if (subject.kind === "preauth") void go({ to: "/claims/preauth/new" });
  if (subject.kind === "order") void go({ to: "/stores/orders/new" });
  if (subject.kind === "stockCount")
    void go({ to: "/stores", search: { show: "count", place: subject.placeId } });
  if (subject.kind === "receipt")
    void go({ to: "/stores/orders/$purchase/receive", params: { purchase: subject.orderId } });
  if (subject.kind === "item" || subject.kind === "supplier" || subject.kind === "opening")
    return toItsList(subject, go);
  if (subject.kind !== "dispense") return;
  const { prescriptionId: prescription } = subject;
  if (prescription === null) void go({ to: "/pharmacy/counter" });
  else void go({ to: "/pharmacy/prescriptions/$prescription", params: { prescription } });
}

function toChart(patient: string, tab: string, go: Go): void {
  void go({ to: "/patients/$patient/$tab", params: { patient, tab } });
}

/** Where the forms that were begun are continued; one that the desk does not know is only listed. */
function continueDraft(draft: Draft, carry: (carried: Partial<Carried>) => void, go: Go): void {
  const subject = subjectOf(draft);
  switch (subject.kind) {
    case "registration":
      carry({ begun: { prefill: () => subject.kept.fields, resumed: draft, opened: Date.now() } });
      void go({ to: "/patients/new" });
      return;
    case "encounter":
      carry({ resumed: draft });
      void go({ to: "/visits/$visit", params: { visit: subject.encounterId } });
      return;
    case "consent":
      carry({});
      return toChart(subject.patientId, "consents", go);
    case "chart":
      carry({ resumed: draft });
      return toChart(subject.patientId, subject.tab, go);
    case "vitals":
      carry({});
      void go({ to: "/patients/$patient", params: { patient: subject.patientId } });
      return;
    case "admission":
    case "move":
    case "discharge":
    case "labResults":
    case "labCritical":
    case "study":
    case "studyReport":
    case "finding":
    case "triage":
    case "retriage":
    case "claim":
    case "preauth":
    case "cashCount":
    case "dispense":
    case "order":
    case "receipt":
    case "item":
    case "supplier":
    case "opening":
    case "stockCount":
      carry({ resumed: draft });
      return toItsPage(subject, go);
    case "unknown":
      void go({ to: "/" });
  }
}

/** The way back to the last page that was not opened beside the work. */
function useWayToWork(): () => void {
  const { history, options } = useRouter();
  const shown = useMatches({ select: (matches) => matches.at(-1) });
  const work = useRef<string>(homeOf(useSignedIn().staff));
  useEffect(() => {
    if (shown === undefined || shown.staticData.isBeside === true) return;
    work.current = shown.pathname + options.stringifySearch(shown.search);
  }, [shown, options]);
  // Not a step back in the browser's history, which comes late: it would undo where the next key has led.
  return useCallback(() => history.push(work.current), [history]);
}

/** Back to the time that waits for whoever was registered on the way. */
function toBooking(patient: string, { day, ...time }: TimeToBook, go: Go): void {
  const { slotTime: at, providerId: by, isKept } = time;
  const search = { patient, at, by, kept: isKept ? (true as const) : undefined };
  void go({ to: "/appointments/day/$day", params: { day }, search, replace: true });
}

/** What goes from page to page. */
function useCarried() {
  const [carried, setCarried] = useState(nothing);
  const [drafts, changeDrafts] = useState<LookDrafts>({});
  const looks = useMemo(() => ({ drafts, change: changeDrafts }), [drafts]);
  const carry = (patch: Partial<Carried>) => setCarried({ ...nothing, ...patch });
  return { carried, carry, looks };
}

function useWaysToPatients(
  carry: (patch: Partial<Carried>) => void,
  setTyped: (typed: string) => void,
) {
  const go = useNavigate();
  const openPatient = (patientId: string) => {
    carry({});
    void go({ to: "/patients/$patient", params: { patient: patientId } });
  };
  const showPatient = (patientId: string) => {
    // What was searched has led to somebody: it is nothing of whoever is registered next.
    setTyped("");
    openPatient(patientId);
  };
  const editPatient = (patientId: string) => {
    setTyped("");
    carry({});
    void go({ to: "/patients/$patient/$tab", params: { patient: patientId, tab: "details" } });
  };
  return { openPatient, showPatient, editPatient };
}

/** The way to an empty form, or to one that holds what is known of somebody already. */
function useRegister(carry: (patch: Partial<Carried>) => void, text: SearchText): Desk["register"] {
  const go = useNavigate();
  const say = useSay();
  const mayRegister = useMay("patients", "create");
  return (known, bookAt) => {
    if (!mayRegister) return;
    const prefill = () => known ?? prefillFrom(readQuery(text.read()));
    const way = bookAt === undefined ? {} : { bookAt };
    carry({ begun: { prefill, resumed: null, opened: Date.now(), ...way } });
    keepTyping(say("search.newPatient"));
    void go({ to: "/patients/new" });
  };
}

/** The desk's state that outlives its pages, and the ways from page to page. */
export function useDeskState(text: SearchText) {
  const go = useNavigate();
  const search = useRef<HTMLInputElement>(null);
  const { carried, carry, looks } = useCarried();
  const toWork = useWayToWork();
  const { openPatient, showPatient, editPatient } = useWaysToPatients(carry, text.write);
  const toSearch = () => search.current?.focus();
  const actions: Omit<Desk, keyof Carried | "scans" | "looks"> = {
    showPatient,
    editPatient,
    patientSaved: (patientId, tokenFor) => {
      const bookAt = carried.begun?.bookAt;
      carry({ tokenFor });
      if (bookAt !== undefined && tokenFor === null) return toBooking(patientId, bookAt, go);
      // Back does not lead into a form that is saved.
      void go({ to: "/patients/$patient", params: { patient: patientId }, replace: true });
      text.write("");
      toSearch();
    },
    tokenBegun: () => carry({}),
    register: useRegister(carry, text),
    leaveRegistration: () => {
      toWork();
      toSearch();
    },
    toWork,
    showEncounter: (visit) => {
      carry({});
      void go({ to: "/visits/$visit", params: { visit } });
    },
    resume: (draft) => continueDraft(draft, carry, go),
    showVisit: (foundVisit) => {
      carry({ foundVisit });
      void go({ to: "/" });
    },
    forgetVisit: () => carry({}),
    formLeft: () => carry({}),
  };
  // Who is scanned was not searched: what somebody types meanwhile stays.
  const scans = useDeskScans({ ...actions, showPatient: openPatient, search: text.write });
  const desk: Desk = { ...actions, ...carried, scans, looks };
  return { desk, search: search satisfies RefObject<HTMLInputElement | null> };
}
