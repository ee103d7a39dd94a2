import { writeFileSync } from "node:fs";

const header = "Patient ID,First Name,Last Name,Sex,DOB,Phone,Street Address,City,State,Zip";

const people = [
  ["Avery", "Johnson", "F"],
  ["Mason", "Whitfield", "M"],
  ["Harper", "O'Neil", "F"],
  ["Logan", "Castellanos", "M"],
  ["Riley", "Thompson", "F"],
  ["Carter", "Nguyen", "M"],
  ["Quinn", "Abernathy", "F"],
  ["Hudson", "Kowalski", "M"],
  ["Sawyer", "Delacroix", "M"],
  ["Paige", "Rosenthal", "F"],
  ["Wyatt", "McAllister", "M"],
  ["Brooke", "Fitzgerald", "F"],
  ["Tucker", "Hargrove", "M"],
  ["Sierra", "Maldonado", "F"],
  ["Colton", "Baumgartner", "M"],
  ["Autumn", "Lindqvist", "F"],
  ["Garrett", "Stokes", "M"],
  ["Delaney", "Vance", "F"],
] as const;

function row([first, last, sex]: (typeof people)[number], place: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  // The month comes first, and days above 12 leave no doubt about it.
  const born = `${two((place % 12) + 1)}/${two(13 + (place % 15))}/${1951 + place * 2}`;
  const phone = `(617) 555-${String(101 + place).padStart(4, "0")}`;
  return `BOS-${1001 + place},${first},${last},${sex},${born},${phone},${12 + place} Beacon St,Boston,MA,02108`;
}

/** Writes the register of a practice in Boston: 18 rows that are good, one of no sex we know, one born on no day. */
export function writeRegister(file: string): void {
  const rows = [
    header,
    ...people.map(row),
    "BOS-2001,Blair,Unreadable,Q,04/17/1980,(617) 555-0190,1 Elm St,Boston,MA,02108",
    "BOS-2002,Casey,Impossible,F,02/31/1985,(617) 555-0191,2 Elm St,Boston,MA,02108",
  ];
  writeFileSync(file, `${rows.join("\r\n")}\r\n`);
}
