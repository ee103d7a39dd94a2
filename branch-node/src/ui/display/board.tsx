import { dateTimeFormat } from "@edgeward/shared/kernel/intl-formats.ts";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { departmentText } from "@edgeward/shared/kernel/department-text.ts";
import { readAs } from "#ui/i18n/language-names.ts";
import { screenNames } from "#ui/test-names-screens.ts";
import { nameIn } from "#ui/wire/shown-names.ts";
import type { DisplayState } from "#ui/wire/display-state.ts";
import { useAnnouncer } from "./announcer.ts";
import { useBoardFeed } from "./board-feed.ts";
import { SpeechProvider, useBoardSpeech, type Spoken } from "./board-speech.ts";
import { CallsShown } from "./calls-shown.tsx";
import { latestCalls } from "./calls.ts";
import { InEach, Said } from "./said.tsx";
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
  const text = dateTimeFormat("en-IN", {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    ...(timeZone === null ? {} : { timeZone }),
  }).format(now + offset);
  return <time className="board-clock">{text}</time>;
}

function Alert({ children }: { readonly children: ReactNode }) {
  return (
    <div className="board-alert" role="alert" data-testid={screenNames.boardNotLive}>
      {children}
    </div>
  );
}

function Department({ state }: { readonly state: DisplayState }) {
  const { department, department_names: names } = state;
  if (department === null) return null;
  const text = ({ language }: Spoken) => nameIn(names, language) ?? departmentText(department);
  return (
    <p className="board-department">
      <InEach text={text} />
    </p>
  );
}

/** The board is read from the side of its first language. */
function useDirection(speech: readonly Spoken[]): void {
  const [first] = speech;
  useEffect(() => {
    if (first !== undefined) readAs(first.language);
  }, [first]);
}

/** The waiting room's board: tokens, rooms and doctors, never a patient's name; it says so itself when it is no longer up to date. */
export function Board({ code }: { readonly code: string }) {
  const { state, link, isUnknown, clockOffset } = useBoardFeed(code);
  const calls = useMemo(() => (state === null ? null : latestCalls(state)), [state]);
  const speech = useBoardSpeech(state?.languages ?? null);
  useDirection(speech);
  const { hasSound, toggle } = useAnnouncer(calls, speech);
  return (
    <SpeechProvider value={speech}>
      <main className="board" data-testid={screenNames.board}>
        <header className="board-head">
          <div>
            <h1>{state?.branch_name ?? <Said id="board.connecting" />}</h1>
            {state === null ? null : <Department state={state} />}
          </div>
          <button type="button" className="board-sound" aria-pressed={hasSound} onClick={toggle}>
            <Said id={hasSound ? "board.soundOff" : "board.sound"} />
          </button>
          <Clock offset={clockOffset} timeZone={state?.time_zone ?? null} />
        </header>
        {isUnknown ? (
          <Alert>
            <Said id="board.unknown" />
          </Alert>
        ) : null}
        {link === "lost" && !isUnknown ? (
          <Alert>
            <Said id="board.notLive" />
          </Alert>
        ) : null}
        {state !== null && calls !== null ? (
          <div className="board-columns">
            <CallsShown calls={calls} />
            <WaitingShown tokens={state.waiting} count={state.waiting_count} />
          </div>
        ) : null}
      </main>
    </SpeechProvider>
  );
}
