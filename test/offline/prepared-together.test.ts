// Hub processes that start at one moment prepare the database at one moment, and so do hubs of two databases of one server.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { provisionDatabase } from "@edgeward/hub/db/provision.ts";
import { startTestPostgres, type TestPostgres } from "#support/postgres.ts";

const rounds = 6;
const processes = 6;

let postgres: TestPostgres;
let folder = "";
let urls: readonly string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "edgeward-prepared-"));
  postgres = await startTestPostgres();
  const owner = new pg.Client({ connectionString: postgres.url });
  await owner.connect();
  await owner.query("CREATE DATABASE beside");
  await owner.end();
  const beside = new URL(postgres.url);
  beside.pathname = "/beside";
  urls = [postgres.url, beside.toString()];
});

afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("hubs that start together on two databases of a server all come up, each with its roles' passwords", async () => {
  const file = join(folder, "passwords.json");
  await provisionDatabase(String(urls[1]), file);
  for (let round = 0; round < rounds; round += 1) {
    const started = await Promise.all(
      Array.from({ length: processes }, (_, nth) =>
        provisionDatabase(String(urls[nth % urls.length]), file),
      ),
    );
    expect(started.map(({ applied }) => applied)).toEqual(started.map(() => []));
    for (const { urls: roles } of started.slice(0, urls.length)) {
      const client = new pg.Client({ connectionString: roles.app });
      await client.connect();
      expect((await client.query("SELECT current_user AS me")).rows).toEqual([
        { me: "edgeward_app" },
      ]);
      await client.end();
    }
  }
});
