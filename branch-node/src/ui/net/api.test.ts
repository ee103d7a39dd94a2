import { QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { createQueryClient } from "./api.ts";

const queryKey = ["visits", "of a patient"];

/** A page that shows what it reads, each answer given by hand. */
function reading() {
  const queries = createQueryClient();
  const answers: ((value: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  const observer = new QueryObserver(queries, { queryKey, queryFn });
  const stop = observer.subscribe(() => undefined);
  return { queries, answers, stop, shown: () => observer.getCurrentResult().data };
}

test("reads once more what was being read for the first time when the news came", async () => {
  const { queries, answers, stop, shown } = reading();
  await expect.poll(() => answers.length).toBe(1);
  const told = queries.invalidateQueries({ queryKey: ["visits"] });
  answers[0]?.("none");
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.("one");
  await told;
  expect(shown()).toBe("one");
  stop();
});

test("reads nothing twice without news, and leaves alone what they are not about", async () => {
  const { queries, answers, stop, shown } = reading();
  await expect.poll(() => answers.length).toBe(1);
  const told = queries.invalidateQueries({ queryKey: ["bills"] });
  answers[0]?.("none");
  await told;
  await expect.poll(shown).toBe("none");
  expect(answers).toHaveLength(1);
  stop();
});

test("shows what is being read again where it is not to be called off, and reads it once more for later news", async () => {
  const { queries, answers, stop, shown } = reading();
  await expect.poll(() => answers.length).toBe(1);
  answers[0]?.("none");
  await expect.poll(shown).toBe("none");
  const joined = { cancelRefetch: false };
  const first = queries.invalidateQueries({ queryKey }, joined);
  await expect.poll(() => answers.length).toBe(2);
  const later = [1, 2].map(() => queries.invalidateQueries({ queryKey }, joined));
  expect(answers).toHaveLength(2);
  answers[1]?.("one");
  await expect.poll(shown).toBe("one");
  await expect.poll(() => answers.length).toBe(3);
  answers[2]?.("two");
  await Promise.all([first, ...later]);
  expect({ shown: shown(), read: answers.length }).toEqual({ shown: "two", read: 3 });
  stop();
});
