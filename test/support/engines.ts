import { startTestBranch } from "./branch-harness.ts";
import { startTestHub } from "./hub-harness.ts";
import type { EngineName, TestNode } from "./node.ts";

/** Both engines: what runs on one has to run on the other. */
export const engines: readonly { readonly engine: EngineName; start(): Promise<TestNode> }[] = [
  { engine: "branch", start: () => startTestBranch() },
  { engine: "hub", start: startTestHub },
];
