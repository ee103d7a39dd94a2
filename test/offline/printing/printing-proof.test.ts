import { describe, expect, test } from "vitest";
import { isSoak } from "#offline/load.ts";
import { proveExactlyOnce } from "./printing-proof.ts";

const manyMinutes = 15 * 60_000;

describe("every slip has exactly one valid paper, or waits for a person", () => {
  test(
    "while resets, pulled cables, power cuts and kills come at random",
    async () => {
      const jobs = isSoak ? 1_000 : 24;
      const verdict = await proveExactlyOnce({ jobs, seed: 20_261_121, isAfterEveryCut: false });
      process.stderr.write(isSoak ? `${JSON.stringify(verdict)}\n` : "");
      expect(verdict.broken).toEqual([]);
      expect(verdict.printed + verdict.toReview).toBe(jobs);
      expect(verdict.faults).toBeGreaterThanOrEqual(jobs / 2);
      expect(verdict.printed).toBeGreaterThanOrEqual(jobs / 4);
      expect(verdict.kills).toBeGreaterThan(0);
    },
    manyMinutes,
  );

  test(
    "while one of them comes after every single cut",
    async () => {
      const jobs = isSoak ? 200 : 12;
      const verdict = await proveExactlyOnce({ jobs, seed: 7, isAfterEveryCut: true });
      process.stderr.write(isSoak ? `${JSON.stringify(verdict)}\n` : "");
      expect(verdict.broken).toEqual([]);
      // The acknowledgement of the cut never came, so nobody but a person can know.
      expect(verdict).toMatchObject({ toReview: jobs, printed: 0 });
      // On a machine that is short of time a print may be given up before its fault comes.
      expect(verdict.faults).toBeGreaterThanOrEqual(jobs * 0.9);
    },
    manyMinutes,
  );
});
