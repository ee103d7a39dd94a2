import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { closeServer, pauseRequests, listen } from "./listen.ts";

test("answers what was asked before the application was there, and what is asked later", async () => {
  const server = createServer();
  const serve = pauseRequests(server);
  const port = await listen(server, 0, "127.0.0.1");
  const url = `http://127.0.0.1:${port}/`;
  const early = fetch(url, { method: "POST", body: "early", signal: AbortSignal.timeout(5_000) });
  await delay(100);
  serve((request, response) => {
    request.pipe(response);
  });
  expect(await (await early).text()).toBe("early");
  expect(await (await fetch(url, { method: "POST", body: "late" })).text()).toBe("late");
  await closeServer(server);
});
