const storageKey = "edgeward.lockMinutes";

/** After how many minutes without a touch a desk may be told to lock. */
export const lockMinutes = [2, 5, 15] as const;

type LockMinutes = (typeof lockMinutes)[number];

/** After how many minutes this screen locks. */
export function keptLockMinutes(): LockMinutes {
  const kept = Number(localStorage.getItem(storageKey));
  return lockMinutes.find((known) => known === kept) ?? 5;
}

/** Remembers on this screen after how many minutes it locks. */
export function keepLockMinutes(minutes: LockMinutes): void {
  localStorage.setItem(storageKey, String(minutes));
}
