import { createContext, useContext, useSyncExternalStore } from "react";
import type { ConsoleSignedIn } from "@edgeward/shared/console/console-session.contract.ts";
import type { ConsoleSession, ConsoleState } from "./console-session.ts";

const SessionContext = createContext<ConsoleSession | null>(null);

/** Hands the session to the console. */
export const ConsoleSessionProvider = SessionContext.Provider;

/** The session at the console, and the client of whoever began it. */
export function useConsoleSession(): ConsoleSession {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("the console was drawn without its session");
  return session;
}

/** Who is at the console. */
export function useConsoleState(): ConsoleState {
  const session = useConsoleSession();
  return useSyncExternalStore(session.subscribe, session.get);
}

const WhoContext = createContext<ConsoleSignedIn | null>(null);

/** Hands those who are signed in to the console. */
export const WhoProvider = WhoContext.Provider;

/** The administrator at the console, with the tenant. */
export function useWho(): ConsoleSignedIn {
  const who = useContext(WhoContext);
  if (who === null) throw new Error("the console was drawn with nobody signed in");
  return who;
}
