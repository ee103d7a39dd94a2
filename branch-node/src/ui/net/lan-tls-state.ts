import { useEffect, useState } from "react";
import { lanTlsShape, type LanTlsState } from "#lan/lan-tls.contract.ts";

/** How HTTPS stands at the branch. @throws where the branch does not answer */
async function readLanTls(): Promise<LanTlsState> {
  const response = await fetch("/trust/state", { cache: "no-store" });
  return lanTlsShape.parse(await response.json());
}

const againMs = 5_000;

/** How HTTPS stands, looked at every few seconds: null before the first answer, and "unreachable" while there is none. */
export function useLanTls(): LanTlsState | "unreachable" | null {
  const [state, setState] = useState<LanTlsState | "unreachable" | null>(null);
  useEffect(() => {
    const read = () => {
      readLanTls().then(setState, () => setState("unreachable"));
    };
    read();
    const timer = setInterval(read, againMs);
    return () => clearInterval(timer);
  }, []);
  return state;
}
