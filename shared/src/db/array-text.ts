const needsEscape = /["\\]/;

function elementText(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  if (typeof value === "string") {
    return needsEscape.test(value) ? `"${value.replace(/["\\]/g, String.raw`\$&`)}"` : `"${value}"`;
  }
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw new TypeError(`an array of the database has no form for ${typeof value}`);
}

/** A list as PostgreSQL reads an array: texts in quotes, so that none is taken for NULL. @throws TypeError for objects */
export function arrayText(values: readonly unknown[]): string {
  let text = "{";
  for (const value of values) text += text === "{" ? elementText(value) : `,${elementText(value)}`;
  return `${text}}`;
}
