import type { Place } from "./place.ts";
import { branchPlaces } from "./places-branch.ts";
import { hubPlaces } from "./places-hub.ts";
import { ingestPlaces } from "./places-ingest.ts";
import { judgePlaces } from "./places-judge.ts";
import { mergePlaces } from "./places-merge.ts";
import { moneyPlaces } from "./places-money.ts";

/** The places of the product where faults are planted, to see that the histories notice them. */
export const places: readonly Place[] = [
  ...ingestPlaces,
  ...hubPlaces,
  ...branchPlaces,
  ...mergePlaces,
  ...judgePlaces,
  ...moneyPlaces,
];
