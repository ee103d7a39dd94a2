import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import {
  DeskServicesProvider,
  SignedInProvider,
  useSession,
  type DeskServices,
} from "#ui/desk/session/session-context.tsx";
import { SignIn } from "#ui/desk/session/sign-in.tsx";
import { DeviceGate, DeviceStoreProvider } from "#ui/device/device-gate.tsx";
import type { DeviceStore } from "#ui/device/device-store.ts";
import { deskCatalog } from "#ui/i18n/desk-catalog.ts";
import { LanguageProvider, type Spoken } from "#ui/i18n/language.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { ScansProvider } from "#ui/scan/scans.tsx";
import { Bedside } from "./bedside.tsx";

interface BedsideAppProps {
  readonly device: DeviceStore;
  readonly services: DeskServices;
  readonly queries: QueryClient;
  readonly initialLanguage: Spoken;
}

/** A record is opened by a person on a device that is let in: both are asked for. */
function Person() {
  const say = useSay();
  const { current, end } = useSession();
  if (current === null || end !== null) {
    return (
      <SignIn
        notice={end === null ? null : "signIn.ended"}
        title={say("bedside.title")}
        lead={say("bedside.signInLead")}
      />
    );
  }
  return (
    <SignedInProvider value={current.signedIn}>
      <Bedside key={current.signedIn.staff.id} />
    </SignedInProvider>
  );
}

function Localised({ initialLanguage }: Pick<BedsideAppProps, "initialLanguage">) {
  return (
    <LanguageProvider initial={initialLanguage} title="bedside.title" load={deskCatalog}>
      <ScansProvider>
        <DeviceGate>
          <Person />
        </DeviceGate>
      </ScansProvider>
    </LanguageProvider>
  );
}

/** The bedside tablet's page. */
export function BedsideApp({ device, services, queries, initialLanguage }: BedsideAppProps) {
  return (
    <QueryClientProvider client={queries}>
      <DeviceStoreProvider value={device}>
        <DeskServicesProvider value={services}>
          <Localised initialLanguage={initialLanguage} />
        </DeskServicesProvider>
      </DeviceStoreProvider>
    </QueryClientProvider>
  );
}
