import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { soundKey } from "./sound-key.ts";

describe("one name, several spellings", () => {
  test.each([
    ["Laxmi", "Lakshmi"],
    ["Sarma", "Sharma"],
    ["Chowdhury", "Chaudhari"],
    ["Choudhary", "Chowdary"],
    ["Mohammed", "Muhammad"],
    ["Mohd", "Mohammad"],
    ["Ahmed", "Ahmad"],
    ["Shaikh", "Sheikh"],
    ["Sita", "Seetha"],
    ["Gita", "Geeta"],
    ["Pooja", "Puja"],
    ["Deepak", "Dipak"],
    ["Rajeev", "Rajiv"],
    ["Lalitha", "Lalita"],
    ["Bharath", "Bharat"],
    ["Saurabh", "Sourav"],
    ["Vivek", "Bibek"],
    ["Gowri", "Gauri"],
    ["Falguni", "Phalguni"],
    ["Zakir", "Jakir"],
    ["Priya", "Pria"],
    ["Vijay", "Vijai"],
    ["Reddy", "Reddi"],
    ["Sarah", "Sara"],
    ["Verma", "Varma"],
    ["Mukherjee", "Mukherji"],
    ["Subramanian", "Subramanyan"],
    ["Kamala", "Kamla"],
    ["Ramakrishna", "Ramkrishna"],
    ["Prajna", "Pragya"],
    ["Pradnya", "Pragya"],
    ["Iliyas", "Ilias"],
  ])("%s sounds like %s", (left, right) => {
    expect(soundKey(left)).toBe(soundKey(right));
  });
});

describe("one name, two scripts", () => {
  test.each([
    ["लक्ष्मी", "Lakshmi"],
    ["शर्मा", "Sharma"],
    ["राजेश", "Rajesh"],
    ["राजकुमार", "Rajkumar"],
    ["सिंह", "Singh"],
    ["आनंद", "Anand"],
    ["সুমিত্রা", "Sumitra"],
    ["সৌরভ", "Saurabh"],
    ["মোহাম্মদ", "Mohammed"],
    ["ਕੌਰ", "Kaur"],
    ["પટેલ", "Patel"],
    ["ପ୍ରତାପ", "Pratap"],
    ["முருகன்", "Murugan"],
    ["యాదవ్", "Yadav"],
    ["లక్ష్మి", "Laxmi"],
    ["చౌదరి", "Chowdary"],
    ["ಸುರೇಶ್", "Suresh"],
    ["സുരേഷ്", "Suresh"],
  ])("%s sounds like %s", (left, right) => {
    expect(soundKey(left)).toBe(soundKey(right));
  });
});

describe("two names", () => {
  test.each([
    ["Krishna", "Krishnan"],
    ["Aishwarya", "Ishwarya"],
    ["Patel", "Patil"],
    ["Kumar", "Kumari"],
    ["Deep", "Deepa"],
    ["Harsh", "Harish"],
    ["Kiran", "Karan"],
    ["Kamal", "Kamla"],
    ["Ram", "Rama"],
    ["Sita", "Sati"],
    ["Gupta", "Gupte"],
    ["Ramesh", "Rajesh"],
    ["Anil", "Sunil"],
    ["Mina", "Mona"],
    ["Sharma", "Verma"],
    ["Sinha", "Singh"],
    ["Rohit", "Rohini"],
    ["Mohan", "Mohini"],
    ["Manish", "Manisha"],
    ["Anita", "Amita"],
    ["Khan", "Kahn"],
    ["राम", "रमा"],
    ["Ahmad", "Muhammad"],
  ])("%s does not sound like %s", (left, right) => {
    expect(soundKey(left)).not.toBe(soundKey(right));
  });
});

test("every word of Latin letters has a key of Latin letters", () => {
  const keyed = fc.property(fc.stringMatching(/^[A-Za-z]{1,20}$/u), (word) =>
    /^[a-z]+$/u.test(soundKey(word)),
  );
  expect(() => fc.assert(keyed)).not.toThrow();
});

test("is blind to case and to marks on Latin letters", () => {
  expect(soundKey("RÁJESH")).toBe(soundKey("rajesh"));
});

test("keeps the letters of a script that it cannot read", () => {
  expect(soundKey("李")).toBe("李");
});
