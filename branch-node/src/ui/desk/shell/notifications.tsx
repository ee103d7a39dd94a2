import { useNavigate } from "@tanstack/react-router";
import {
  totalOf,
  useAttentionCounts,
  type AttentionCounts,
} from "#ui/desk/attention/attention-count.ts";
import { workOf, works } from "#ui/desk/attention/work-counts.ts";
import { workKinds } from "#ui/desk/attention/work-kinds.ts";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import type { IconName } from "#ui/kit/icon.tsx";
import { Menu, type MenuAction } from "#ui/kit/menu.tsx";
import { testNames } from "#ui/test-names.ts";

const lines: readonly (readonly [keyof AttentionCounts, TextId, IconName])[] = [
  ["devices", "attention.devices", "print"],
  ["prints", "printing.title", "documents"],
  ["conflicts", "conflict.title", "warning"],
  ["quarantined", "quarantine.title", "danger"],
  ["emergencies", "attention.emergencies", "warning"],
  ["unverified", "attention.unverified", "person"],
  ["forms", "drafts.panel", "pending"],
];

/** The bell: what waits for somebody, by kind, wherever they are at work. */
export function Notifications() {
  const say = useSay();
  const go = useNavigate();
  const { roles } = useSignedIn().staff;
  const counts = useAttentionCounts();
  const count = totalOf(counts);
  const label = say("attention.notifications", { count });
  const open = () => void go({ to: "/attention" });
  const work = workKinds.flatMap((kind): MenuAction[] => {
    const { text, icon, way } = works[kind];
    const shown = `${say(text)} · ${counts[kind]}`;
    return counts[kind] === 0
      ? []
      : [{ id: kind, text: shown, icon, onAction: () => void go(way) }];
  });
  const settled = lines.flatMap(([kind, text, icon]): MenuAction[] =>
    counts[kind] === 0
      ? []
      : [{ id: kind, text: `${say(text)} · ${counts[kind]}`, icon, onAction: open }],
  );
  const waiting = [...work, ...settled];
  const none = workOf(roles).length === 0 ? "attention.noneOfDesk" : "attention.none";
  const nothing: MenuAction = { id: "none", text: say(none), onAction: open };
  return (
    <Menu label={label} groups={[{ actions: waiting.length === 0 ? [nothing] : waiting }]}>
      <Button look="quiet" icon="bell" label={label} testName={testNames.notifications}>
        {count === 0 ? null : <span className="nav-count">{count}</span>}
      </Button>
    </Menu>
  );
}
