import { describe, expect, test } from "vitest";
import type { Device } from "@edgeward/shared/clinical/devices/devices.contract.ts";
import {
  answerText,
  otherModelOf,
  healthText,
  madeText,
  printersInTrouble,
} from "./device-texts.ts";

const health: Device["health"] = {
  since: null,
  last_seen_at: null,
  paper: "ok",
  cover_open: false,
  drawer_open: null,
  error_code: null,
  answers: null,
  queue_depth: 0,
};
const device: Device = {
  id: "dev_1",
  branch_id: "brn_1",
  device_type: "printer",
  serial_no: "1",
  driver_profile: "escpos_80",
  name: "Front desk",
  module: null,
  connection: null,
  location: null,
  firmware: null,
  model: null,
  vendor: null,
  capabilities: [],
  roles: [],
  fallback_device_id: null,
  health_status: "online",
  health,
  status: "active",
  status_history: [],
  public_key: null,
  last_rotated_at: null,
  tenant_id: "ten_1",
  created_at: "",
  updated_at: "",
  created_by: "",
  updated_by: "",
  version: 1,
  origin: "branch",
  origin_node_id: null,
  hlc: "",
  sync_state: "synced",
  metadata: {},
};

function says(change: Partial<Device>, detail: Partial<Device["health"]> = {}) {
  return healthText({ ...device, ...change, health: { ...health, ...detail } }).text;
}

describe("a device", () => {
  test.each([
    [{}, {}, "devices.online"],
    [{ health_status: "degraded" }, { paper: "low" }, "devices.paperLow"],
    [{ health_status: "error" }, { error_code: "paper_out" }, "devices.paperOut"],
    [{ health_status: "error" }, { error_code: "cover_open" }, "devices.coverOpen"],
    [{ health_status: "offline" }, { error_code: "unreachable" }, "devices.unreachable"],
    [{ health_status: "offline" }, {}, "devices.offline"],
    [{ health_status: "unknown" }, {}, "devices.unknown"],
    // Whoever blocked it need not know of its paper.
    [{ status: "blocked", health_status: "error" }, { error_code: "paper_out" }, "devices.blocked"],
    [{ status: "pending_pairing" }, {}, "devices.pending"],
  ] as const)("that is %j, %j is said to be so", (change, detail, text) => {
    expect(says(change, detail)).toBe(text);
  });

  test("needs somebody when it prints, is at work and cannot", () => {
    const list: readonly Device[] = [
      device,
      { ...device, id: "dev_2", health_status: "error" },
      { ...device, id: "dev_3", health_status: "offline", status: "blocked" },
      { ...device, id: "dev_4", health_status: "offline", device_type: "scanner" },
      { ...device, id: "dev_5", health_status: "degraded" },
    ];
    expect(printersInTrouble(list).map(({ id }) => id)).toEqual(["dev_2", "dev_5"]);
  });
});

describe("what a printer is known to report", () => {
  const answered = {
    identity: "EPSON TM-T20II",
    tells_status: true,
    tells_paper: true,
    confirms: true,
    language: null,
    identity_before: null,
  };
  test.each([
    [null, null],
    [answered, "devices.confirms"],
    [{ ...answered, confirms: false }, "devices.reportsPaper"],
    [{ ...answered, confirms: false, tells_status: false }, "devices.reportsPaperAlone"],
    [
      { ...answered, confirms: false, tells_status: false, tells_paper: false },
      "devices.tellsNothing",
    ],
    [{ ...answered, language: "star" as const }, "devices.speaksStar"],
  ])("that answered %j is said as %s", (answers, text) => {
    expect(answerText({ ...device, health: { ...health, answers } })).toBe(text);
  });
});

describe("the model that a printer is registered as", () => {
  const identified = (model: string | null, identity: string | null) => ({
    model,
    health: {
      ...health,
      answers: {
        identity,
        tells_status: true,
        tells_paper: true,
        confirms: true,
        language: null,
        identity_before: null,
      },
    },
  });

  test.each([
    ["epson_tm_t20ii", "EPSON TM-T20II", null],
    ["epson_tm_t20ii", "EPSON TM-T88V", "Epson TM-T20II"],
    ["epson_tm_u220b", "EPSON TM-U220B", null],
    ["epson_tm_t20ii", null, null],
    [null, "EPSON TM-T88V", null],
    ["nobody_ever_made_this", "EPSON TM-T88V", null],
  ])("%s that calls itself %s is said to be %s", (model, identity, said) => {
    expect(otherModelOf(identified(model, identity))).toBe(said);
  });
});

describe("which device it is", () => {
  test.each([
    ["Epson TM-m30 X2", "epson", "epson_tm_m30", "X2", "Counter"],
    ["Epson TM-m30", null, "epson_tm_m30", "front-desk", "front-desk"],
    ["Acme P-1 77", "Acme", "P-1", "77", "Pharmacy"],
    ["77", null, null, "77", "Pharmacy"],
  ])("is said as %s", (said, vendor, model, serial, name) => {
    expect(madeText({ vendor, model, serial_no: serial, name })).toBe(said);
  });
});
