import { useEffect, useState } from "react";
import { useFloorSay } from "#ui/i18n/floor-text.ts";
import { secureAddress } from "#ui/net/secure-address.ts";
import { screenNames } from "#ui/test-names-screens.ts";
import { readFields, readMissing, readNumber } from "#ui/wire/read.ts";

const againMs = 5_000;

async function readPort(): Promise<number | null> {
  const response = await fetch("/trust/state", { cache: "no-store" });
  return readMissing(readFields(await response.json())["port"], readNumber);
}

/** Where the branch serves HTTPS, looked at every few seconds; null while it does not. */
function useSecurePort(): number | null {
  const [port, setPort] = useState<number | null>(null);
  useEffect(() => {
    const read = () => {
      readPort().then(setPort, () => setPort(null));
    };
    read();
    const timer = setInterval(read, againMs);
    return () => clearInterval(timer);
  }, []);
  return port;
}

/** What to do where a page came over plain HTTP from another machine: no browser lets it have a key there. */
export function InsecureNotice() {
  const say = useFloorSay();
  const port = useSecurePort();
  const { pathname, hash } = globalThis.location;
  return (
    <section className="device-card" aria-live="polite" data-testid={screenNames.deviceMessage}>
      <h1>{say("device.pair")}</h1>
      <p>{say("device.insecure")}</p>
      {port === null ? (
        <p>{say("device.insecureOff")}</p>
      ) : (
        <ol className="device-steps">
          <li>
            <a href="/trust" data-testid={screenNames.trustLink}>
              {say("device.insecureTrust")}
            </a>
          </li>
          <li>
            {/* The code of the pairing goes along. */}
            <a href={secureAddress(port, pathname + hash)} data-testid={screenNames.secureLink}>
              {say("device.insecureOpen")}
            </a>
          </li>
        </ol>
      )}
    </section>
  );
}
