// Brings a branch's database to today's schema and is killed by itself when so many rows of a table have been rebuilt:
// timed from outside, the blow could fall too late.
import Sqlite from "better-sqlite3";
import { migrateBranch } from "@edgeward/branch-node/db/branch-migrations.ts";

const [file = "", killedAt = ""] = process.argv.slice(2);
const handle = new Sqlite(file);
handle.pragma("journal_mode = WAL");
await migrateBranch(handle, ({ rows }) => {
  if (rows >= Number(killedAt)) process.kill(process.pid, "SIGKILL");
});
handle.close();
