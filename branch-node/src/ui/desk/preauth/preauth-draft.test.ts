import { describe, expect, test } from "vitest";
import {
  preauthContract,
  preauthStatuses,
} from "@edgeward/shared/clinical/preauth/preauth.contract.ts";
import { preauthStates } from "@edgeward/shared/clinical/preauth/preauth.states.ts";
import {
  emptyPreauth,
  estimated,
  preauthBody,
  preauthGaps,
  preauthState,
  readPreauth,
  wrongParts,
} from "./preauth-draft.ts";
import { plainSteps, stepsOf } from "./preauth-list.ts";

const id = "01jd7x2vry38gapbnk0v8yyk24";
const whole = {
  ...emptyPreauth,
  patientId: `pat_${id}`,
  payerId: `pyr_${id}`,
  doctorId: `stf_${id}`,
  days: "3",
  policyNo: "POL/1",
  memberId: "M-1",
  relationship: "self" as const,
  diagnoses: [{ code: "K35.8", system: "icd10" as const, use: "provisional" as const }],
  estimate: { ...emptyPreauth.estimate, room_minor: "6,000", surgeon_minor: "40000" },
};

describe("a request to a payer", () => {
  test("comes to what the parts of its estimate come to", () => {
    expect(estimated(whole)).toBe(4_600_000);
    const typed = { ...whole.estimate, other_minor: "some" };
    expect(wrongParts({ estimate: typed })).toEqual(["other_minor"]);
  });

  test("is sent as the contract has it", () => {
    const body = preauthBody(whole, false);
    expect(preauthContract.create.body.safeParse(body).error).toBeUndefined();
    expect(body).toMatchObject({
      request_type: "initial",
      expected_days: 3,
      estimate: { room_minor: 600_000, surgeon_minor: 4_000_000, other_minor: 0 },
    });
    const more = { ...whole, requestType: "enhancement" as const, parentId: `pre_${id}` };
    expect(preauthBody({ ...more, visit: `adm_${id}` }, true)).toMatchObject({
      parent_id: `pre_${id}`,
      admission_id: `adm_${id}`,
      draft: true,
    });
  });

  test.each([
    [{}, []],
    [{ patientId: null, payerId: "", doctorId: "" }, ["patient", "payer", "doctor"]],
    [{ requestType: "discharge" as const }, ["parent"]],
    [{ days: "181" }, ["days"]],
    [{ days: "" }, []],
    [{ estimate: emptyPreauth.estimate }, ["estimate"]],
    [{ policyNo: "" }, ["policyNo"]],
  ])("with %o lacks %o", (change, gaps) => {
    expect(preauthGaps({ ...whole, ...change })).toEqual(gaps);
  });

  test("is read back as it was kept", () => {
    expect(readPreauth(preauthState(whole, "key"))).toEqual(whole);
    expect(readPreauth({ lines: 3 })).toBeNull();
  });

  test.each(preauthStatuses)("from %s is taken only where the states allow", (status) => {
    const plain = new Set<string>(plainSteps);
    // The last answer gives it back to the payer by itself.
    const allowed = status === "queried" ? [] : preauthStates.transitions[status];
    expect(stepsOf(status)).toEqual(allowed.filter((one) => plain.has(one)));
  });
});
