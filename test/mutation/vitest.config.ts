import { defineConfig } from "vitest/config";

/** The tests that judge a changed sync core: those beside it. */
export default defineConfig({
  test: { pool: "forks", include: ["shared/src/sync/**/*.test.ts"] },
});
