import { useSay } from "#ui/i18n/text.ts";
import { secureAddress, useLanTls } from "#ui/net/lan-tls-state.ts";
import { testNames } from "#ui/test-names.ts";

/** What to do where a page came over plain HTTP from another machine: no browser lets it have a key there. */
export function InsecureNotice() {
  const say = useSay();
  const state = useLanTls();
  const port = state === null || state === "unreachable" ? null : state.port;
  const { pathname, hash } = globalThis.location;
  return (
    <section className="device-card" aria-live="polite" data-testid={testNames.deviceMessage}>
      <h1>{say("device.pair")}</h1>
      <p>{say("device.insecure")}</p>
      {port === null ? (
        <p>{say("device.insecureOff")}</p>
      ) : (
        <ol className="device-steps">
          <li>
            <a href="/trust" data-testid={testNames.trustLink}>
              {say("device.insecureTrust")}
            </a>
          </li>
          <li>
            {/* The code of the pairing goes along. */}
            <a href={secureAddress(port, pathname + hash)} data-testid={testNames.secureLink}>
              {say("device.insecureOpen")}
            </a>
          </li>
        </ol>
      )}
    </section>
  );
}
