import { basename } from "node:path";
import { errorCodes } from "@edgeward/shared/kernel/errors.ts";
import { describe, expect, test } from "vitest";
import { filesMatching, textOf } from "./sources.ts";

// A code's page is where the `doc_url` of its answers leads.

const statusOf: Readonly<Record<string, number>> = errorCodes;
const codes = Object.keys(errorCodes);
const pages = filesMatching("docs/errors/*.md").map((path) => basename(path, ".md"));

/** The example body of a page. @throws SyntaxError where it is no JSON */
function exampleOf(page: string): unknown {
  const example = /```json\n([\s\S]+?)```/.exec(page)?.[1];
  return JSON.parse(example ?? "null");
}

test("every error code has its page", () => {
  expect(codes.filter((code) => !pages.includes(code))).toEqual([]);
});

test("every page is of a code that exists", () => {
  expect(pages.filter((page) => page !== "README" && !codes.includes(page))).toEqual([]);
});

describe.each(codes.filter((code) => pages.includes(code)))("%s", (code) => {
  const page = textOf(`docs/errors/${code}.md`);

  test("has its code and status as its title", () => {
    expect(page.split("\n")[0]).toBe(`# \`${code}\` (${statusOf[code]})`);
  });

  test("says why a caller sees it and what to do", () => {
    expect(page).toMatch(/\*\*Why you see it\.\*\* \S/);
    expect(page).toMatch(/\*\*What to do\.\*\* \S/);
  });

  test("shows a body as the service sends it", () => {
    expect(exampleOf(page)).toEqual({
      error: {
        code,
        message: expect.stringMatching(/\S/),
        doc_url: expect.stringMatching(new RegExp(`^https://.+/${code}$`)),
        request_id: expect.stringMatching(/^req_[0-9a-hjkmnp-tv-z]{26}$/),
        details: expect.any(Object),
      },
    });
  });

  test("names only codes that exist", () => {
    const named = [...page.matchAll(/"code": "(\w+)"/g)].map((match) => match[1] ?? "");
    const linked = [...page.matchAll(/\((\w+)\.md\)/g)].map((match) => match[1] ?? "");
    expect([...named, ...linked].filter((name) => !codes.includes(name))).toEqual([]);
  });
});
