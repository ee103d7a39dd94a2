import { enBoard } from "#ui/i18n/floor/en-board.ts";
import { hiBoard } from "#ui/i18n/floor/hi-board.ts";
import { testNames } from "#ui/test-names.ts";
import type { Call } from "#ui/wire/display-state.ts";
import { roomText } from "#ui/wire/room-text.ts";
import { Both } from "./both.tsx";
import { callKey } from "./calls.ts";
import { ownProperties } from "./own-properties.ts";

// A shorter token is no larger than this many letters would be.
const usualLetters = 6;

function Room({ room }: { readonly room: string | null }) {
  if (room === null) return null;
  const english = roomText(room, enBoard["board.room"]);
  const hindi = roomText(room, hiBoard["board.room"]);
  return (
    <span className="call-room">
      <span>{english}</span>
      {hindi === english ? null : (
        <span lang="hi" className="words">
          {hindi}
        </span>
      )}
    </span>
  );
}

function CallText({ call }: { readonly call: Call }) {
  const letters = Math.max(usualLetters, call.token_code.length);
  return (
    <div className="call-text" ref={ownProperties({ "--letters": letters })}>
      <strong data-testid={testNames.boardToken}>{call.token_code}</strong>
      <span className="call-place">
        <Room room={call.room} />
        {call.provider_name === null ? null : (
          <span className="call-doctor">{call.provider_name}</span>
        )}
      </span>
    </div>
  );
}

function Calls({ calls }: { readonly calls: readonly Call[] }) {
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
        <CallText call={latest} />
      </div>
      {earlier.length === 0 ? null : (
        <ol className="calls-earlier">
          {earlier.map((call) => (
            <li className="call" key={callKey(call)}>
              <CallText call={call} />
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** Who is called: the latest large, the others before it, each with room and doctor. */
export function CallsShown({ calls }: { readonly calls: readonly Call[] }) {
  return (
    <section
      className="board-serving"
      data-testid={testNames.boardServing}
      aria-labelledby="serving"
      aria-live="polite"
    >
      <h2 id="serving">
        <Both id="board.serving" />
      </h2>
      <Calls calls={calls} />
    </section>
  );
}
