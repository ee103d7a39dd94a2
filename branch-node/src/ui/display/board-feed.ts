import { useEffect, useState } from "react";
import { LiveSocket, socketAddress, type LinkState } from "#ui/net/live-socket.ts";
import { readDisplayMessage, readDisplayState, type DisplayState } from "#ui/wire/display-state.ts";

/** What the board knows, and whether it is still up to date. */
export interface BoardFeed {
  readonly state: DisplayState | null;
  readonly link: LinkState;
  /** The branch knows no board of this code. */
  readonly isUnknown: boolean;
  /** What the server's clock is ahead of this screen's, in milliseconds. */
  readonly clockOffset: number;
}

async function readState(code: string): Promise<DisplayState | "unknown" | null> {
  try {
    const response = await fetch(`/display/${encodeURIComponent(code)}/state`, {
      cache: "no-store",
    });
    if (response.status === 404) return "unknown";
    return readDisplayState(await response.json());
  } catch {
    return null;
  }
}

/** Follows a board: reads it, and hears what it shows when the connection opens and at every change. */
export function useBoardFeed(code: string): BoardFeed {
  const [state, setState] = useState<DisplayState | null>(null);
  const [link, setLink] = useState<LinkState>("connecting");
  const [isUnknown, setUnknown] = useState(false);
  const [clockOffset, setClockOffset] = useState(0);

  useEffect(() => {
    let isHeard = false;
    function show(next: DisplayState): void {
      setState(next);
      setUnknown(false);
      setClockOffset(Date.parse(next.server_time) - Date.now());
    }
    async function read(): Promise<void> {
      const next = await readState(code);
      if (next === "unknown") setUnknown(true);
      // What was read may have come late, and be older than what was heard meanwhile.
      else if (next !== null && !isHeard) show(next);
    }
    void read();
    const socket = new LiveSocket({
      address: () => Promise.resolve(socketAddress("display", code)),
      onMessage: (text) => {
        const next = readDisplayMessage(text);
        if (next === null) return;
        isHeard = true;
        show(next);
      },
      onState: setLink,
    });
    return () => socket.close();
  }, [code]);

  return { state, link, isUnknown, clockOffset };
}
