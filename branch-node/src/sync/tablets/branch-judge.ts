import { clinicalCommands } from "@edgeward/shared/clinical/index.ts";
import { createJudge } from "@edgeward/shared/sync/judge/judge.ts";

/** What operations of this branch and of its tablets are held to. */
export const branchJudge = createJudge(clinicalCommands);
