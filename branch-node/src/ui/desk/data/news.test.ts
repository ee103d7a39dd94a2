import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "#ui/net/api.ts";
import { newsOf, News } from "./news.ts";
import { queryKeys } from "./query-keys.ts";
import { StaleLists } from "./stale-lists.ts";

const token = { entity: "appointment", entity_id: "apt_1", entity_version: 1 };
let now = 0;
let reads = 0;
let stop = () => {};

/** A page that shows the day's list; each answer takes its time. */
async function shown(): Promise<News> {
  const queries = createQueryClient();
  const observer = new QueryObserver(queries, {
    queryKey: [...queryKeys.appointments, "day"],
    queryFn: async () => {
      reads += 1;
      await new Promise((answered) => setTimeout(answered, 20));
      return reads;
    },
  });
  stop = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(50);
  reads = 0;
  return new News(new StaleLists(queries), () => now);
}

beforeEach(() => {
  vi.useFakeTimers();
  now = 0;
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

test.each([
  ["before the answer", [0, 1, 7]],
  ["after it", [0, 12, 12]],
  ["when the list has been read", [0, 60, 90]],
])("reads a list once of one write, also where the branch tells of it %s", async (_when, times) => {
  const news = await shown();
  for (const [nth, at] of times.entries()) {
    await vi.advanceTimersByTimeAsync(at - (times[nth - 1] ?? 0));
    void news.tell(token);
  }
  await vi.advanceTimersByTimeAsync(200);
  expect(reads).toBe(1);
});

test("reads it again of a later write to the same record, and of one of which no version is said", async () => {
  const news = await shown();
  for (const entity_version of [1, 2, undefined, 2]) {
    void news.tell({ ...token, entity_version });
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(reads).toBe(4);
  void news.tell({ ...token, entity_version: 1 });
  await vi.advanceTimersByTimeAsync(100);
  expect(reads).toBe(4);
});

test("reads it again when the same is told long after", async () => {
  const news = await shown();
  void news.tell(token);
  await vi.advanceTimersByTimeAsync(100);
  now = 10_000;
  void news.tell(token);
  await vi.advanceTimersByTimeAsync(100);
  expect(reads).toBe(2);
});

test("says when the list has been read, to whoever told first and to whoever told again", async () => {
  const news = await shown();
  const done: string[] = [];
  void news.tell(token).then(() => done.push("heard"));
  void news.tell(token).then(() => done.push("answered"));
  await vi.advanceTimersByTimeAsync(10);
  expect(done).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  expect(done).toEqual(["heard", "answered"]);
});

test("leaves nobody waiting for what is not read any more", async () => {
  const news = await shown();
  let isDone = false;
  void news.tell(token).then(() => {
    isDone = true;
  });
  news.end();
  await vi.advanceTimersByTimeAsync(100);
  expect({ isDone, reads }).toEqual({ isDone: true, reads: 0 });
});

test("is the same for all that a page does with one cache", () => {
  const queries = createQueryClient();
  expect(newsOf(queries)).toBe(newsOf(queries));
  expect(newsOf(createQueryClient())).not.toBe(newsOf(queries));
});
