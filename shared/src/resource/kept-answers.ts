import { isDeepStrictEqual } from "node:util";
import { frozen, isKept } from "#db/kept-rows.ts";
import type { SqlRow } from "#db/model.ts";

/** What was made of a row, and with what. */
interface Made {
  readonly maker: object;
  readonly state: string;
  readonly computed: SqlRow | undefined;
  readonly answer: object;
}

const made = new WeakMap<object, Made>();
const answers = new WeakSet<object>();

/** Of what an answer is made, beside the row. */
export type MadeWith = Omit<Made, "answer">;

function isAlike(one: SqlRow | undefined, other: SqlRow | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  for (const name in one) {
    const [value, second] = [one[name], other[name]];
    if (value !== second && (typeof value !== "object" || !isDeepStrictEqual(value, second)))
      return false;
  }
  return true;
}

/**
 * What `make` makes of a row: the very answer that it made before where the row is kept and nothing else of what the answer is
 * made of has changed. @param given beside the row; `computed` always has the same members
 */
export function madeOnce<Answer extends object>(
  row: object,
  given: MadeWith,
  make: () => Answer,
): Answer {
  if (!isKept(row)) return make();
  const known = made.get(row);
  const isSame = known?.maker === given.maker && known.state === given.state;
  // oxlint-disable-next-line typescript/consistent-type-assertions -- by the same maker
  if (isSame && isAlike(known.computed, given.computed)) return known.answer as Answer;
  const answer = frozen(make());
  made.set(row, { ...given, answer });
  answers.add(answer);
  return answer;
}

const texts = new WeakMap<object, { readonly maker: object; readonly text: string }>();

/** The text of an answer, made once for one that is given again. @param maker with what it is made */
export function textOnce(answer: object, maker: object, make: () => string): string {
  if (!answers.has(answer)) return make();
  const known = texts.get(answer);
  if (known?.maker === maker) return known.text;
  const text = make();
  texts.set(answer, { maker, text });
  return text;
}
