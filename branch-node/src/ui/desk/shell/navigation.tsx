import { useRef } from "react";
import { Link, useLocation } from "@tanstack/react-router";
import { useSay } from "#ui/i18n/text.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { useAppointmentsOn } from "#ui/desk/data/queries.ts";
import { queueOf } from "#ui/desk/today/queue.ts";
import { useAttentionCount } from "#ui/desk/attention/attention-count.ts";
import { useDeskKey } from "./desk-keys.ts";
import { useToday } from "./moments.ts";
import { useWays, wayAt, type Way } from "./ways.ts";

interface EntryProps {
  readonly way: Way;
  readonly count?: number;
  readonly isHere: boolean;
  readonly onPress: (to: string) => void;
}

function Entry(props: EntryProps) {
  const { count = 0, isHere, onPress } = props;
  const { to, text, icon, testName } = props.way;
  const say = useSay();
  return (
    <Link
      to={to}
      className={isHere ? "nav-entry is-here" : "nav-entry"}
      // Of two whose addresses begin alike, the page is the longer one's.
      activeOptions={{ exact: true }}
      {...(isHere ? { "aria-current": "page" as const } : {})}
      title={say(text)}
      onClick={() => onPress(to)}
      data-testid={testName}
    >
      <Icon name={icon} />
      <span className="nav-text">{say(text)}</span>
      {count === 0 ? null : <span className="nav-count">{count}</span>}
    </Link>
  );
}

function useWaitingCount(): number {
  const day = useAppointmentsOn(useToday());
  return queueOf(day.data ?? [], null).waiting.length;
}

// By the key and not by its character, which Alt changes on some keyboards.
function openByNumber(event: KeyboardEvent, nav: HTMLElement | null): void {
  const [, place] = /^(?:Digit|Numpad)([1-9])$/u.exec(event.code) ?? [];
  if (place === undefined || !event.altKey || event.ctrlKey || event.metaKey) return;
  const way = nav?.querySelectorAll("a")[Number(place) - 1];
  if (way === undefined) return;
  event.preventDefault();
  way.click();
}

/** The ways to the desk's pages, as far as somebody may go; Alt and a number open them in their order. */
export function Navigation({ onPress }: Pick<EntryProps, "onPress">) {
  const say = useSay();
  const nav = useRef<HTMLElement>(null);
  const ways = useWays();
  const here = wayAt(ways, useLocation({ select: ({ pathname }) => pathname }));
  const counts: Partial<Record<Way["to"], number>> = {
    "/today": useWaitingCount(),
    "/attention": useAttentionCount(),
  };
  useDeskKey((event) => openByNumber(event, nav.current));
  return (
    <nav className="shell-nav" ref={nav} aria-label={say("nav.label")}>
      {ways.map((way) =>
        way.isSetting ? null : (
          <Entry
            key={way.to}
            {...{ way, onPress }}
            count={counts[way.to] ?? 0}
            isHere={way === here}
          />
        ),
      )}
      <p className="nav-title">{say("nav.settings")}</p>
      {ways.map((way) =>
        way.isSetting ? <Entry key={way.to} {...{ way, onPress }} isHere={way === here} /> : null,
      )}
    </nav>
  );
}
