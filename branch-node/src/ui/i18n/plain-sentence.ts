type Values = Readonly<Record<string, string | number>>;

const value = /\{(\w+)\}/gu;
const plural = /\{(\w+), plural,((?:\s*(?:=\d+|\w+) \{[^{}]*\})+)\}/gu;
const form = /(=\d+|\w+) \{([^{}]*)\}/gu;

function pluralOf(forms: string, count: number, rules: Intl.PluralRules): string {
  const known = new Map(
    [...forms.matchAll(form)].map(([, name = "", text = ""]) => [name, text] as const),
  );
  const text = known.get(`=${count}`) ?? known.get(rules.select(count)) ?? known.get("other") ?? "";
  return text.replaceAll("#", () => String(count));
}

/**
 * A sentence of a catalog with its values: `{name}`, and `{count, plural, one {…} other {…}}` with no further braces
 * within. For pages that are too small for the whole of ICU's messages.
 */
export function plainSentence(sentence: string, values: Values, locale: string): string {
  const rules = new Intl.PluralRules(locale);
  return sentence
    .replaceAll(plural, (_, name: string, forms: string) =>
      pluralOf(forms, Number(values[name] ?? 0), rules),
    )
    .replaceAll(value, (_, name: string) => String(values[name] ?? ""));
}
