import { describe, expect, test } from "vitest";
import { noteTemplates, withTemplate } from "./note-templates.ts";

describe("templates of notes", () => {
  test("have a name and as many lines in every language", () => {
    expect(noteTemplates.length).toBeGreaterThan(6);
    expect(new Set(noteTemplates.map(({ id }) => id)).size).toBe(noteTemplates.length);
    for (const { id, name, lines } of noteTemplates) {
      expect(Object.values(name).every((each) => /\p{L}/u.test(each))).toBe(true);
      const counts = Object.values(lines).map((each) => each.length);
      expect(new Set(counts).size, id).toBe(1);
      expect(
        Object.values(lines)
          .flat()
          .every((line) => /^\S.*:$/u.test(line)),
        id,
      ).toBe(true);
    }
    const scripts = { hi: /\p{Script=Devanagari}/u, ur: /\p{Script=Arabic}/u };
    for (const [language, script] of [
      ["hi", scripts.hi],
      ["ur", scripts.ur],
    ] as const)
      for (const { name, lines } of noteTemplates)
        for (const text of [name[language], ...lines[language]]) expect(text).toMatch(script);
  });

  test("stand behind what was typed already", () => {
    expect(withTemplate("", ["History:", "Plan:"])).toBe("History: \nPlan: ");
    expect(withTemplate("Seen at home.\n", ["Plan:"])).toBe("Seen at home.\n\nPlan: ");
  });
});
