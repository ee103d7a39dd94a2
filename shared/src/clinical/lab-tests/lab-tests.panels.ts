import { fieldError, type FieldIssue } from "#kernel/errors.ts";
import { mostTests } from "./lab-tests.contract.ts";
import type { LabTestRow } from "./lab-tests.table.ts";

/** A test as panels are put together of it. */
type PanelMember = Pick<LabTestRow, "code" | "kind" | "tests" | "status">;

/** The single tests that some codes stand for, in their order, each once; null where a panel leads back to itself. */
export function expandedCodes(
  known: ReadonlyMap<string, Pick<PanelMember, "kind" | "tests">>,
  codes: readonly string[],
  above: readonly string[] = [],
): readonly string[] | null {
  const expanded = new Set<string>();
  for (const code of codes) {
    if (above.includes(code)) return null;
    const test = known.get(code);
    const own =
      test?.kind === "panel" ? expandedCodes(known, test.tests, [...above, code]) : [code];
    if (own === null) return null;
    for (const one of own) expanded.add(one);
  }
  return [...expanded];
}

function wrong(path: string, code: FieldIssue["code"], message: string) {
  return fieldError({ path, code, message });
}

/**
 * Refuses a panel that names what is not there, names it twice, leads back to itself or is too long.
 * @param known the tests and panels that it leads to @throws AppError invalid_reference, validation_error
 */
export function refusePanel(
  panel: Pick<PanelMember, "code" | "tests">,
  known: ReadonlyMap<string, PanelMember>,
): void {
  for (const [index, code] of panel.tests.entries()) {
    const path = `tests.${index}`;
    if (panel.tests.indexOf(code) !== index)
      throw wrong(path, "validation_error", "is there twice");
    if (code !== panel.code && known.get(code) === undefined)
      throw wrong(path, "invalid_reference", "names no test of the catalogue");
    if (expandedCodes(known, [code], [panel.code]) === null)
      throw wrong(path, "validation_error", "leads back to the panel itself");
  }
  const length = expandedCodes(known, panel.tests)?.length ?? 0;
  if (length > mostTests)
    throw wrong("tests", "validation_error", `must expand to at most ${mostTests} tests`);
}
