const sizes = [1, 2, 3, 4] as const;
const turns = [0, 90, 180, 270] as const;

/** How a picture is looked at: so many times as large as its place, and turned clockwise by so many degrees. */
export interface PictureLook {
  readonly size: (typeof sizes)[number];
  readonly turn: (typeof turns)[number];
}

/** Whole and upright. */
export const firstLook: PictureLook = { size: 1, turn: 0 };

function nextOf<T>(all: readonly T[], from: T, by: number): T {
  return all[all.indexOf(from) + by] ?? from;
}

/** Once more as large, as far as it goes. */
export function larger(look: PictureLook): PictureLook {
  return { ...look, size: nextOf(sizes, look.size, 1) };
}

/** One step smaller, until all of it is seen. */
export function smaller(look: PictureLook): PictureLook {
  return { ...look, size: nextOf(sizes, look.size, -1) };
}

/** A quarter further, after four of them upright again. */
export function turned(look: PictureLook): PictureLook {
  return { ...look, turn: turns[(turns.indexOf(look.turn) + 1) % turns.length] ?? 0 };
}
