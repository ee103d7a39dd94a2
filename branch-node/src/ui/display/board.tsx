import { useEffect, useMemo, useState, type ReactNode } from "react";
import { departmentText } from "@edgeward/shared/kernel/department-text.ts";
import { testNames } from "#ui/test-names.ts";
import { useAnnouncer } from "./announcer.ts";
import { useBoardFeed } from "./board-feed.ts";
import { Both } from "./both.tsx";
import { CallsShown } from "./calls-shown.tsx";
import { latestCalls } from "./calls.ts";
import { WaitingShown } from "./waiting-shown.tsx";

function Clock({
  offset,
  timeZone,
}: {
  readonly offset: number;
  readonly timeZone: string | null;
}) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const text = new Intl.DateTimeFormat("en-IN", {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    ...(timeZone === null ? {} : { timeZone }),
  }).format(now + offset);
  return <time className="board-clock">{text}</time>;
}

function Alert({ children }: { readonly children: ReactNode }) {
  return (
    <div className="board-alert" role="alert" data-testid={testNames.boardNotLive}>
      {children}
    </div>
  );
}

/** The waiting room's board: tokens, rooms and doctors, never a patient's name; it says so itself when it is no longer up to date. */
export function Board({ code }: { readonly code: string }) {
  const { state, link, isUnknown, clockOffset } = useBoardFeed(code);
  const calls = useMemo(() => (state === null ? null : latestCalls(state)), [state]);
  const { hasSound, toggle } = useAnnouncer(calls);
  return (
    <main className="board" data-testid={testNames.board}>
      <header className="board-head">
        <div>
          <h1>{state?.branch_name ?? <Both id="board.connecting" />}</h1>
          {state?.department ? <p>{departmentText(state.department)}</p> : null}
        </div>
        <button type="button" className="board-sound" aria-pressed={hasSound} onClick={toggle}>
          <Both id={hasSound ? "board.soundOff" : "board.sound"} />
        </button>
        <Clock offset={clockOffset} timeZone={state?.time_zone ?? null} />
      </header>
      {isUnknown ? (
        <Alert>
          <Both id="board.unknown" />
        </Alert>
      ) : null}
      {link === "lost" && !isUnknown ? (
        <Alert>
          <Both id="board.notLive" />
        </Alert>
      ) : null}
      {state !== null && calls !== null ? (
        <div className="board-columns">
          <CallsShown calls={calls} />
          <WaitingShown tokens={state.waiting} count={state.waiting_count} />
        </div>
      ) : null}
    </main>
  );
}
