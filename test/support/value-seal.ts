import type { NodeRuntime } from "@edgeward/shared/db/model.ts";
import { valueSealOf } from "@edgeward/shared/kernel/value-seal.ts";

/** The key of sealed values where a test makes its nodes itself. */
export const testClientKey = Buffer.alloc(32);

/** How such nodes seal. */
export const testSeal: NodeRuntime["valueSeal"] = () => valueSealOf(testClientKey);
