import { useEffect, useState } from "react";
import { Button } from "#ui/kit/button.tsx";
import { densities, keepAppearance, keptAppearance, themes, wear } from "#ui/kit/appearance.ts";
import { Menu, type MenuGroup } from "#ui/kit/menu.tsx";
import { languageNames, languages, useLanguage } from "#ui/i18n/language.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { useSignedIn } from "./session-context.tsx";
import { useSignOut } from "./sign-out-button.tsx";

function useLanguageGroup(): MenuGroup {
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

/** The look of the person at the desk, remembered on this machine. */
function useAppearanceGroups(): readonly MenuGroup[] {
  const say = useSay();
  const { staff } = useSignedIn();
  const [appearance, setAppearance] = useState(() => keptAppearance(staff.id));
  useEffect(() => wear(appearance), [appearance]);
  const change = (patch: Partial<typeof appearance>) => {
    const next = { ...appearance, ...patch };
    setAppearance(next);
    keepAppearance(staff.id, next);
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

/** Who is at the desk: their language, their look, and the way out. */
export function UserMenu() {
  const say = useSay();
  const { staff } = useSignedIn();
  const { leave, question } = useSignOut();
  const language = useLanguageGroup();
  const appearance = useAppearanceGroups();
  const out: MenuGroup = {
    actions: [
      {
        id: "sign-out",
        text: say("header.signOut"),
        icon: "signOut",
        testName: testNames.signOut,
        onAction: leave,
      },
    ],
  };
  return (
    <>
      <Menu label={say("user.menu")} groups={[language, ...appearance, out]}>
        <Button look="quiet" icon="user" testName={testNames.userMenu}>
          <span className="user-name">{staff.name}</span>
        </Button>
      </Menu>
      {question}
    </>
  );
}
