import { createContext, useContext, useEffect, useState, type ReactNode } from "react";
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import type { Client } from "@edgeward/shared/contract/client.ts";
import type { SyncStatus } from "@edgeward/shared/sync/wire/sync-status.contract.ts";
import { wsTicketContract } from "@edgeward/shared/sync/wire/ws-ticket.contract.ts";
import { LiveSocket, socketAddress, type LinkState } from "#ui/net/live-socket.ts";
import { readLiveMessage, type LiveMessage } from "#ui/wire/live-message.ts";
import type { ScanClaim } from "#ui/scan/scan-claim.ts";
import { useScanBus, useScanClaim } from "#ui/scan/scans.tsx";
import { loadPatient } from "#ui/desk/data/patient-loader.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { StaleLists } from "./stale-lists.ts";

const LinkContext = createContext<LinkState>("connecting");

/** Whether the live connection to the branch node stands. */
export function useLink(): LinkState {
  return useContext(LinkContext);
}

// Events name an entity in the singular or the plural; a queue shows people, so a patient's change reaches it too.
const changed: Readonly<Record<string, readonly (readonly string[])[]>> = {
  patient: [queryKeys.patients, queryKeys.beds],
  appointment: [queryKeys.appointments, queryKeys.slots],
  encounter: [queryKeys.encounters, queryKeys.appointments],
  staff: [queryKeys.staff],
  conflict: [queryKeys.conflicts, queryKeys.patients],
  operation_outcome: [queryKeys.quarantinedOperations],
  device: [queryKeys.devices],
  schedule_exception: [queryKeys.closures, queryKeys.slots, queryKeys.appointments],
  waitlist_entries: [queryKeys.waitlist],
  department: [queryKeys.departments],
  room: [queryKeys.rooms],
  queue: [queryKeys.queues],
  screen_setting: [queryKeys.screenSettings],
  holiday: [queryKeys.closures, queryKeys.slots, queryKeys.appointments],
  ward: [queryKeys.wards],
  lab_order: [queryKeys.labOrders],
  lab_result: [queryKeys.labResults, queryKeys.labOrders],
  lab_test: [queryKeys.labTests],
  radiology_studies: [queryKeys.radiologyStudies],
  triage: [queryKeys.triage, queryKeys.encounters],
  prescription: [queryKeys.prescriptions, queryKeys.doses],
  medication_administration: [queryKeys.doses],
  certificate: [queryKeys.certificates],
  emergency_access: [queryKeys.emergencyAccesses],
  consent: [queryKeys.consents],
  document: [queryKeys.documents],
  item: [queryKeys.items],
  supplier: [queryKeys.suppliers],
  stock_location: [queryKeys.stockLocations],
  stock: [queryKeys.stock],
  stock_move: [queryKeys.stock],
  stock_transfer: [queryKeys.stockTransfers, queryKeys.stock],
  dispense: [queryKeys.dispenses, queryKeys.stock, queryKeys.prescriptions, queryKeys.invoices],
  purchase_order: [queryKeys.purchaseOrders],
  goods_receipt: [queryKeys.goodsReceipts, queryKeys.purchaseOrders, queryKeys.stock],
  bed: [queryKeys.beds],
  admission: [queryKeys.admissions, queryKeys.beds],
  invoice: [queryKeys.invoices],
  credit_note: [queryKeys.invoices],
  payment: [queryKeys.payments, queryKeys.invoices],
  payer: [queryKeys.payers],
  payer_claim: [queryKeys.claims],
  preauth: [queryKeys.preauth],
  cashier_shift: [queryKeys.cashierShifts],
};

type EventMessage = Extract<LiveMessage, { type: "event" }>;

function keysFor(entity: string): readonly (readonly string[])[] {
  return changed[entity] ?? changed[entity.replace(/s$/u, "")] ?? [];
}

// Nobody reports each record that has reached the hub; when the last one has, what is on screen is read again.
function showStatus(queries: QueryClient, status: SyncStatus): void {
  const before = queries.getQueryData<SyncStatus>(queryKeys.syncStatus);
  queries.setQueryData(queryKeys.syncStatus, status);
  if (status.unsent > 0 || (before?.unsent ?? 0) === 0) return;
  void queries.invalidateQueries({ queryKey: queryKeys.patients });
}

// A slip goes through several states within a moment, and nobody waits for what is between.
const printMs = 120;

interface News {
  readonly queries: QueryClient;
  readonly client: Client;
  readonly stale: StaleLists;
  /** What a printer says: it comes after what people wait for. */
  readonly printed: StaleLists;
}

/** Reads whom a list is about to show while the list itself is read: a name comes with its line, and not after it. */
function readAhead({ queries, client }: News, { entity, payload }: EventMessage["event"]): void {
  const patientId = payload?.patient_id;
  if (!/^appointments?$/u.test(entity) || patientId === undefined) return;
  void queries.prefetchQuery({
    queryKey: [...queryKeys.patients, patientId],
    queryFn: () => loadPatient(client, patientId),
  });
}

function apply(news: News, message: Exclude<LiveMessage, { type: "scan" }>): void {
  const { queries, stale, printed } = news;
  switch (message.type) {
    case "sync":
      showStatus(queries, message.status);
      return;
    case "print":
      printed.add([queryKeys.printJobs]);
      return;
    case "printer":
      printed.add([queryKeys.devices]);
      return;
    case "event":
      stale.add(keysFor(message.event.entity));
      readAhead(news, message.event);
  }
}

const focusHeadStartMs = 1_000;

/** Asks for the scans of the branch's own scanners: of several windows the one that somebody looks at has them. */
function claimScans(socket: LiveSocket, scans: ScanClaim): () => void {
  const detach = scans.attach((message) => socket.send(message));
  const { claim } = scans;
  // After an outage all windows come back at once, in any order.
  const timer = setTimeout(() => {
    if (document.hasFocus()) claim();
  }, focusHeadStartMs);
  globalThis.addEventListener("focus", claim);
  return () => {
    detach();
    clearTimeout(timer);
    globalThis.removeEventListener("focus", claim);
  };
}

interface LiveProviderProps {
  /** The session has ended: nobody may listen until it is renewed. */
  readonly isPaused: boolean;
  readonly children: ReactNode;
}

/** Keeps a live connection while somebody is signed in, and updates the cache by what it hears. */
export function LiveProvider({ isPaused, children }: LiveProviderProps) {
  const client = useClient();
  const queries = useQueryClient();
  const scans = useScanBus();
  const scanClaim = useScanClaim();
  const [link, setLink] = useState<LinkState>("connecting");
  useEffect(() => {
    if (isPaused) return undefined;
    let stopClaiming = () => {};
    const stale = new StaleLists(queries);
    const printed = new StaleLists(queries, printMs);
    const socket = new LiveSocket({
      address: async () => {
        const { body } = await client.call(wsTicketContract.create, { body: {} });
        return socketAddress("ticket", body.ticket);
      },
      onMessage: (text) => {
        const message = readLiveMessage(text);
        if (message?.type === "scan") {
          scans.hear(message.scan.text);
        } else if (message !== null) apply({ queries, client, stale, printed }, message);
      },
      onState: (state) => {
        setLink(state);
        if (state !== "open") return;
        stopClaiming();
        stopClaiming = claimScans(socket, scanClaim);
      },
      onOpen: () => void queries.invalidateQueries(),
    });
    return () => {
      stopClaiming();
      stale.end();
      printed.end();
      socket.close();
    };
  }, [client, queries, scans, scanClaim, isPaused]);
  return <LinkContext value={link}>{children}</LinkContext>;
}
