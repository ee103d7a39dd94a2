import { Button } from "#ui/kit/button.tsx";
import type { LanTlsState } from "#lan/lan-tls.contract.ts";
import { LanguagePicker } from "#ui/desk/shell/language-picker.tsx";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { useLanTls } from "#ui/net/lan-tls-state.ts";
import { secureAddress } from "#ui/net/secure-address.ts";
import { screenNames } from "#ui/test-names-screens.ts";
import { InstallSteps } from "./install-steps.tsx";
import { useTrust, type Trust } from "./trust-check.ts";

const trustTexts: Readonly<Record<Trust, TextId>> = {
  checking: "trust.checking",
  trusted: "trust.trusted",
  untrusted: "trust.untrusted",
};

const pages: readonly (readonly [path: string, text: TextId])[] = [
  ["/kiosk", "screens.kiosk"],
  ["/bedside", "screens.tablet"],
  ["/desk", "desk.title"],
];

function SecurePages({ port }: { readonly port: number }) {
  const say = useSay();
  return (
    <section className="trust-card" aria-labelledby="trust-open">
      <h2 id="trust-open">{say("trust.open")}</h2>
      <ul className="trust-links">
        {pages.map(([path, text]) => (
          <li key={path}>
            <a className="button button-primary" href={secureAddress(port, path)}>
              {say(text)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whether the certificate is for the name or address by which this page was opened. */
function isForThisAddress({ names, addresses }: LanTlsState): boolean {
  const host = globalThis.location.hostname.replaceAll(/^\[|\]$/gu, "");
  return [...names, ...addresses].includes(host);
}

const ownMachine = /^(?:127\..*|::1|localhost)$/u;

/** By what another machine opens the branch. */
function othersReach({ addresses, names }: LanTlsState): readonly string[] {
  return [...addresses, ...names].filter((host) => !ownMachine.test(host));
}

function Verdict({ state, trust }: { readonly state: LanTlsState; readonly trust: Trust }) {
  const say = useSay();
  const kind = trust === "trusted" ? "notice notice-good" : "notice notice-info";
  return (
    <output className={kind} data-testid={screenNames.trustVerdict} data-trust={trust}>
      {isForThisAddress(state)
        ? say(trustTexts[trust])
        : say("trust.byName", { value: othersReach(state).join(", ") })}
    </output>
  );
}

function Certificate({ fingerprint }: { readonly fingerprint: string }) {
  const say = useSay();
  return (
    <>
      <section className="trust-card" aria-labelledby="trust-compare">
        <h2 id="trust-compare">{say("trust.compare")}</h2>
        <p>{say("trust.compareLead")}</p>
        <p className="trust-fingerprint" data-testid={screenNames.fingerprint}>
          {fingerprint}
        </p>
      </section>
      <section className="trust-card" aria-labelledby="trust-get">
        <h2 id="trust-get">{say("trust.get")}</h2>
        <ul className="trust-links">
          <li>
            <a className="button" href="/trust/edgeward-ca.crt">
              {say("trust.certificate")}
            </a>
          </li>
          <li>
            <a className="button" href="/trust/edgeward.mobileconfig">
              {say("trust.profile")}
            </a>
          </li>
        </ul>
        <p className="muted">{say("trust.limits")}</p>
      </section>
    </>
  );
}

function Steps({ state }: { readonly state: LanTlsState }) {
  const say = useSay();
  const { trust, again } = useTrust(state.port);
  const { port, ca_sha256: fingerprint, ca_pin: pin } = state;
  if (port === null || fingerprint === null || pin === null) return null;
  return (
    <>
      <Verdict state={state} trust={trust} />
      {trust === "trusted" ? <SecurePages port={port} /> : null}
      <Certificate fingerprint={fingerprint} />
      <section className="trust-card" aria-labelledby="trust-install">
        <h2 id="trust-install">{say("trust.install")}</h2>
        <InstallSteps pin={pin} />
        <Button onPress={again} testName={screenNames.trustAgain}>
          {say("trust.again")}
        </Button>
      </section>
    </>
  );
}

/** Why there is nothing to do yet, or null. */
function obstacle(state: LanTlsState | "unreachable" | null): TextId | null {
  if (state === null) return "action.loading";
  if (state === "unreachable") return "trust.unreachable";
  if (state.state === "off") return "trust.off";
  if (state.state === "waiting") return "trust.waiting";
  return state.state === "starting" ? "trust.starting" : null;
}

/** How a device learns to trust the branch, and whether it does by now. */
export function TrustPage() {
  const say = useSay();
  const state = useLanTls();
  const why = obstacle(state);
  return (
    <main className="trust">
      <header className="trust-head">
        <h1>{say("trust.title")}</h1>
        <LanguagePicker />
      </header>
      <p>{say("trust.lead")}</p>
      {why === null ? null : <output className="notice notice-info">{say(why)}</output>}
      {state === null || state === "unreachable" ? null : <Steps state={state} />}
    </main>
  );
}
