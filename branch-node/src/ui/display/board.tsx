import { useEffect, useMemo, useState, type ReactNode } from "react";
import { departmentText } from "@edgeward/shared/kernel/department-text.ts";
import { en } from "#ui/i18n/en.ts";
import { hi } from "#ui/i18n/hi.ts";
import { testNames } from "#ui/test-names.ts";
import type { DisplayState } from "#ui/wire/display-state.ts";
import { roomText } from "#ui/wire/room-text.ts";
import { useAnnouncer } from "./announcer.ts";
import { useBoardFeed } from "./board-feed.ts";
import { callKey, latestCalls, type Call } from "./calls.ts";

type BoardText =
  | "board.serving"
  | "board.waiting"
  | "board.nothing"
  | "board.notLive"
  | "board.unknown";

/** A waiting room reads two languages at once: nobody there can change the page's. */
function Both({ id }: { readonly id: BoardText }) {
  return (
    <>
      <span>{en[id]}</span>
      <span lang="hi">{hi[id]}</span>
    </>
  );
}

function Clock({
  offset,
  timeZone,
}: {
  readonly offset: number;
  readonly timeZone: string | undefined;
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
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(now + offset);
  return <time className="board-clock">{text}</time>;
}

function Serving({ calls }: { readonly calls: readonly Call[] }) {
  const [latest, ...earlier] = calls;
  if (latest === undefined) {
    return (
      <p className="board-nothing">
        <Both id="board.nothing" />
      </p>
    );
  }
  return (
    <>
      <div className="call call-latest" key={callKey(latest)}>
        <strong>{latest.token_code}</strong>
        <Room room={latest.room} />
      </div>
      <ol className="calls-earlier">
        {earlier.map((call) => (
          <li className="call" key={callKey(call)}>
            <strong>{call.token_code}</strong>
            <Room room={call.room} />
          </li>
        ))}
      </ol>
    </>
  );
}

function Room({ room }: { readonly room: string | null }) {
  if (room === null) return null;
  const english = roomText(room, en["board.room"]);
  const hindi = roomText(room, hi["board.room"]);
  return (
    <span className="call-room">
      {english}
      {hindi === english ? null : <span lang="hi">{hindi}</span>}
    </span>
  );
}

function Columns({
  state,
  calls,
}: {
  readonly state: DisplayState;
  readonly calls: readonly Call[];
}) {
  return (
    <div className="board-columns">
      <section
        className="board-serving"
        data-testid={testNames.boardServing}
        aria-labelledby="serving"
        aria-live="polite"
      >
        <h2 id="serving">
          <Both id="board.serving" />
        </h2>
        <Serving calls={calls} />
      </section>
      <section
        className="board-waiting"
        data-testid={testNames.boardWaiting}
        aria-labelledby="waiting"
      >
        <h2 id="waiting">
          <Both id="board.waiting" />
        </h2>
        <ol>
          {state.waiting.map(({ token_code: token }) => (
            <li key={token}>{token}</li>
          ))}
        </ol>
      </section>
    </div>
  );
}

function Alert({ children }: { readonly children: ReactNode }) {
  return (
    <div className="board-alert" role="alert" data-testid={testNames.boardNotLive}>
      {children}
    </div>
  );
}

/** The waiting room's board: tokens and rooms, never names; it says so itself when it is no longer up to date. */
export function Board({ code }: { readonly code: string }) {
  const { state, link, isUnknown, clockOffset } = useBoardFeed(code);
  const calls = useMemo(() => (state === null ? null : latestCalls(state)), [state]);
  const { hasSound, toggle } = useAnnouncer(calls);
  return (
    <main className="board" data-testid={testNames.board}>
      <header className="board-head">
        <div>
          <h1>{state?.branch_name ?? en["board.connecting"]}</h1>
          {state?.department ? <p>{departmentText(state.department)}</p> : null}
        </div>
        <button type="button" className="board-sound" aria-pressed={hasSound} onClick={toggle}>
          {en[hasSound ? "board.soundOff" : "board.sound"]}
        </button>
        <Clock offset={clockOffset} timeZone={state?.time_zone} />
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
      {state !== null && calls !== null ? <Columns state={state} calls={calls} /> : null}
    </main>
  );
}
