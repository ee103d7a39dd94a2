import { describe, expect, test } from "vitest";
import { codesOf } from "./field-samples.ts";
import {
  abhaAddress,
  abhaNumber,
  address,
  code,
  email,
  icd10,
  noAadhaar,
  phone,
  str,
  uhid,
} from "./fields.ts";
import { issuesToFields } from "./issues.ts";

const invalid = ["validation_error"];

describe("phone", () => {
  test.each([
    ["9845012345", "+919845012345"],
    ["098450 12345", "+919845012345"],
    ["+91 98450-12345", "+919845012345"],
    ["९८४५०१२३४५", "+919845012345"],
    ["+44 20 7946 0958", "+442079460958"],
    ["080 2222 3333", "+918022223333"],
    ["0471 2345678", "+914712345678"],
    ["1800 425 2255", "+9118004252255"],
    ["+65 6123 4567", "+6561234567"],
  ])("stores %s as %s", (sent, stored) => {
    expect(phone("IN").parse(sent)).toBe(stored);
    expect(phone("IN").parse(stored)).toBe(stored);
  });

  test("reads a national number with the branch's own country", () => {
    expect(phone("DE").parse("030 901820")).toBe("+4930901820");
  });

  test("reads a mobile written without any signs as it reads one with them", () => {
    const mobiles = ["6000000000", "7999999999", "9198765432", "9999999999"];
    for (const mobile of mobiles) {
      const spaced = `${mobile.slice(0, 5)} ${mobile.slice(5)}`;
      expect(phone("IN").parse(mobile)).toBe(phone("IN").parse(spaced));
      expect(phone("DE").parse(`+91${mobile}`)).toBe(phone("DE").parse(`+91 ${spaced}`));
    }
  });

  test("takes a mobile without its country for a number of the branch's own", () => {
    expect(phone("US").parse("9845012345")).toBe("+19845012345");
    expect(codesOf(phone("XX"), "9845012345")).toEqual(invalid);
  });

  test.each([
    "12345",
    "98450123",
    "+91 98450123",
    "+91 984501234",
    "2222 3333",
    "+91 98450 123456",
    "984501234567890",
    "call 9845012345",
    "",
    "9845012345 ext 5",
    "+999123456789",
    "-",
  ])("refuses %j", (sent) => {
    expect(codesOf(phone("IN"), sent)).toEqual(invalid);
  });
});

describe("email and code", () => {
  test("keeps the form in which the address was written", () => {
    expect(email.parse(" Asha.Rao@Example.IN ")).toBe("Asha.Rao@Example.IN");
    expect(email.parse("मीरा@उदाहरण.भारत")).toBe("मीरा@उदाहरण.भारत");
  });

  test.each([
    "asha",
    "asha@example",
    "a@b@c.in",
    "a b@c.in",
    "@c.in",
    "a@.in",
    "a@c.",
    `${"a".repeat(250)}@c.in`,
  ])("refuses %s", (sent) => {
    expect(codesOf(email, sent)).toEqual(invalid);
  });

  test("judges a long hostile address in linear time", () => {
    const started = performance.now();
    expect(codesOf(email, `a@${"a.".repeat(50_000)}`)).toEqual(invalid);
    expect(performance.now() - started).toBeLessThan(500);
  });

  test("a code is lower-case and starts with a letter or digit", () => {
    expect(code.parse("lab.fbc-1_a")).toBe("lab.fbc-1_a");
    for (const sent of ["Lab", ".lab", "", "a".repeat(65), "a b"])
      expect(codesOf(code, sent)).toEqual(invalid);
  });
});

describe("identifiers of health records", () => {
  test.each(["91234567890123", "91-2345-6789-0123"])(
    "stores the ABHA number %s with hyphens",
    (sent) => {
      expect(abhaNumber.parse(sent)).toBe("91-2345-6789-0123");
    },
  );

  test.each(["9123-45678-90123", "9123456789012", "912345678901234", "91 2345 6789 0123"])(
    "refuses the ABHA number %s",
    (sent) => {
      expect(codesOf(abhaNumber, sent)).toEqual(invalid);
    },
  );

  test.each(["ravi.kumar@abdm", "91234567890123@abdm", "ravi.kumar@sbx"])(
    "accepts the ABHA address %s",
    (sent) => {
      expect(abhaAddress.parse(sent)).toBe(sent);
    },
  );

  test.each([
    "1ravi@abdm",
    ".ravi@abdm",
    "ravi.@abdm",
    "abc@abdm",
    "9845012345@abdm",
    "ravi.kumar@example",
  ])("refuses the ABHA address %s", (sent) => {
    expect(codesOf(abhaAddress, sent)).toEqual(invalid);
  });

  test("a patient number is capitals, digits, slashes and hyphens", () => {
    expect(uhid.parse("BR01-000123-K")).toBe("BR01-000123-K");
    for (const sent of ["br01", "-BR", "AB", "A".repeat(33)])
      expect(codesOf(uhid, sent)).toEqual(invalid);
  });

  test("a diagnosis code has the form of ICD-10", () => {
    for (const sent of ["E11.9", "U07.1", "J45"]) expect(icd10.parse(sent)).toBe(sent);
    for (const sent of ["E1", "e11.9", "E11.", "E11.99999"])
      expect(codesOf(icd10, sent)).toEqual(invalid);
  });

  test.each([
    "234123412346",
    "2341 2341 2346",
    "2341-2341-2346",
    "UID 2341 2341 2346",
    "२३४१२३४१२३४६",
  ])("refuses the Aadhaar number %s", (sent) => {
    expect(codesOf(str(1, 64).check(noAadhaar), sent)).toEqual(["aadhaar_not_allowed"]);
  });

  test.each(["234123412345", "23412341234", "Z1234567", "91-2341-2341-2346", "2341234123461"])(
    "accepts the identifier %s",
    (sent) => {
      expect(str(1, 64).check(noAadhaar).parse(sent)).toBe(sent);
    },
  );
});

describe("address", () => {
  test("is Indian unless it says otherwise", () => {
    expect(address.parse({ city: " Bengaluru ", state: "KA" })).toEqual({
      city: "Bengaluru",
      state: "KA",
      country: "IN",
    });
  });

  test("asks an Indian PIN code for six digits, and no other country's", () => {
    expect(address.safeParse({ postal_code: "560001" }).success).toBe(true);
    expect(address.safeParse({ postal_code: "SW1A 1AA", country: "GB" }).success).toBe(true);
    const result = address.safeParse({ postal_code: "060001" });
    expect(result.success ? [] : issuesToFields(result.error)).toEqual([
      {
        path: "postal_code",
        code: "validation_error",
        message: "must be a PIN code of six digits",
      },
    ]);
  });

  test("refuses a property it does not know", () => {
    expect(codesOf(address, { town: "Pune" })).toEqual(["unknown_field"]);
  });
});
