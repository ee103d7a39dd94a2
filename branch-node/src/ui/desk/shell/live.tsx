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
import { newsOf, type News } from "#ui/desk/data/news.ts";
import { StaleLists } from "#ui/desk/data/stale-lists.ts";

const LinkContext = createContext<LinkState>("connecting");

/** Whether the live connection to the branch node stands. */
export function useLink(): LinkState {
  return useContext(LinkContext);
}

type EventMessage = Extract<LiveMessage, { type: "event" }>;

// Nobody reports each record that has reached the hub; when the last one has, what is on screen is read again.
function showStatus(queries: QueryClient, status: SyncStatus): void {
  const before = queries.getQueryData<SyncStatus>(queryKeys.syncStatus);
  queries.setQueryData(queryKeys.syncStatus, status);
  if (status.unsent > 0 || (before?.unsent ?? 0) === 0) return;
  void queries.invalidateQueries({ queryKey: queryKeys.patients });
}

// A slip goes through several states within a moment, and nobody waits for what is between.
const printMs = 120;

interface Hearing {
  readonly queries: QueryClient;
  readonly client: Client;
  readonly news: News;
  /** What a printer says: it comes after what people wait for. */
  readonly printed: StaleLists;
}

/** Reads whom a list is about to show while the list itself is read: a name comes with its line, and not after it. */
function readAhead({ queries, client }: Hearing, { entity, payload }: EventMessage["event"]): void {
  const patientId = payload?.patient_id;
  if (!/^appointments?$/u.test(entity) || patientId === undefined) return;
  void queries.prefetchQuery({
    queryKey: [...queryKeys.patients, patientId],
    queryFn: () => loadPatient(client, patientId),
  });
}

function apply(hearing: Hearing, message: Exclude<LiveMessage, { type: "scan" | "scans" }>): void {
  const { queries, news, printed } = hearing;
  switch (message.type) {
    case "sync":
      showStatus(queries, message.status);
      return;
    case "print":
      void printed.add([queryKeys.printJobs]);
      return;
    case "printer":
      void printed.add([queryKeys.devices]);
      return;
    case "event":
      void news.tell(message.event);
      readAhead(hearing, message.event);
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
    const news = newsOf(queries);
    const printed = new StaleLists(queries, printMs);
    const socket = new LiveSocket({
      address: async () => {
        const { body } = await client.call(wsTicketContract.create, { body: {} });
        return socketAddress("ticket", body.ticket);
      },
      onMessage: (text) => {
        const message = readLiveMessage(text);
        if (message?.type === "scan") scans.hear(message.scan.text);
        else if (message?.type === "scans") scanClaim.answered();
        else if (message !== null) apply({ queries, client, news, printed }, message);
      },
      onState: (state) => {
        setLink(state);
        stopClaiming();
        stopClaiming = state === "open" ? claimScans(socket, scanClaim) : () => {};
      },
      onOpen: () => void queries.invalidateQueries(),
    });
    return () => {
      stopClaiming();
      news.end();
      printed.end();
      socket.close();
    };
  }, [client, queries, scans, scanClaim, isPaused]);
  return <LinkContext value={link}>{children}</LinkContext>;
}
