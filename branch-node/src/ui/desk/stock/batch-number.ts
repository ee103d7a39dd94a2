const form = /^[A-Z0-9/-]{1,32}$/u;

/** A batch number as it is typed, in the form in which it is sent; null for what cannot be one. */
export function readBatchNumber(typed: string): string | null {
  const number = typed.trim().toUpperCase();
  return form.test(number) ? number : null;
}
