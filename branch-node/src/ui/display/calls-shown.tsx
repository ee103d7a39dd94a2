import { screenNames } from "#ui/test-names-screens.ts";
import type { Call } from "#ui/wire/display-state.ts";
import { callKey } from "./calls.ts";
import { ownProperties } from "./own-properties.ts";
import { roomOfCall } from "./room-of-call.ts";
import { InEach, Said } from "./said.tsx";

// A shorter token is no larger than this many letters would be.
const usualLetters = 6;

function Room({ call }: { readonly call: Call }) {
  if (call.room === null) return null;
  return (
    <span className="call-room">
      <InEach text={(spoken) => roomOfCall(call, spoken) ?? ""} />
    </span>
  );
}

function CallText({ call }: { readonly call: Call }) {
  const letters = Math.max(usualLetters, call.token_code.length);
  return (
    <div className="call-text" ref={ownProperties({ "--letters": letters })}>
      <strong data-testid={screenNames.boardToken}>{call.token_code}</strong>
      <span className="call-place">
        <Room call={call} />
        {call.provider_name === null ? null : (
          <span className="call-doctor">
            <bdi>{call.provider_name}</bdi>
          </span>
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
        <Said id="board.nothing" />
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
      data-testid={screenNames.boardServing}
      aria-labelledby="serving"
      aria-live="polite"
    >
      <h2 id="serving">
        <Said id="board.serving" />
      </h2>
      <Calls calls={calls} />
    </section>
  );
}
