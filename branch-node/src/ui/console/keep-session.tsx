import { useEffect } from "react";
import { useConsoleSession, useWho } from "./console-context.tsx";

const sayEveryMs = 60_000;
const lookMs = 5_000;
const signs = ["pointerdown", "pointermove", "keydown", "wheel"] as const;

/**
 * Says to the hub that somebody is at the page, once a minute at most while somebody is, and leaves the page where nobody
 * has been for as long as a session may be left alone: also where the hub cannot be asked.
 */
export function KeepSession() {
  const session = useConsoleSession();
  const { idle_seconds: idleSeconds } = useWho();
  useEffect(() => {
    let touchedAt = Date.now();
    let saidAt = Date.now();
    const touch = () => {
      touchedAt = Date.now();
    };
    const timer = setInterval(() => {
      const now = Date.now();
      if (now - touchedAt >= idleSeconds * 1_000) session.leave();
      else if (touchedAt > saidAt && now - saidAt >= sayEveryMs) {
        saidAt = now;
        void session.keep();
      }
    }, lookMs);
    for (const sign of signs)
      globalThis.addEventListener(sign, touch, { capture: true, passive: true });
    return () => {
      clearInterval(timer);
      for (const sign of signs) globalThis.removeEventListener(sign, touch, true);
    };
  }, [session, idleSeconds]);
  return null;
}
