import type { SimBranch } from "./branch.ts";
import type { SimNode } from "./hub.ts";
import type { Line } from "./line.ts";
import type { SimHub } from "./sim-hub.ts";
import type { SimTablet } from "./tablet.ts";

/** A branch with its line to the hub. */
export interface Station {
  readonly node: SimNode;
  readonly branch: SimBranch;
  readonly line: Line;
  readonly tablet: SimTablet;
  readonly code: string;
  readonly place: number;
  /** Where bootstrap files lie that were made along the way. */
  readonly files: unknown[];
}

/** Where a step is taken, and the numbers that choose among what is there. */
export interface Scene {
  readonly hub: SimHub;
  readonly station: Station;
  readonly stations: readonly Station[];
  readonly at: number;
  readonly one: number;
  readonly two: number;
  /** How many steps there have been: it makes values that nothing else has. */
  readonly ordinal: number;
  readonly areClocksRight: boolean;
}
