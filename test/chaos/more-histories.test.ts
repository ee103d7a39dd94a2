import { expectEveryPromise } from "./every-promise.ts";

expectEveryPromise("second");
