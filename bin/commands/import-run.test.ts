import { describe, expect, test } from "vitest";
import { CommandFailure } from "../failure.ts";
import { mapColumns } from "./import-columns.ts";
import type { CsvRow } from "./import-csv.ts";
import type { PatientBody } from "./import-patient.ts";
import { runImport, type ImportJob } from "./import-run.ts";
import { importKey, type PatientSender } from "./import-sender.ts";
import { doneRows, type ImportNote } from "./import-state.ts";

const header = ["mrn", "name", "sex", "dob", "phone"];

async function* rowsOf(lines: readonly string[]): AsyncGenerator<CsvRow, void> {
  for (const [index, line] of lines.entries()) {
    yield { line: index + 2, number: index + 1, cells: line.split(",") };
  }
}

/** A register that remembers whom it has, and can lose its connection. */
function register(limit = Number.POSITIVE_INFINITY) {
  const known = new Map<string, PatientBody>();
  const sender: PatientSender = {
    send: async (body) => {
      if (known.size >= limit)
        throw new CommandFailure("http://127.0.0.1 does not answer any more");
      const key = importKey("ten", "brn", body);
      if (known.has(key)) return { kind: "present" };
      known.set(key, body);
      return body.name === "Nobody"
        ? { kind: "rejected", faults: [{ field: "name", reason: "is nobody" }] }
        : { kind: "registered", warnings: body.name === "Child" ? ["guardian_missing"] : [] };
    },
  };
  return { sender, known };
}

function noteOf(): ImportNote {
  return { done: doneRows(), save: () => undefined, finish: () => undefined };
}

function run(lines: readonly string[], job: Partial<ImportJob>) {
  return runImport(
    {
      rows: rowsOf(lines),
      map: mapColumns(header, []),
      rules: { country: "IN", dates: "day-first", today: "2026-11-21" },
      sender: null,
      note: null,
      onReject: () => undefined,
      onRow: () => undefined,
      signal: new AbortController().signal,
      ...job,
    },
    header.length,
  );
}

const people = Array.from({ length: 40 }, (_, index) => `M${index},Person ${index},F,1990-01-01,`);

test("every row goes in once, and a second run finds all of them there", async () => {
  const { sender, known } = register();
  expect(await run(people, { sender })).toMatchObject({
    rows: 40,
    registered: 40,
    present: 0,
    rejectedRows: 0,
  });
  expect(await run(people, { sender })).toMatchObject({
    rows: 40,
    registered: 0,
    present: 40,
    rejectedRows: 0,
  });
  expect(known.size).toBe(40);
});

test("a run that was cut off goes on where it stopped", async () => {
  const note = noteOf();
  const cutOff = register(17);
  await expect(run(people, { sender: cutOff.sender, note })).rejects.toThrow(
    /does not answer any more/,
  );
  expect(note.done.size).toBe(17);
  const rest = register();
  expect(await run(people, { sender: rest.sender, note })).toMatchObject({
    rows: 40,
    registered: 23,
    resumed: 17,
  });
  expect(note.done.size).toBe(40);
});

test("rejected rows are reported with line, field and reason, and are tried again by the next run", async () => {
  const note = noteOf();
  const reported: number[] = [];
  const lines = ["1,Asha,F,31/02/1990,12", "2,Nobody,F,1990-01-01,", "3,Bina,F,1990-01-01,"];
  const { sender } = register();
  const tally = await run(lines, { sender, note, onReject: (row) => reported.push(row.line) });
  expect(tally).toMatchObject({ rows: 3, registered: 1, rejectedRows: 2 });
  expect(tally.rejects).toEqual([
    { line: 2, field: "dob", reason: "is no day of the calendar" },
    { line: 2, field: "phone", reason: "is not a telephone number, national or +country" },
    { line: 3, field: "name", reason: "is nobody" },
  ]);
  expect(new Set(reported)).toEqual(new Set([2, 3]));
  expect(note.done.ranges()).toEqual([[3, 3]]);
});

describe("a record number that stands in the file twice", () => {
  test("with the same details is one patient", async () => {
    const { sender, known } = register();
    const tally = await run(["7,Asha,F,1990-01-01,", "7,Asha,F,1990-01-01,"], { sender });
    expect(tally).toMatchObject({ registered: 1, present: 1, rejectedRows: 0 });
    expect(known.size).toBe(1);
  });

  test("with other details keeps the second person out, and says so", async () => {
    const { sender } = register();
    const tally = await run(["op-7,Asha,F,1990-01-01,", "OP 7,Bina,F,1991-01-01,"], { sender });
    expect(tally.rejects).toEqual([
      { line: 3, field: "mrn", reason: "stands on line 2 with other details" },
    ]);
  });

  test("is noticed also when the first of them went in before the run was cut off", async () => {
    const note = noteOf();
    note.done.add(1);
    const { sender } = register();
    const tally = await run(["7,Asha,F,1990-01-01,", "7,Bina,F,1991-01-01,"], { sender, note });
    expect(tally).toMatchObject({ resumed: 1, rejectedRows: 1 });
  });
});

test("remarks are counted and keep nobody out", async () => {
  const { sender } = register();
  const tally = await run(["1,Child,F,01/02/20,", "2,Asha,,1990-01-01,"], { sender });
  expect(tally.registered).toBe(2);
  expect(Object.fromEntries(tally.warnings)).toEqual({
    two_digit_year: 1,
    guardian_missing: 1,
    gender_missing: 1,
  });
});

test("a row with more cells than the header is not guessed at", async () => {
  const tally = await run(["1,Asha,F,1990-01-01,,extra"], {});
  expect(tally.rejects).toEqual([{ line: 2, field: "", reason: "has 6 cells, the header 5" }]);
});

test("what the contract would refuse is reported without asking the node", async () => {
  const tally = await run(
    [`1,${"x".repeat(201)},F,1990-01-01,`, "999941057058,Asha,F,1990-01-01,"],
    {},
  );
  expect(tally.rejects).toMatchObject([
    { line: 2, field: "name", reason: "must have at most 200 characters" },
    { line: 3, field: "identifiers.0.value", reason: expect.stringContaining("Aadhaar") },
  ]);
});

test("an interrupted run takes no further rows", async () => {
  const controller = new AbortController();
  const { sender, known } = register();
  const stopAt = (tally: { rows: number }) => {
    if (tally.rows >= 10) controller.abort();
  };
  await run(people, { sender, onRow: stopAt, signal: controller.signal });
  expect(known.size).toBeLessThan(20);
});

test("the key of a patient depends on who it is and where, not on the file", () => {
  const asha: PatientBody = { name: "Asha", gender: "female", dob: "1990-01-01" };
  expect(importKey("ten", "brn", asha)).toBe(
    importKey("ten", "brn", {
      dob: "1990-01-01",
      gender: "female",
      name: "Asha",
      phone: undefined,
    }),
  );
  expect(importKey("ten", "brn", asha)).not.toBe(importKey("ten", "brn2", asha));
  expect(importKey("ten", "brn", asha)).not.toBe(
    importKey("ten", "brn", { ...asha, dob: "1990-01-02" }),
  );
});
