import { describe, expect, test } from "vitest";
import type { Triage } from "@edgeward/shared/clinical/triage/triage.contract.ts";
import { levelOf, partOf, timeLeft } from "./triage-list.ts";

const one: Triage = {
  id: "tri_1",
  tenant_id: "ten_1",
  branch_id: "brn_1",
  encounter_id: "enc_1",
  patient_id: "pat_1",
  scale: "ESI",
  level: 3,
  chief_complaint: "Fever",
  mode_of_arrival: "walk_in",
  discriminators: [],
  esi: null,
  override_reason: null,
  vitals: null,
  gcs: null,
  avpu: null,
  pain: null,
  pregnant: null,
  infectious_flag: false,
  mlc: false,
  status: "waiting",
  triaged_by: "stf_1",
  triaged_at: "2026-11-25T08:00:00.000Z",
  level_at: "2026-11-25T08:00:00.000Z",
  due_at: "2026-11-25T08:30:00.000Z",
  breached_at: null,
  retriages: [],
  status_history: [],
  colour: null,
  target_minutes: 30,
  breached: false,
  metadata: {},
  version: 1,
  created_at: "2026-11-25T08:00:00.000Z",
  updated_at: "2026-11-25T08:00:00.000Z",
  created_by: "stf_1",
  updated_by: "stf_1",
  origin: "branch",
  origin_node_id: null,
  hlc: "",
  sync_state: "synced",
};

describe("the list of emergencies", () => {
  test("begins with the most urgent, and among them with whose time is over first", () => {
    const all = [
      { ...one, id: "later", due_at: "2026-11-25T08:40:00.000Z" },
      { ...one, id: "sooner" },
      { ...one, id: "urgent", level: 2, due_at: "2026-11-25T09:00:00.000Z" },
      { ...one, id: "treated", status: "in_treatment" as const },
    ];
    expect(partOf(all, "waiting").map(({ id }) => id)).toEqual(["urgent", "sooner", "later"]);
    expect(partOf(all, "in_treatment").map(({ id }) => id)).toEqual(["treated"]);
  });

  test("says what is left until somebody is to be seen, and since when the time is over", () => {
    const now = Date.parse("2026-11-25T08:20:00.000Z");
    expect(timeLeft(one.due_at, now)).toEqual({
      state: "left",
      since: "2026-11-25T08:10:00.000Z",
    });
    expect(timeLeft("2026-11-25T08:05:00.000Z", now)).toEqual({
      state: "over",
      since: "2026-11-25T08:05:00.000Z",
    });
  });

  test("says that it is now, within the minute before and after", () => {
    const due = Date.parse(one.due_at);
    expect([-59_000, 0, 59_000].map((ms) => timeLeft(one.due_at, due + ms).state)).toEqual([
      "now",
      "now",
      "now",
    ]);
  });

  test("takes what it does not know as a level that can wait", () => {
    expect([levelOf(1), levelOf(9)]).toEqual([1, 5]);
  });
});
