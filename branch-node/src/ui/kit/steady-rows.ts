import { useEffect, useReducer, useState, type PointerEvent } from "react";

interface Identified {
  readonly id: string;
}

// Whoever aims at a row presses within this of the pointer's last move; a pointer that rests longer aims at nothing.
const aimMs = 400;

const pressEnds = ["pointerup", "pointercancel", "blur"] as const;

/**
 * The rows of a list while somebody aims at one of them: those that stand stay where they are, with what is new in them, and
 * what comes after all of them is added. What would move them (another order, one that comes between, one that goes) waits.
 * @param held the rows as they stood when the pointer came
 * @param rows the rows as they are now
 */
export function steadyRows<T extends Identified>(
  held: readonly T[],
  rows: readonly T[],
): readonly T[] {
  const now = new Map(rows.map((row) => [row.id, row]));
  const standing = new Set(held.map(({ id }) => id));
  const last = rows.findLastIndex(({ id }) => standing.has(id));
  return [
    ...held.map((row) => now.get(row.id) ?? row),
    // Where none of them is left, nothing says what comes after them.
    ...(last === -1 ? [] : rows.slice(last + 1)),
  ];
}

function areSame<T extends Identified>(shown: readonly T[], rows: readonly T[]): boolean {
  return shown.length === rows.length && shown.every(({ id }, at) => id === rows[at]?.id);
}

/** Which rows are held for a pointer, and until when. */
class Aim<T extends Identified> {
  readonly #redraw: () => void;
  #shown: readonly T[] = [];
  #held: readonly T[] | null = null;
  #isBehind = false;
  #isPressed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(redraw: () => void) {
    this.#redraw = redraw;
  }

  show(rows: readonly T[]): readonly T[] {
    this.#shown = this.#held === null ? rows : steadyRows(this.#held, rows);
    this.#isBehind = !areSame(this.#shown, rows);
    return this.#shown;
  }

  /** The pointer moves over the rows. */
  readonly move = (): void => {
    this.#hold(aimMs);
  };

  /** The pointer goes elsewhere. A browser may say so of a press, too, as what is pressed is drawn anew. */
  readonly leave = (): void => {
    if (!this.#isPressed) this.release();
  };

  /** Holds the rows while the pointer is down, wherever it comes up; the press itself is told after that. */
  readonly press = ({ button }: Pick<PointerEvent, "button">): void => {
    // Another button opens the browser's menu, and nothing is heard of its end.
    if (button !== 0) return;
    this.#hold(null);
    this.#isPressed = true;
    const up = ({ type, target, isTrusted }: Event) => {
      // The library ends a long press by a cancellation of its own, while the pointer is still down.
      if (!isTrusted) return;
      // That something on the page loses the focus is heard here, too.
      if (type === "blur" && target !== window) return;
      for (const name of pressEnds) removeEventListener(name, up, true);
      this.#isPressed = false;
      this.#hold(0);
    };
    for (const name of pressEnds) addEventListener(name, up, true);
  };

  readonly release = (): void => {
    clearTimeout(this.#timer);
    this.#held = null;
    if (this.#isBehind) this.#redraw();
  };

  #hold(forMs: number | null): void {
    if (this.#isPressed) return;
    clearTimeout(this.#timer);
    this.#held ??= this.#shown;
    if (forMs !== null) this.#timer = setTimeout(this.release, forMs);
  }
}

/**
 * Rows that do not move beneath a pointer: news from other screens must not put another row under a press.
 * @returns the rows to draw, and what their list passes on of the pointer
 */
export function useSteadyRows<T extends Identified>(rows: readonly T[]) {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [aim] = useState(() => new Aim<T>(redraw));
  useEffect(() => aim.release, [aim]);
  return {
    shown: aim.show(rows),
    aim: {
      onPointerMoveCapture: aim.move,
      onPointerDownCapture: aim.press,
      onPointerLeave: aim.leave,
    },
  };
}
