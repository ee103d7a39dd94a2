import { describe, expect, test } from "vitest";
import type { Bed } from "@edgeward/shared/clinical/beds/beds.contract.ts";
import type { Ward } from "@edgeward/shared/clinical/wards/wards.contract.ts";
import { boardOf, countsOf, dayOfStay, freeBeds } from "./bed-board.ts";

const made = {
  tenant_id: "ten_1",
  branch_id: "brn_1",
  version: 1,
  created_at: "2026-11-20T03:00:00.000Z",
  updated_at: "2026-11-20T03:00:00.000Z",
  created_by: "stf_1",
  updated_by: "stf_1",
  metadata: {},
  origin: "branch",
  origin_node_id: null,
  hlc: "",
} as const;

function ward(id: string, status: Ward["status"] = "active"): Ward {
  const names = { name: id, name_hi: null, name_ur: null };
  return { ...made, id, code: id, ...names, department: null, status, ...syncOf };
}

const syncOf = { sync_state: "synced" } as const;

const occupant: Bed["occupants"][number] = {
  admission_id: "adm_1",
  patient_id: "pat_1",
  patient_name: "Meera Joshi",
  uhid: "U-1",
  gender: "female",
  dob: null,
  admission_status: "admitted",
  admitted_at: "2026-11-20T03:00:00.000Z",
  expected_discharge_date: null,
  doctor_id: "stf_2",
};

function bed(code: string, wardId: string, status: Bed["status"]): Bed {
  return {
    ...made,
    ...syncOf,
    id: `bed_${code}`,
    code,
    ward_id: wardId,
    room_id: null,
    bed_class: "general",
    status,
    status_reason: null,
    status_since: null,
    status_history: [],
    occupants: status === "occupied" ? [occupant] : [],
  };
}

const wards = [ward("wrd_a"), ward("wrd_b"), ward("wrd_old", "inactive")];
const beds = [
  bed("1", "wrd_a", "vacant"),
  bed("2", "wrd_a", "occupied"),
  bed("3", "wrd_b", "blocked"),
  bed("4", "wrd_old", "vacant"),
];

describe("a bed board", () => {
  test("has the wards in use with their beds, or one of them", () => {
    const codesOf = (wardId: string | null, all = beds) =>
      boardOf(wards, all, wardId).map((each) => [each.ward.id, each.beds.map(({ code }) => code)]);
    expect(codesOf(null)).toEqual([
      ["wrd_a", ["1", "2"]],
      ["wrd_b", ["3"]],
    ]);
    expect(codesOf("wrd_b")).toEqual([["wrd_b", ["3"]]]);
    expect(codesOf("wrd_old", [bed("5", "wrd_old", "occupied")])).toEqual([["wrd_old", ["5"]]]);
  });

  test("counts its beds by state and offers those that are free", () => {
    expect(countsOf(beds)).toEqual([
      ["vacant", 2],
      ["occupied", 1],
      ["blocked", 1],
    ]);
    const free = freeBeds(boardOf(wards, beds, null));
    expect(free.flatMap((each) => each.beds.map(({ code }) => code))).toEqual(["1"]);
  });

  test("counts the days of a stay by the branch's calendar", () => {
    const zone = "Asia/Kolkata";
    expect(dayOfStay("2026-11-24T20:00:00.000Z", "2026-11-25", zone)).toBe(1);
    expect(dayOfStay("2026-11-24T18:00:00.000Z", "2026-11-25", zone)).toBe(2);
    // A clock that was set back makes nobody's stay shorter than its first day.
    expect(dayOfStay("2026-11-26T03:00:00.000Z", "2026-11-25", zone)).toBe(1);
  });
});
