import { useCallback, useEffect, useState } from "react";
import { secureAddress } from "#ui/net/secure-address.ts";

/** Whether this device trusts the branch. */
export type Trust = "checking" | "trusted" | "untrusted";

async function lookOver(port: number): Promise<Trust> {
  try {
    const response = await fetch(secureAddress(port, "/trust/check"), { cache: "no-store" });
    return response.ok ? "trusted" : "untrusted";
  } catch {
    // A browser says only that it failed: a certificate that it does not trust is the usual reason.
    return "untrusted";
  }
}

interface Verdict {
  readonly round: number;
  readonly trust: Trust;
}

/** Asks the branch over HTTPS: now, and whenever `again` is called. @param port null while HTTPS is not served */
export function useTrust(port: number | null): {
  readonly trust: Trust;
  readonly again: () => void;
} {
  const [round, setRound] = useState(0);
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  useEffect(() => {
    if (port === null) return;
    void lookOver(port).then((trust) => setVerdict({ round, trust }));
  }, [port, round]);
  const again = useCallback(() => setRound((before) => before + 1), []);
  return { trust: verdict?.round === round ? verdict.trust : "checking", again };
}
