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

/** Follows a board: reads it once, then hears every change; reads again after every loss. */
export function useBoardFeed(code: string): BoardFeed {
  const [state, setState] = useState<DisplayState | null>(null);
  const [link, setLink] = useState<LinkState>("connecting");
  const [isUnknown, setUnknown] = useState(false);
  const [clockOffset, setClockOffset] = useState(0);

  useEffect(() => {
    function show(next: DisplayState): void {
      setState(next);
      setUnknown(false);
      setClockOffset(Date.parse(next.server_time) - Date.now());
    }
    async function read(): Promise<void> {
      const next = await readState(code);
      if (next === "unknown") setUnknown(true);
      else if (next !== null) show(next);
    }
    void read();
    const socket = new LiveSocket({
      address: () => Promise.resolve(socketAddress("display", code)),
      onMessage: (text) => {
        const next = readDisplayMessage(text);
        if (next !== null) show(next);
      },
      onState: setLink,
      onReturn: () => void read(),
    });
    return () => socket.close();
  }, [code]);

  return { state, link, isUnknown, clockOffset };
}
