import { expect, test } from "vitest";
import type { WaitlistEntry } from "@edgeward/shared/clinical/waitlist/waitlist.contract.ts";
import { waitingFor } from "./waiting.ts";

function entry(id: string, more: Partial<WaitlistEntry>): WaitlistEntry {
  const record = { branch_id: "brn_1", tenant_id: "ten_1", version: 1, metadata: {} };
  const made = { created_at: "", updated_at: "", created_by: "stf_1", updated_by: "stf_1" };
  const travels = { origin_node_id: null, hlc: "1" };
  return {
    ...record,
    ...made,
    ...travels,
    id,
    origin: "branch",
    sync_state: "synced",
    patient_id: "pat_1",
    provider_id: null,
    department: null,
    from_day: "2026-11-24",
    to_day: "2026-11-26",
    encounter_type: "OPD",
    note: null,
    status: "waiting",
    status_history: [],
    appointment_id: null,
    ...more,
  };
}

test("who waits for a doctor's time asked for the doctor or the department, and for that day", () => {
  const entries = [
    entry("wle_own", { provider_id: "stf_1" }),
    entry("wle_department", { department: "cardiology" }),
    entry("wle_other", { provider_id: "stf_2" }),
    entry("wle_elsewhere", { department: "orthopaedics" }),
    entry("wle_later", { provider_id: "stf_1", from_day: "2026-11-26" }),
  ];
  const idsOn = (day: string, department: string | null) =>
    waitingFor(entries, { id: "stf_1", department }, day).map(({ id }) => id);
  expect(idsOn("2026-11-24", "cardiology")).toEqual(["wle_own", "wle_department"]);
  expect(idsOn("2026-11-26", null)).toEqual(["wle_own", "wle_later"]);
  expect(idsOn("2026-11-27", "cardiology")).toEqual([]);
});
