// What the hub and the branch are measured against: the least that does the like of their work, in a process of its own.
import { createServer } from "node:http";
import { join } from "node:path";
import express from "express";
import { mountPostgresBaseline } from "./baseline-postgres.ts";
import { mountSqliteBaseline } from "./baseline-sqlite.ts";

const app = express();
app.disable("x-powered-by");
app.disable("etag");
app.set("query parser", "simple");
await mountPostgresBaseline(app, String(process.env["DATABASE_URL"]));
mountSqliteBaseline(app, join(String(process.env["EDGEWARD_DATA"]), "bare.db"));

const server = createServer(app);
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  process.send?.({ type: "ready", url: `http://127.0.0.1:${port}` });
});
process.on("SIGTERM", () => process.exit(0));
process.on("disconnect", () => process.exit(0));
