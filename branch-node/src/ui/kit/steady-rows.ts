import { useEffect, useReducer, useState, type PointerEvent } from "react";

interface Identified {
  readonly id: string;
}

// Whoever aims at a row presses within this of the pointer's last move; a pointer that rests longer aims at nothing.
const aimMs = 400;

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
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(redraw: () => void) {
    this.#redraw = redraw;
  }

  show(rows: readonly T[]): readonly T[] {
    this.#shown = this.#held === null ? rows : steadyRows(this.#held, rows);
    this.#isBehind = !areSame(this.#shown, rows);
    return this.#shown;
  }

  /** Holds the rows for a while, or until they are let go. */
  hold(forMs: number | null): void {
    clearTimeout(this.#timer);
    this.#held ??= this.#shown;
    if (forMs !== null) this.#timer = setTimeout(this.release, forMs);
  }

  readonly release = (): void => {
    clearTimeout(this.#timer);
    this.#held = null;
    if (this.#isBehind) this.#redraw();
  };

  /** Holds the rows while the pointer is down, wherever it comes up; the press itself is told after that. */
  readonly press = (): void => {
    this.hold(null);
    const up = () => {
      removeEventListener("pointerup", up, true);
      removeEventListener("pointercancel", up, true);
      this.hold(0);
    };
    addEventListener("pointerup", up, true);
    addEventListener("pointercancel", up, true);
  };
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
      onPointerMoveCapture: ({ buttons }: PointerEvent) => {
        if (buttons === 0) aim.hold(aimMs);
      },
      onPointerDownCapture: aim.press,
      onPointerLeave: ({ buttons }: PointerEvent) => {
        if (buttons === 0) aim.release();
      },
    },
  };
}
