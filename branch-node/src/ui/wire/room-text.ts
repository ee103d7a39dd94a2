const numbered = /^(?:room|कमरा|کمرہ)?\s*(\p{L}?-?\d[\p{L}\d-]{0,5})$/iu;

/**
 * A room in a sentence of any language: "Room 4" of the provider's hours is the room 4; one that has a name of its own
 * is called by it. @param pattern with `{room}` in the place of the number
 */
export function roomText(room: string, pattern: string): string {
  const number = numbered.exec(room.trim())?.[1];
  return number === undefined ? room : pattern.replace("{room}", () => number);
}
