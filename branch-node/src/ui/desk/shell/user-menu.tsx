import { useState } from "react";
import { Button } from "#ui/kit/button.tsx";
import type { IconName } from "#ui/kit/icon.tsx";
import { Menu, type MenuGroup } from "#ui/kit/menu.tsx";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { useAppearanceGroups, useLanguageGroup } from "#ui/look/menu-groups.ts";
import { testNames } from "#ui/test-names.ts";
import { useSessionStore, useSignedIn } from "#ui/desk/session/session-context.tsx";
import { keepLockMinutes, keptLockMinutes, lockMinutes } from "#ui/desk/session/lock-minutes.ts";
import { OwnPinDialog } from "#ui/desk/session/own-pin-dialog.tsx";
import { useWaysOut } from "#ui/desk/session/sign-out-button.tsx";

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

/** What whoever is at the desk does with it: lock it, set their PIN for that, leave it. */
function useOutGroup(waysOut: Pick<ReturnType<typeof useWaysOut>, "signOut" | "leaveToNext">) {
  const say = useSay();
  const session = useSessionStore();
  const [isSettingPin, setSettingPin] = useState(false);
  const way = (
    id: string,
    text: TextId,
    icon: IconName,
    testName: string,
    onAction: () => void,
  ) => ({
    id,
    text: say(text),
    icon,
    testName,
    onAction,
  });
  const group: MenuGroup = {
    actions: [
      way("lock", "lock.now", "lock", testNames.lockNow, () => session.lock()),
      way("own-pin", "ownPin.title", "password", testNames.setOwnPin, () => setSettingPin(true)),
      way("next", "lock.switch", "user", testNames.switchUser, waysOut.leaveToNext),
      way("sign-out", "header.signOut", "signOut", testNames.signOut, waysOut.signOut),
    ],
  };
  return { group, isSettingPin, closePin: () => setSettingPin(false) };
}

/** Who is at the desk: their language, their look, and the ways to leave it. */
export function UserMenu() {
  const say = useSay();
  const { staff } = useSignedIn();
  const { question, ...waysOut } = useWaysOut();
  const out = useOutGroup(waysOut);
  const language = useLanguageGroup();
  const appearance = useAppearanceGroups(staff.id);
  const lock = useLockGroup();
  return (
    <>
      <Menu label={say("user.menu")} groups={[out.group, language, ...appearance, lock]}>
        <Button look="quiet" icon="user" testName={testNames.userMenu}>
          <span className="user-name">{staff.name}</span>
        </Button>
      </Menu>
      {question}
      {out.isSettingPin ? <OwnPinDialog onClose={out.closePin} /> : null}
    </>
  );
}
