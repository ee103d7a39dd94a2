import { useEffect, useState } from "react";

const touches = ["pointerdown", "keydown"] as const;

/**
 * Counts the seconds in which nobody touches the screen.
 * @param idleSeconds after which it asks @param warningSeconds after that, when it wipes
 * @returns the seconds left while it asks, else null
 */
export function useIdle(
  isOn: boolean,
  idleSeconds: number,
  warningSeconds: number,
  onWipe: () => void,
): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    if (!isOn) return undefined;
    let touchedAt = performance.now();
    const touch = () => {
      touchedAt = performance.now();
      setLeft(null);
    };
    const timer = setInterval(() => {
      const quiet = (performance.now() - touchedAt) / 1000;
      if (quiet < idleSeconds) return;
      const rest = Math.ceil(idleSeconds + warningSeconds - quiet);
      setLeft(Math.max(0, rest));
      if (rest <= 0) onWipe();
    }, 250);
    for (const type of touches) globalThis.addEventListener(type, touch, { capture: true });
    return () => {
      clearInterval(timer);
      setLeft(null);
      for (const type of touches) globalThis.removeEventListener(type, touch, { capture: true });
    };
  }, [isOn, idleSeconds, warningSeconds, onWipe]);
  return left;
}
