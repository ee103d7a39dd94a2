import { mostTests } from "#clinical/lab-tests/lab-tests.contract.ts";
import { expandedCodes } from "#clinical/lab-tests/lab-tests.panels.ts";
import { testsBelow } from "#clinical/lab-tests/lab-tests.commands.ts";
import type { LabTestRow } from "#clinical/lab-tests/lab-tests.table.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { specimenTypes } from "#clinical/lab-tests/lab-test-parts.contract.ts";
import { isoInstant } from "#kernel/clock.ts";
import { fieldError, type FieldIssue } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import type { OrderedTest } from "./lab-order-parts.contract.ts";

type Asked = readonly { readonly test_code: string }[];

function wrong(path: string, code: FieldIssue["code"], message: string) {
  return fieldError({ path, code, message });
}

function orderedTest(ctx: WriteContext, test: LabTestRow): OrderedTest {
  const { specimen_type: specimen } = test;
  return {
    id: ctx.newId("lot"),
    test_code: test.code,
    name: test.name,
    loinc: test.loinc,
    specimen_type: specimen === null ? null : enumValueOf(specimenTypes, specimen),
    container: test.container,
    fasting: test.fasting,
    price_minor: test.price_minor,
    turnaround_minutes: test.turnaround_minutes,
    status: "pending",
    is_critical_open: false,
  };
}

/**
 * The single tests of an order, each once, as the catalogue has them now; of a panel those that are in use.
 * @throws AppError invalid_reference, validation_error
 */
export async function expandTests(ctx: WriteContext, asked: Asked): Promise<OrderedTest[]> {
  const codes = asked.map((one) => one.test_code);
  const known = await testsBelow(ctx, codes);
  for (const [index, code] of codes.entries()) {
    const path = `tests.${index}.test_code`;
    const test = known.get(code);
    if (test === undefined)
      throw wrong(path, "invalid_reference", "names no test of the catalogue");
    if (test.status !== "active") throw wrong(path, "validation_error", "is not in use");
  }
  const tests = (expandedCodes(known, codes) ?? []).flatMap((code) => known.get(code) ?? []);
  const used = tests.filter(({ kind, status }) => kind === "test" && status === "active");
  if (used.length === 0) throw wrong("tests", "validation_error", "leads to no test in use");
  if (used.length > mostTests)
    throw wrong("tests", "validation_error", `must expand to at most ${mostTests} tests`);
  return used.map((test) => orderedTest(ctx, test));
}

/** When all of some tests should be answered; null where nobody has said how long one takes. */
export function dueAt(orderedAt: string | null, tests: readonly OrderedTest[]): string | null {
  const minutes = tests.flatMap((test) => test.turnaround_minutes ?? []);
  if (orderedAt === null || minutes.length === 0) return null;
  return isoInstant(Date.parse(orderedAt) + Math.max(...minutes) * 60_000);
}
