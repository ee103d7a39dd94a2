/** The kinds of work that somebody is told of who is not at its page. */
export const workKinds = ["criticals", "findings", "overdue", "expired", "usedUp"] as const;

/** One of the kinds. */
export type WorkKind = (typeof workKinds)[number];
