import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { migrateBranch } from "@edgeward/branch-node/db/branch-migrations.ts";
import { openSqliteStore } from "@edgeward/branch-node/db/sqlite-store.ts";
import { madeOnce } from "./made-once.ts";

/**
 * The key of every database that begins as a copy: what the cipher derives from key and salt is derived once in a process
 * and not for each of hundreds of files.
 */
export const branchFileKey: Buffer = Buffer.alloc(32, "the key of a branch under test");

const name = "branch.db";

/**
 * Makes the database of a branch: with the tables of one, nothing in them, encrypted with `branchFileKey`. It is migrated
 * once in a run of the tests: that is most of the processor time of a test's branch (0.1 s).
 * @param folder where it lies as `branch.db`
 * @returns the file
 */
export async function newBranchFile(folder: string): Promise<string> {
  const made = await madeOnce("branch-file", async (to) => {
    const store = openSqliteStore({ file: join(to, name), key: branchFileKey });
    await migrateBranch(store.handle);
    await store.close();
  });
  const file = join(folder, name);
  copyFileSync(join(made, name), file);
  return file;
}
