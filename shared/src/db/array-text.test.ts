import { expect, test } from "vitest";
import { arrayText } from "./array-text.ts";

test("texts stand in quotes, so that none is taken for NULL or for an end", () => {
  expect(arrayText(["NULL", "", "a,b", "{c}", " d "])).toBe('{"NULL","","a,b","{c}"," d "}');
});

test("quotes and backslashes are escaped, and nothing else is", () => {
  expect(arrayText([String.raw`say "x\y"`, "line\nbreak"])).toBe(
    `{"${String.raw`say \"x\\y\"`}","line\nbreak"}`,
  );
});

test("what is absent is NULL, numbers and truth values stand as they are", () => {
  expect(arrayText([null, undefined, 0, -12, true, false])).toBe("{NULL,NULL,0,-12,true,false}");
});

test("an empty list is an empty array", () => {
  expect(arrayText([])).toBe("{}");
});

test("an object has no form there", () => {
  expect(() => arrayText([{}])).toThrow(TypeError);
});
