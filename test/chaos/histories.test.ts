import { expectEveryPromise } from "./every-promise.ts";

// Half of the histories; those beside it run on the other core, on a PostgreSQL of their own.
expectEveryPromise("first");
