import { useEffect, useState } from "react";
import { Button } from "#ui/kit/button.tsx";
import { densities, keepAppearance, keptAppearance, themes, wear } from "#ui/kit/appearance.ts";
import { Menu, type MenuGroup } from "#ui/kit/menu.tsx";
import { useLanguage } from "#ui/i18n/language-choice.ts";
import { languageNames, languages } from "#ui/i18n/language-names.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { useSessionStore, useSignedIn } from "./session-context.tsx";
import { keepLockMinutes, keptLockMinutes, lockMinutes } from "./lock-minutes.ts";
import { useWaysOut } from "./sign-out-button.tsx";

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

/** After how long without a touch this screen locks. */
function useLockGroup(): MenuGroup {
  const say = useSay();
  const [chosen, setChosen] = useState(keptLockMinutes);
  return {
    title: say("lock.after"),
    actions: lockMinutes.map((minutes) => ({
      id: `lock-${minutes}`,
      text: say("elapsed.minutes", { count: minutes }),
      isChosen: minutes === chosen,
      testName: `lock-after-${minutes}`,
      onAction: () => {
        keepLockMinutes(minutes);
        setChosen(minutes);
      },
    })),
  };
}

/** Who is at the desk: their language, their look, and the ways to leave it. */
export function UserMenu() {
  const say = useSay();
  const session = useSessionStore();
  const { staff } = useSignedIn();
  const { signOut, leaveToNext, question } = useWaysOut();
  const language = useLanguageGroup();
  const appearance = useAppearanceGroups();
  const lock = useLockGroup();
  const out: MenuGroup = {
    actions: [
      {
        id: "lock",
        text: say("lock.now"),
        icon: "lock",
        testName: testNames.lockNow,
        onAction: () => session.lock(),
      },
      {
        id: "next",
        text: say("lock.switch"),
        icon: "user",
        testName: testNames.switchUser,
        onAction: leaveToNext,
      },
      {
        id: "sign-out",
        text: say("header.signOut"),
        icon: "signOut",
        testName: testNames.signOut,
        onAction: signOut,
      },
    ],
  };
  return (
    <>
      <Menu label={say("user.menu")} groups={[out, language, ...appearance, lock]}>
        <Button look="quiet" icon="user" testName={testNames.userMenu}>
          <span className="user-name">{staff.name}</span>
        </Button>
      </Menu>
      {question}
    </>
  );
}
