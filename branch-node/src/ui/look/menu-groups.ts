import { useEffect, useState } from "react";
import { useLanguage } from "#ui/i18n/language-choice.ts";
import { languageNames, languages } from "#ui/i18n/language-names.ts";
import { useSay } from "#ui/i18n/text.ts";
import { densities, keepAppearance, keptAppearance, themes, wear } from "#ui/kit/appearance.ts";
import type { MenuGroup } from "#ui/kit/menu.tsx";

/** The choice of the page's language, for a menu. */
export function useLanguageGroup(): MenuGroup {
  const say = useSay();
  const { language, choose } = useLanguage();
  return {
    title: say("language.label"),
    actions: languages.map((each) => ({
      id: each,
      text: languageNames[each],
      isChosen: each === language,
      testName: `language-${each}`,
      onAction: () => choose(each),
    })),
  };
}

const themeIcons = { system: "system", light: "light", dark: "dark" } as const;

/** The look of the page for one person, remembered on this machine, for a menu. @param person their id */
export function useAppearanceGroups(person: string): readonly MenuGroup[] {
  const say = useSay();
  const [appearance, setAppearance] = useState(() => keptAppearance(person));
  useEffect(() => wear(appearance), [appearance]);
  const change = (patch: Partial<typeof appearance>) => {
    const next = { ...appearance, ...patch };
    setAppearance(next);
    keepAppearance(person, next);
  };
  return [
    {
      title: say("theme.label"),
      actions: themes.map((theme) => ({
        id: theme,
        text: say(`theme.${theme}`),
        icon: themeIcons[theme],
        isChosen: appearance.theme === theme,
        testName: `theme-${theme}`,
        onAction: () => change({ theme }),
      })),
    },
    {
      title: say("density.label"),
      actions: densities.map((density) => ({
        id: density,
        text: say(`density.${density}`),
        isChosen: appearance.density === density,
        onAction: () => change({ density }),
      })),
    },
  ];
}
