import { describe, expect, test } from "vitest";
import {
  afterSaving,
  bodyOf,
  draftOf,
  formFaults,
  formOf,
  isTyped,
  overtaken,
  shownForm,
  takingTheirs,
  typed,
} from "./look-form.ts";
import { noLook, type OwnLook, type SetTemplate } from "./look.ts";

function set(look: Partial<OwnLook>, version = 3): SetTemplate {
  return { ...noLook, ...look, branch_id: "brn", document_type: "bill", version };
}

describe("a form", () => {
  test("sends only what was typed, lines apart, an emptied name as left", () => {
    const draft = typed(draftOf(set({ display_name: "Asha", numerals: "native" })), {
      display_name: " ",
      footer_lines: " one \n\n two",
    });
    expect(bodyOf(draft)).toEqual({ display_name: null, footer_lines: ["one", "two"] });
  });

  test("has nothing to save once what was typed is typed back", () => {
    const draft = typed(draftOf(set({ display_name: "Asha" })), { display_name: "Ash" });
    expect(isTyped(draft)).toBe(true);
    expect(isTyped(typed(draft, { display_name: "Asha" }))).toBe(false);
  });

  test.each([
    [{ label_size: { width: "50", height: "30" } }, []],
    [{ label_size: { width: "19", height: "30" } }, ["label_size"]],
    [{ label_size: { width: "50", height: "30.5" } }, ["label_size"]],
    [{ display_name: "x".repeat(101) }, ["display_name"]],
    [{ header_lines: "a\n".repeat(9) }, ["header_lines"]],
    [{ extra_lines: "x".repeat(201) }, ["extra_lines"]],
  ])("with %j has faults in %j", (patch, fields) => {
    expect(Object.keys(formFaults({ ...formOf(noLook), ...patch }))).toEqual(fields);
  });
});

describe("a form that somebody else has overtaken", () => {
  const mine = typed(draftOf(set({ footer_lines: ["old"] })), { footer_lines: "mine" });
  const theirs = set({ footer_lines: ["theirs"], numerals: "native" }, 4);

  test("keeps what was typed, and shows theirs elsewhere", () => {
    const draft = overtaken(mine, theirs);
    expect(draft.overtaken).toEqual(["numerals", "footer_lines"]);
    expect(shownForm(draft)).toMatchObject({ footer_lines: "mine", numerals: "native" });
    expect(draft.base.version).toBe(4);
    expect(bodyOf(draft)).toEqual({ footer_lines: ["mine"] });
  });

  test("takes theirs when asked to, and keeps what nobody else has touched", () => {
    const both = typed(mine, { page_size: "a5" });
    const draft = takingTheirs(overtaken(both, theirs));
    expect(shownForm(draft)).toMatchObject({ footer_lines: "theirs", page_size: "a5" });
    expect(bodyOf(draft)).toEqual({ page_size: "a5" });
  });
});

test("what is typed while a form is sent stays typed", () => {
  const sent = typed(draftOf(undefined), { display_name: "Asha", numerals: "native" });
  const later = typed(sent, { display_name: "Asha Clinic" });
  const saved = set({ display_name: "Asha", numerals: "native" }, 1);
  const left = afterSaving(later, sent, saved);
  expect(left.base.version).toBe(1);
  expect(bodyOf(left)).toEqual({ display_name: "Asha Clinic" });
});
