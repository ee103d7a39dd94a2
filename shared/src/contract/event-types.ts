/** An event that receivers can ask for, and what it says to them. */
export interface EventType {
  readonly type: string;
  readonly meaning: string;
}

/** The events that one kind of record publishes, by their short names. */
export type EventTypes<Name extends string = string> = Readonly<Record<Name, EventType>>;

/** Declares events: `eventTypes("item", { created: "…" })` is that of `item.created`. */
export function eventTypes<const Name extends string>(
  subject: string,
  meanings: Readonly<Record<Name, string>>,
): EventTypes<Name> {
  const declared = Object.entries<string>(meanings).map(([name, meaning]) => {
    return [name, { type: `${subject}.${name}`, meaning }] as const;
  });
  // oxlint-disable-next-line typescript/consistent-type-assertions -- one entry for each name just above
  return Object.fromEntries(declared) as EventTypes<Name>;
}
