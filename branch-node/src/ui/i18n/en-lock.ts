/** The desk is locked, or left to the next person. */
export const enLock = {
  "lock.after": "Lock after",
  "lock.lead": "Your PIN opens this desk as you left it. What was typed is kept.",
  "lock.leave": "Sign in with a password",
  "lock.noPin": "You have no PIN here: sign in with your password. What was typed is kept.",
  "lock.now": "Lock",
  "lock.pin": "PIN",
  "lock.switch": "Switch user",
  "lock.title": "Locked: {name}",
  "lock.unlock": "Unlock",
  "lock.wrong": "This PIN is wrong.",
  "signIn.next": "Sign in. What was typed here is kept for whoever wrote it.",
} as const;
