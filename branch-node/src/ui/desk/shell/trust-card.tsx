import { useSay } from "#ui/i18n/text.ts";
import { useLanTls } from "#ui/net/lan-tls-state.ts";
import { testNames } from "#ui/test-names.ts";

/** How another device comes to trust the branch: the code of the page that states it, and what to compare there. */
export function TrustCard() {
  const say = useSay();
  const state = useLanTls();
  if (state === null || state === "unreachable") return null;
  if (!state.is_on_network) return <p className="muted">{say("screens.onlyHere")}</p>;
  if (state.trust_address === null) return <p className="muted">{say("screens.noTls")}</p>;
  return (
    <section
      className="pairing-card"
      aria-labelledby="trust-card"
      data-testid={testNames.trustCard}
    >
      <h3 id="trust-card">{say("screens.trust")}</h3>
      <p>{say("screens.trustLead")}</p>
      <img src="/trust/qr.svg" alt={say("screens.trustQr")} width="180" height="180" />
      <p>{state.trust_address}</p>
      <p className="muted">{say("screens.trustFingerprint")}</p>
      <p className="trust-fingerprint" data-testid={testNames.fingerprint}>
        {state.ca_sha256}
      </p>
    </section>
  );
}
