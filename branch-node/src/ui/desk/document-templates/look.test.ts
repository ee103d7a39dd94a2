import { describe, expect, test } from "vitest";
import { lookBeneath, lookOf, noLook, sourceOf, type SetTemplate, type WholeLook } from "./look.ts";

const system: WholeLook = {
  languages: ["en"],
  numerals: "latn",
  display_name: "System",
  header_lines: ["Road 1"],
  footer_lines: [],
  extra_lines: [],
  logo_png: null,
  page_size: "a4",
  label_size: null,
};

function template(
  branch_id: string | null,
  document_type: SetTemplate["document_type"],
  look: Partial<SetTemplate>,
): SetTemplate {
  return { ...noLook, ...look, branch_id, document_type, version: 1 };
}

const templates = [
  template("brn", "all", { display_name: "Branch", languages: ["hi"] }),
  template("brn", "bill", { display_name: "Bills" }),
  template(null, "bill", { footer_lines: ["Tenant's bills"] }),
  template(null, "all", { numerals: "native" }),
];

describe("who says what a document's own template leaves open", () => {
  test.each([
    ["bill", "display_name", "all"],
    ["bill", "footer_lines", "tenant"],
    ["receipt", "footer_lines", "system"],
    ["receipt", "numerals", "tenant"],
    ["all", "display_name", "system"],
    ["all", "numerals", "tenant"],
  ] as const)("of %s, for %s: %s", (subject, field, source) => {
    expect(sourceOf(templates, subject, field)).toBe(source);
  });
});

describe("the look of a document", () => {
  test("is its own template on that of all documents on what lies beneath the branch", () => {
    const own = { subject: "bill", look: { ...noLook, page_size: "a5" } } as const;
    expect(lookOf("bill", templates, system, own)).toEqual({
      ...system,
      display_name: "Branch",
      languages: ["hi"],
      page_size: "a5",
    });
  });

  test("keeps what is its own while that of all documents is changed", () => {
    const all = {
      subject: "all",
      look: { ...noLook, display_name: "New", numerals: "native" },
    } as const;
    expect(lookOf("bill", templates, system, all)).toEqual({
      ...system,
      display_name: "Bills",
      numerals: "native",
    });
  });

  test("that is left falls back to all documents, and of all documents to what lies beneath the branch", () => {
    expect(lookBeneath(templates, "bill", system).display_name).toBe("Branch");
    expect(lookBeneath(templates, "all", system)).toEqual(system);
  });
});
