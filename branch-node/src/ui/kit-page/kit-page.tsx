import { useState } from "react";
import { useLanguage } from "#ui/i18n/language-choice.ts";
import { languageNames, languages } from "#ui/i18n/language-names.ts";
import { deskCatalog } from "#ui/i18n/desk-catalog.ts";
import { LanguageProvider } from "#ui/i18n/language.tsx";
import { densities, keepAppearance, keptAppearance, themes } from "#ui/kit/appearance.ts";
import { Breadcrumbs } from "#ui/kit/breadcrumbs.tsx";
import { Segments } from "#ui/kit/choices.tsx";
import { PageHead } from "#ui/kit/surfaces.tsx";
import { Toasts } from "#ui/kit/toast.tsx";
import { Buttons, Overlays, States } from "./pieces.tsx";
import { Collections } from "./collections.tsx";
import { Fields } from "./kit-fields.tsx";
import { kitTexts } from "./texts.ts";

/** Whose look the page wears. */
export const kitPerson = "kit";

function Choices() {
  const { language, choose } = useLanguage();
  const texts = kitTexts[language];
  const [appearance, setAppearance] = useState(() => keptAppearance(kitPerson));
  const change = (patch: Partial<typeof appearance>) => {
    const next = { ...appearance, ...patch };
    setAppearance(next);
    keepAppearance(kitPerson, next);
  };
  return (
    <div className="kit-row">
      <Segments
        label="Language · भाषा · زبان"
        value={language}
        onChange={(next) => choose(languages.find((known) => known === next) ?? "en")}
        options={languages.map((value) => ({
          value,
          text: languageNames[value],
          testName: `kit-${value}`,
        }))}
      />
      <Segments
        label={texts.theme}
        value={appearance.theme}
        onChange={(next) => change({ theme: themes.find((known) => known === next) ?? "light" })}
        options={(["light", "dark"] as const).map((value) => ({
          value,
          text: texts[value],
          testName: `kit-${value}`,
        }))}
      />
      <Segments
        label={texts.density}
        value={appearance.density}
        onChange={(next) =>
          change({ density: densities.find((known) => known === next) ?? "dense" })
        }
        options={densities.map((value) => ({ value, text: texts[value] }))}
      />
    </div>
  );
}

function Content() {
  const texts = kitTexts[useLanguage().language];
  return (
    <main className="kit-page" data-testid="kit">
      <PageHead title={texts.title}>
        <Choices />
      </PageHead>
      <Breadcrumbs
        label={texts.where}
        steps={[{ text: texts.settings, href: "/desk" }, { text: texts.devices }]}
      />
      <Buttons texts={texts} />
      <Fields texts={texts} />
      <States texts={texts} />
      <Collections texts={texts} />
      <Overlays texts={texts} />
      <Toasts label={texts.messages} closeLabel={texts.close} />
    </main>
  );
}

interface KitPageProps {
  readonly initialLanguage: Parameters<typeof LanguageProvider>[0]["initial"];
}

/** Every piece of the kit in every state, for eyes and for axe. */
export function KitPage({ initialLanguage }: KitPageProps) {
  return (
    <LanguageProvider initial={initialLanguage} title="kit.title" load={deskCatalog}>
      <Content />
    </LanguageProvider>
  );
}
