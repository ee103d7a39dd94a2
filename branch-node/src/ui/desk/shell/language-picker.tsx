import { useLanguage } from "#ui/i18n/language-choice.ts";
import { languageNames, languages } from "#ui/i18n/language-names.ts";
import { useEntrySay } from "#ui/i18n/entry-text.ts";
import { testNames } from "#ui/test-names.ts";

/** Chooses the page's language; every language is written as its speakers write it. */
export function LanguagePicker() {
  const say = useEntrySay();
  const { language, choose } = useLanguage();
  return (
    <label className="language-picker">
      <span className="visually-hidden">{say("language.label")}</span>
      <select
        className="language-name"
        value={language}
        data-testid={testNames.language}
        onChange={(event) => {
          const chosen = languages.find((each) => each === event.target.value);
          if (chosen !== undefined) choose(chosen);
        }}
      >
        {languages.map((each) => (
          <option key={each} value={each} lang={each}>
            {languageNames[each]}
          </option>
        ))}
      </select>
    </label>
  );
}
