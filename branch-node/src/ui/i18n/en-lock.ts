/** The ways to lock the desk, or to leave it to the next person. */
export const enLock = {
  "lock.after": "Lock after",
  "lock.now": "Lock",
  "lock.switch": "Switch user",
} as const;
