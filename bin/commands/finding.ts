/** One line of a status. */
export interface Finding {
  readonly part: string;
  readonly level: Level;
  readonly detail: string;
}

/** How well something is; the worst of all is the command's exit code: 0, 1, 2. */
export const levels = ["ok", "warn", "fail"] as const;

/** One of them. */
export type Level = (typeof levels)[number];
