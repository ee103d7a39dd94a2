import { createServer } from "node:http";
import { expect, test } from "vitest";
import { contend, type Target } from "./load.ts";

async function withServer<T>(
  status: (path: string) => number,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const server = createServer((request, response) => {
    response.statusCode = status(request.url ?? "");
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  try {
    return await work(`http://127.0.0.1:${port}`);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

function target(url: string, path: string): Target {
  return {
    url,
    status: 200,
    pids: [process.pid],
    call: () => ({ method: "GET", path, headers: {} }),
  };
}

test("counts every answer that is not the expected one, of ours and of the baseline", async () => {
  const found = await withServer(
    (path) => (path === "/good" ? 200 : 500),
    (url) =>
      contend(
        {
          work: "read",
          connections: 2,
          ours: target(url, "/good"),
          baseline: { ...target(url, "/bad"), name: "REF" },
          must: null,
        },
        { rounds: 1, seconds: 0.1, warmUp: 20 },
      ),
  );
  expect(found.ours.median).toBeGreaterThan(0);
  expect(found.failures).toBeGreaterThan(0);
  expect(found.baseline?.name).toBe("REF");
});

test("finds no failure where every answer is as expected", async () => {
  const contest = { work: "read", connections: 1, baseline: null, must: null };
  const found = await withServer(
    () => 200,
    (url) =>
      contend({ ...contest, ours: target(url, "/") }, { rounds: 2, seconds: 0.1, warmUp: 20 }),
  );
  expect(found.failures).toBe(0);
  expect(found.ratio).toBeNull();
});
