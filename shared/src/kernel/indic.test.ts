import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { transliterateIndic } from "./indic.ts";

describe("each script", () => {
  test.each([
    ["Devanagari", "लक्ष्मी शर्मा", "lakshmi sharma"],
    ["Bengali", "সুমিত্রা সেন", "sumitra sen"],
    ["Gurmukhi", "ਹਰਪ੍ਰੀਤ ਸਿੰਘ", "harprit singh"],
    ["Gujarati", "હાર્દિક પટેલ", "hardik patel"],
    ["Oriya", "ପ୍ରତାପ", "pratap"],
    ["Tamil", "முருகன் செல்வம்", "murugan selvam"],
    ["Telugu", "రాముడు శర్మ", "ramudu sharma"],
    ["Kannada", "ಸುರೇಶ್ ಗೌಡ", "suresh gauda"],
    ["Malayalam", "സുരേഷ് നായർ", "suresh nayar"],
  ])("%s: %s is %s", (_, written, latin) => {
    expect(transliterateIndic(written)).toBe(latin);
  });
});

describe("vowels that are not written", () => {
  test.each([
    ["राजेश", "rajesh"],
    ["राजकुमार", "rajkumar"],
    ["मोहन", "mohan"],
    ["अमरनाथ", "amarnath"],
    ["पार्थ", "parth"],
    ["न", "na"],
  ])("%s loses the schwas that nobody speaks: %s", (written, latin) => {
    expect(transliterateIndic(written)).toBe(latin);
  });

  test.each([
    ["मिश्र", "mishra"],
    ["कृष्ण", "krishna"],
    ["सूर्य", "surya"],
  ])("%s keeps the one after its joined consonants: %s", (written, latin) => {
    expect(transliterateIndic(written)).toBe(latin);
  });

  test("southern scripts speak every vowel", () => {
    expect(transliterateIndic("రామ ರಾಮ രാമ")).toBe("rama rama rama");
  });
});

describe("letters that depend on their neighbours", () => {
  test.each([
    ["सिंह", "singh"],
    ["संपत", "sampat"],
    ["आनंद", "anand"],
    ["శివం", "shivam"],
    ["रंगनाथन", "ranganathan"],
  ])("the nasal sign of %s is read as in %s", (written, latin) => {
    expect(transliterateIndic(written)).toBe(latin);
  });

  test.each([
    ["சுந்தர்", "sundar"],
    ["சங்கர்", "sangar"],
    ["பச்சை", "pachchai"],
    ["கண்ணன்", "kannan"],
    ["அபிராமி", "abirami"],
  ])("Tamil voices the stops of %s by their place: %s", (written, latin) => {
    expect(transliterateIndic(written)).toBe(latin);
  });

  test("a dot below makes another consonant, composed or not", () => {
    expect(transliterateIndic("ज़फ़र फ़ैज़")).toBe("zafar faiz");
    expect(transliterateIndic("\u0921\u093c\u093e \u095c\u093e")).toBe("ra ra");
  });

  test("Bengali ya is ja at the start, and ya when joined or dotted", () => {
    expect(transliterateIndic("যাদব বিদ্যা মায়া")).toBe("jadab bidya maya");
  });

  test("ज्ञ is gy in the north and jn in the south", () => {
    expect(transliterateIndic("प्रज्ञा ప్రజ్ఞ")).toBe("pragya prajna");
  });

  test("joiners that only shape the letters change nothing", () => {
    expect(transliterateIndic("लक्\u200dष्मी")).toBe("lakshmi");
  });
});

test("leaves other text alone and writes digits as 0 to 9", () => {
  expect(transliterateIndic("Asha Rao, वार्ड १२।")).toBe("Asha Rao, vard 12 ");
});

test("leaves no Indic character, whatever is typed", () => {
  const indic = fc.string({
    unit: fc.integer({ min: 0x0900, max: 0x0d7f }).map((code) => String.fromCharCode(code)),
  });
  const gone = fc.property(indic, (text) => !/[\u0900-\u0d7f]/u.test(transliterateIndic(text)));
  expect(() => fc.assert(gone)).not.toThrow();
});

test("reads a very long word in a time that grows with its length", () => {
  const started = performance.now();
  expect(transliterateIndic("क".repeat(50_000)).length).toBeGreaterThan(50_000);
  expect(performance.now() - started).toBeLessThan(2000);
});
