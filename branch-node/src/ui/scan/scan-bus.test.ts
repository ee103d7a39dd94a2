import { expect, test } from "vitest";
import { ScanBus } from "./scan-bus.ts";

test("a scan goes to the newest part of the page that takes it, and to no other", () => {
  const bus = new ScanBus();
  const heard: string[] = [];
  const listen = (name: string, takes: boolean) =>
    bus.listen(() => {
      heard.push(name);
      return takes;
    });
  listen("desk", true);
  const closeForm = listen("form", true);
  listen("hint", false);
  bus.hear("A1");
  closeForm();
  bus.hear("A1");
  expect(heard).toEqual(["hint", "form", "hint", "desk"]);
});

test("a scan that nobody wants is nobody's", () => {
  expect(() => new ScanBus().hear("A1")).not.toThrow();
});
