function cellOf(text: string): string {
  // A table program would work out what begins like this; an amount below nothing is one all the same.
  const isNumber = /^-?\d+(?:\.\d+)?$/u.test(text);
  const safe = !isNumber && /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Lines as a table program reads them. What begins like a formula is text. */
export function csvText(lines: readonly (readonly (string | number | null)[])[]): string {
  const cells = (line: readonly (string | number | null)[]) =>
    line.map((cell) => (typeof cell === "string" ? cellOf(cell) : String(cell ?? "")));
  return lines.map((line) => `${cells(line).join(",")}\r\n`).join("");
}

/** Keeps lines as a file of the person's. */
export function keepCsv(name: string, text: string): void {
  // The mark tells a table program that the letters are UTF-8.
  const address = URL.createObjectURL(new Blob(["\uFEFF", text], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
