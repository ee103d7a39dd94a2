import { useEffect } from "react";
import { keptLockMinutes } from "./lock-minutes.ts";
import { useSessionStore } from "./session-context.tsx";

const lookMs = 5_000;
const signs = ["pointerdown", "pointermove", "keydown", "wheel"] as const;

/** Locks the desk when nobody has touched it for as long as this screen is told; also when the machine has slept so long. */
export function IdleLock() {
  const session = useSessionStore();
  useEffect(() => {
    let touchedAt = Date.now();
    const touch = () => {
      touchedAt = Date.now();
    };
    const timer = setInterval(() => {
      if (Date.now() - touchedAt >= keptLockMinutes() * 60_000) session.lock();
    }, lookMs);
    for (const sign of signs)
      globalThis.addEventListener(sign, touch, { capture: true, passive: true });
    return () => {
      clearInterval(timer);
      for (const sign of signs) globalThis.removeEventListener(sign, touch, true);
    };
  }, [session]);
  return null;
}
