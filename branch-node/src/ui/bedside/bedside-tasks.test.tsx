import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { en } from "#ui/i18n/en/en.ts";
import { Sentences, type Spoken } from "#ui/i18n/language.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { ur } from "#ui/i18n/ur/ur.ts";
import { TaskLine } from "./bedside-tasks.tsx";

function Dose() {
  const say = useSay();
  const text = say("bedside.taskDose", { name: "Ceftriaxone 1 g", time: "14:00" });
  return <TaskLine text={text} isLate />;
}

function shown(spoken: Spoken): string {
  return renderToStaticMarkup(
    <Sentences spoken={spoken}>
      <Dose />
    </Sentences>,
  );
}

describe("a task at the bed", () => {
  it("runs from right to left in Urdu where it begins with a medicine's Latin name", () => {
    const line = shown({ language: "ur", catalog: ur });
    // The name and the time have a direction of their own; the sentence has the page's.
    expect(line).toContain("<span>\u2068Ceftriaxone 1 g\u2069، \u206814:00\u2069 ");
    expect(line).not.toMatch(/<bdi|dir=/u);
    expect(line).toContain(ur["bedside.taskFirst"]);
  });

  it("says the same in English as it is written", () => {
    const line = shown({ language: "en", catalog: en });
    expect(line).toContain("<span>Ceftriaxone 1 g, due at 14:00 ");
  });
});
