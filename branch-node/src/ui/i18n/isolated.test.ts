import { expect, test } from "vitest";
import { isolated } from "./isolated.ts";

const values = { name: "Dr. Omkar Kale", phone: "+91 98765 43210", about: "", count: 3 };

test("gives each text in an Urdu sentence its own direction, and leaves numbers and nothing alone", () => {
  expect(isolated(values, "ur")).toEqual({
    name: "\u2068Dr. Omkar Kale\u2069",
    phone: "\u2068+91 98765 43210\u2069",
    about: "",
    count: 3,
  });
});

test("leaves the values of sentences that run from left to right as they are", () => {
  expect(isolated(values, "en")).toEqual(values);
  expect(isolated(values, "hi")).toEqual(values);
});
