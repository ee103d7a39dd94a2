import type { Kind } from "#chaos/commands.ts";

/** One place of the product where a fault is planted. */
export interface Place {
  /** From the repository's root. */
  readonly file: string;
  /** The text that stands there once. */
  readonly original: string;
  readonly replacement: string;
  /** What goes wrong with it. */
  readonly why: string;
  /** The steps that meet it sooner than all together do. */
  readonly often: readonly Kind[];
  /** Why nothing can be noticed of it, where that is so. */
  readonly unseen?: string;
}
