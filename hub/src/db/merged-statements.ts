import type { Statement } from "@edgeward/shared/db/model.ts";

/** So many texts are kept; a program that makes them without end begins anew. */
const mostKept = 20_000;

/** What begins with the same statements. */
interface Branch {
  readonly next: Map<string, Branch>;
  text: string | null;
}

function emptyBranch(): Branch {
  return { next: new Map(), text: null };
}

function shifted(text: string, by: number): string {
  return text.replace(/\$(\d+)/g, (_, digits: string) => `$${Number(digits) + by}`);
}

function mergedText(texts: readonly string[], counts: readonly number[]): string {
  let before = 0;
  const parts = texts.map((text, index) => {
    const part = `w${index} AS (${shifted(text, before)})`;
    before += counts[index] ?? 0;
    return part;
  });
  return `WITH ${parts.join(", ")} SELECT 1 AS done`;
}

/**
 * Joins statements that do not depend on each other into one, so that they cost one round trip. A text that was made for the
 * same statements before is taken again, and is then the very string under which the connection knows what it has prepared.
 */
export class MergedStatements {
  #root = emptyBranch();
  #count = 0;

  merge(statements: readonly Statement[]): Statement {
    let branch = this.#root;
    for (const { text } of statements) {
      const known = branch.next.get(text) ?? emptyBranch();
      branch.next.set(text, known);
      branch = known;
    }
    const given = statements.map(({ values }) => values);
    branch.text ??= this.#made(
      statements.map(({ text }) => text),
      given.map(({ length }) => length),
    );
    return { text: branch.text, values: given.flat() };
  }

  #made(texts: readonly string[], counts: readonly number[]): string {
    this.#count += 1;
    if (this.#count > mostKept) {
      this.#root = emptyBranch();
      this.#count = 1;
    }
    return mergedText(texts, counts);
  }
}
