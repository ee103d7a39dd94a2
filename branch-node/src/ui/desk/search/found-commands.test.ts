import { expect, test } from "vitest";
import { foundCommands } from "./found-commands.ts";

const commands = ["Today", "Needs attention", "Appointments", "New patient", "आज"].map((text) => {
  return { id: text, text, onAction: () => undefined };
});
const found = (typed: string) => foundCommands(typed, commands).map(({ text }) => text);

test("a command is found by how its name or one of its words begins, in either script", () => {
  expect(found("tod")).toEqual(["Today"]);
  expect(found(" ATT")).toEqual(["Needs attention"]);
  expect(found("patient")).toEqual(["New patient"]);
  expect(found("आज")).toEqual(["आज"]);
});

test("nothing typed shows all, one letter and digits none, and a name is no command's", () => {
  expect(found("  ")).toHaveLength(commands.length);
  expect(found("a")).toEqual([]);
  expect(found("9823")).toEqual([]);
  expect(found("Todar Mal")).toEqual([]);
});
