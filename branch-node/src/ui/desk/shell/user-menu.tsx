import { useState } from "react";
import { Button } from "#ui/kit/button.tsx";
import { Menu, type MenuGroup } from "#ui/kit/menu.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { useAppearanceGroups, useLanguageGroup } from "#ui/look/menu-groups.ts";
import { testNames } from "#ui/test-names.ts";
import { useSessionStore, useSignedIn } from "./session-context.tsx";
import { keepLockMinutes, keptLockMinutes, lockMinutes } from "./lock-minutes.ts";
import { useWaysOut } from "./sign-out-button.tsx";

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
  const appearance = useAppearanceGroups(staff.id);
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
