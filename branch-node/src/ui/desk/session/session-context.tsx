import { createContext, useContext, useSyncExternalStore } from "react";
import type { Client } from "@edgeward/shared/contract/client.ts";
import type { AccessReasons } from "#ui/net/access-reasons.ts";
import type { SessionState, SessionStore } from "#ui/net/session.ts";
import type { SignedIn } from "#ui/wire/auth.ts";

/** What every part of the desk works with. */
export interface DeskServices {
  readonly session: SessionStore;
  readonly client: Client;
  /** Why records are opened that need a reason; nothing where nobody is asked. */
  readonly reasons?: AccessReasons;
}

const ServicesContext = createContext<DeskServices | null>(null);

/** Hands the services to the desk. */
export const DeskServicesProvider = ServicesContext.Provider;

function useServices(): DeskServices {
  const services = useContext(ServicesContext);
  if (services === null) throw new Error("the desk was drawn without its services");
  return services;
}

/** The session store. */
export function useSessionStore(): SessionStore {
  return useServices().session;
}

/** The typed client of the branch node. */
export function useClient(): Client {
  return useServices().client;
}

/** Why records are opened that need a reason, as it is asked and said at this window. */
export function useAccessReasons(): AccessReasons {
  const { reasons } = useServices();
  if (reasons === undefined) throw new Error("nobody is asked for reasons here");
  return reasons;
}

/** Who is signed in, if anybody. */
export function useSession(): SessionState {
  const store = useSessionStore();
  return useSyncExternalStore(store.subscribe, store.get);
}

const SignedInContext = createContext<SignedIn | null>(null);

/** Notifies the desk who works at it. */
export const SignedInProvider = SignedInContext.Provider;

/** The member of staff at the desk, with tenant and branch. */
export function useSignedIn(): SignedIn {
  const signedIn = useContext(SignedInContext);
  if (signedIn === null) throw new Error("the desk was drawn with nobody signed in");
  return signedIn;
}
