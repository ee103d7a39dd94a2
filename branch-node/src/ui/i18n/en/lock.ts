/** The ways to lock the desk, or to leave it to the next person. */
export const enLock = {
  "lock.after": "Lock after",
  "lock.now": "Lock",
  "lock.switch": "Switch user",
  "ownPin.hint": "4 to 8 digits that neither repeat nor follow each other",
  "ownPin.lead": "It opens this branch’s locked desks for you, also without the internet.",
  "ownPin.password": "Your password",
  "ownPin.pin": "New PIN",
  "ownPin.refused": "Choose 4 to 8 digits that neither repeat nor follow each other.",
  "ownPin.save": "Set PIN",
  "ownPin.saved": "Your PIN is set.",
  "ownPin.title": "Set my PIN",
  "ownPin.needsPassword": "Give your password.",
  "ownPin.wrongPassword": "This is not your password.",
} as const;
