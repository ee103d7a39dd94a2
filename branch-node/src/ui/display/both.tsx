import { enBoard } from "#ui/i18n/floor/en-board.ts";
import { hiBoard } from "#ui/i18n/floor/hi-board.ts";

/** A waiting room reads two languages at once: nobody there can change the page's. */
export function Both({
  id,
  count = 0,
}: {
  readonly id: keyof typeof enBoard;
  readonly count?: number;
}) {
  const value = String(count);
  return (
    <>
      <span>{enBoard[id].replace("{count}", value)}</span>{" "}
      <span lang="hi" className="words">
        {hiBoard[id].replace("{count}", value)}
      </span>
    </>
  );
}
