import { screenNames } from "#ui/test-names-screens.ts";
import { ownProperties } from "./own-properties.ts";
import { Said } from "./said.tsx";
import { tokenGrid } from "./token-grid.ts";

// The shapes of the list's place on a screen that lies and on one that stands.
const wideShape = 0.85;
const tallShape = 1.6;
const fewestLetters = 4;

function Tokens({ tokens }: { readonly tokens: readonly string[] }) {
  const letters = Math.max(fewestLetters, ...tokens.map((token) => token.length));
  const wide = tokenGrid(tokens.length, wideShape, letters);
  const tall = tokenGrid(tokens.length, tallShape, letters);
  const sizes = ownProperties({
    "--letters": letters,
    "--wide-columns": wide.columns,
    "--wide-rows": wide.rows,
    "--tall-columns": tall.columns,
    "--tall-rows": tall.rows,
  });
  return (
    <div className="board-tokens">
      <ol ref={sizes}>
        {tokens.map((token) => (
          <li key={token} data-testid={screenNames.boardToken}>
            {token}
          </li>
        ))}
      </ol>
    </div>
  );
}

interface WaitingShownProps {
  readonly tokens: readonly string[];
  /** How many wait, shown or not. */
  readonly count: number;
}

/** Who waits, in the order in which they are called. */
export function WaitingShown({ tokens, count }: WaitingShownProps) {
  const more = count - tokens.length;
  return (
    <section
      className="board-waiting"
      data-testid={screenNames.boardWaiting}
      aria-labelledby="waiting"
    >
      <h2 id="waiting">
        <Said id="board.waiting" />
      </h2>
      {tokens.length === 0 ? (
        <p className="board-nothing">
          <Said id="board.nobody" />
        </p>
      ) : (
        <Tokens tokens={tokens} />
      )}
      {more > 0 ? (
        <p className="board-more" data-testid={screenNames.boardMore}>
          <Said id="board.more" count={more} />
        </p>
      ) : null}
    </section>
  );
}
