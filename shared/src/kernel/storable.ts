/** Whether both engines can keep a text: neither U+0000 nor half a surrogate pair. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\u0000");
}

/** Whether all texts of a JSON value, its members' names included, can be kept. */
export function isStorable(value: unknown): boolean {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one === "string" && !isStorableText(one)) return false;
    if (typeof one !== "object" || one === null) continue;
    // One by one: an array may have more members than a call takes arguments. Its indexes can be kept.
    for (const [name, member] of Object.entries(one)) open.push(name, member);
  }
  return true;
}

/** What JSON writes of texts that cannot be kept; a text without it holds none. */
const suspicious = /\\u(?:0000|d[89a-f])/iu;

/** Whether a JSON text may hold what cannot be kept. */
export function isSuspicious(json: string): boolean {
  return suspicious.test(json);
}
